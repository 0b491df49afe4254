-- Requests as the owner reads them.

create function private.is_in(filter text, kind text, status text, is_handled boolean, is_spam boolean) returns boolean
language sql immutable
return case filter
  when 'all' then true
  when 'spam' then is_spam
  when 'messages' then kind = 'contact' and not is_spam
  when 'todo' then not is_spam and case kind when 'contact' then not is_handled else status = 'nouvelle' end
  when 'confirmed' then not is_spam and status = 'confirmee'
  when 'cancelled' then not is_spam and status = 'annulee' end;

create function private.count_requests() returns json
language sql stable set search_path = '' as $$
  with request as (
    select 'contact' as kind, null as status, c.handled_at is not null as is_handled, c.is_spam or c.unwanted as is_spam
      from public.contacts c
    union all
    select 'reservation', r.status, false, r.is_spam or r.unwanted from public.reservations r
  ), alike as materialized (
    select request.*, count(*) as many from request group by 1, 2, 3, 4
  )
  select json_object_agg(f.filter, (
      select coalesce(sum(a.many), 0) from alike a where private.is_in(f.filter, a.kind, a.status, a.is_handled, a.is_spam)))
    from unnest('{todo,confirmed,cancelled,messages,spam,all}'::text[]) as f (filter);
$$;

-- A page of requests, newest first. `before` is the `next` of the page above it.
create function private.list_requests(filter text, search text, before text, size integer) returns json
language plpgsql stable set search_path = ''
as $$
declare
  wanted constant text := private.fold(private.trimmed(coalesce(search, '')));
  pattern constant text := private.search_pattern(wanted);
  digits constant text := case when wanted ~ '^[0-9+(). -]{4,}$' then regexp_replace(wanted, '[^0-9]', '', 'g') else '' end;
  most constant integer := least(greatest(coalesce(size, 30), 1), 200);
  last_at constant timestamptz := coalesce(nullif(split_part(before, '~', 1), '')::timestamptz, 'infinity');
  last_id constant uuid := coalesce(nullif(split_part(before, '~', 2), '')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  page json;
begin
  if private.is_in(filter, '', '', false, false) is null then
    perform private.refuse(400, '22023', 'There is no such filter');
  end if;
  if length(search) > 200 then
    perform private.refuse(400, '22023', 'The search is too long');
  end if;
  with found as (
    (select c.created_at, c.id, c as contact, null::public.reservations as reservation from public.contacts c
      where (c.created_at, c.id) < (last_at, last_id)
        and private.is_in(filter, 'contact', null, c.handled_at is not null, c.is_spam or c.unwanted)
        and (wanted = '' or concat_ws(' ', c.prenom, c.nom, c.email, c.telephone, c.message) ~* pattern
          or digits <> '' and position(digits in translate(c.telephone, ' .-()+/', '')) > 0)
      order by c.created_at desc, c.id desc limit most + 1)
    union all
    (select r.created_at, r.id, null, r from public.reservations r
      where (r.created_at, r.id) < (last_at, last_id)
        and private.is_in(filter, 'reservation', r.status, false, r.is_spam or r.unwanted)
        and (wanted = '' or concat_ws(' ', r.name, r.email, r.phone) ~* pattern
          or digits <> '' and position(digits in translate(r.phone, ' .-()+/', '')) > 0)
      order by r.created_at desc, r.id desc limit most + 1)
  ), ranked as (
    select found.*, row_number() over (order by found.created_at desc, found.id desc) as place from found
  )
  select json_build_object(
      'items', coalesce(json_agg(
        case when (r.contact).id is null then private.owned_reservation_json(r.reservation)
          else private.owned_contact_json(r.contact) end order by r.place)
        filter (where r.place <= most), '[]'),
      'next', (
        select to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || l.id
        from ranked l where l.place = most and exists (select from ranked m where m.place = most + 1)),
      'counts', private.count_requests(), 'asOf', private.iso(now()))
    into page from ranked r where r.place <= most;
  return page;
end $$;

-- A request with its history and mails, and other open requests for its days. Null when there is none.
create function private.request_whole(request uuid) returns json
language sql stable set search_path = '' as $$
  select json_build_object('request', one.value,
      'history', (
        select json_agg(json_build_object('at', private.iso(e.at), 'who', e.who, 'action', e.action, 'detail', e.detail)
                        order by e.id)
        from (select 0::bigint as id, (one.value ->> 'receivedAt')::timestamptz as at, null as who,
                'received' as action, null::json as detail
              union all
              select h.id, h.at, h.who, h.action, h.detail from private.request_events h where h.ref = request) as e),
      'mails', (
        select coalesce(json_agg(json_build_object('kind', o.kind, 'sentAt', private.iso(o.sent_at),
          'failedAt', private.iso(o.given_up_at)) order by o.id), '[]')
        from private.outbox o where o.ref = request),
      'clashes', (
        select coalesce(json_agg(json_build_object('date', c.date, 'name', c.name, 'status', c.status)
                                 order by c.date, c.created_at), '[]')
        from (select * from private.clashes(request) c order by c.date, c.created_at limit 50) as c))
    from (select private.owned_request_json(request) as value) as one where one.value is not null;
$$;

-- Everything, newest first, for a file.
create function private.all_requests() returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(request.value order by request.created_at desc, request.id), '[]') from (
    select c.created_at, c.id, private.owned_contact_json(c) as value from public.contacts c
    union all
    select r.created_at, r.id, private.owned_reservation_json(r) from public.reservations r) as request;
$$;

create function private.agenda(first date, last date) returns json
language sql stable set search_path = '' as $$
  with booked as (
    select d.date, json_agg(private.owned_reservation_json(r) order by r.created_at, r.id) as requests
      from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
      where d.confirmed and d.date between agenda.first and agenda.last group by d.date
  )
  select coalesce(json_agg(json_build_object('date', b.date, 'requests', b.requests) order by b.date), '[]') from booked b;
$$;

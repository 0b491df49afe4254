-- The owner's space reads and changes requests with these functions only. Each begins with
-- private.require_owner(); what an action does stands in private functions, which the terminal calls too.

create index contacts_by_address on public.contacts (lower(email));
create index reservations_by_address on public.reservations (lower(email));

-- So that « helene » finds « Hélène », whatever the server's locale.
create function private.fold(value text) returns text
language sql immutable set search_path = ''
return translate(lower(value), 'ÀÂÄÁÃÅÇÉÈÊËÍÌÎÏÑÓÒÔÖÕÚÙÛÜÝŸàâäáãåçéèêëíìîïñóòôöõúùûüýÿ’',
  'aaaaaaceeeeiiiinooooouuuuyyaaaaaaceeeeiiiinooooouuuuyy''');

-- A telephone number is found however it is grouped.
create function private.is_found(search text, digits text, texts text, phone text) returns boolean
language sql immutable set search_path = ''
return search = '' or position(search in private.fold(texts)) > 0
  or (digits <> '' and position(digits in regexp_replace(phone, '[^0-9]', '', 'g')) > 0);

create function private.is_in(filter text, kind text, status text, is_handled boolean, is_spam boolean) returns boolean
language sql immutable set search_path = ''
return case filter
  when 'all' then true
  when 'spam' then is_spam
  when 'messages' then kind = 'contact' and not is_spam
  when 'todo' then not is_spam and case kind when 'contact' then not is_handled else status = 'nouvelle' end
  when 'confirmed' then not is_spam and status = 'confirmee'
  when 'cancelled' then not is_spam and status = 'annulee' end;

create function private.count_requests() returns json
language sql stable set search_path = ''
begin atomic
  with request as (
    select 'contact' as kind, null as status, c.handled_at is not null as is_handled, c.is_spam or c.unwanted as is_spam
      from public.contacts c
    union all
    select 'reservation', r.status, false, r.is_spam or r.unwanted from public.reservations r
  ), alike as (
    select request.*, count(*) as many from request group by 1, 2, 3, 4
  )
  select json_object_agg(f.filter, (
      select coalesce(sum(a.many), 0) from alike a where private.is_in(f.filter, a.kind, a.status, a.is_handled, a.is_spam)))
    from unnest('{todo,confirmed,cancelled,messages,spam,all}'::text[]) as f (filter);
end;

-- A page of requests, newest first. `before` is the `next` of the page above it.
create function private.list_requests(filter text, search text, before text, size integer) returns json
language plpgsql stable set search_path = ''
as $$
declare
  wanted constant text := private.fold(private.trimmed(coalesce(search, '')));
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
        and private.is_found(wanted, digits, concat_ws(' ', c.prenom, c.nom, c.email, c.telephone, c.message), c.telephone)
      order by c.created_at desc, c.id desc limit most + 1)
    union all
    (select r.created_at, r.id, null, r from public.reservations r
      where (r.created_at, r.id) < (last_at, last_id)
        and private.is_in(filter, 'reservation', r.status, false, r.is_spam or r.unwanted)
        and private.is_found(wanted, digits, concat_ws(' ', r.name, r.email, r.phone), r.phone)
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
language sql stable set search_path = ''
begin atomic
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
end;

-- Everything, newest first, for a file.
create function private.all_requests() returns json
language sql stable set search_path = ''
begin atomic
  select coalesce(json_agg(request.value order by request.created_at desc, request.id), '[]') from (
    select c.created_at, c.id, private.owned_contact_json(c) as value from public.contacts c
    union all
    select r.created_at, r.id, private.owned_reservation_json(r) from public.reservations r) as request;
end;

-- All that is stored about the person with one address, oldest first; null when nothing is.
create function private.person_json(address text) returns json
language sql stable set search_path = ''
begin atomic
  with kept as (
    select c.created_at, c.id, private.owned_contact_json(c)::jsonb as value
      from public.contacts c where lower(c.email) = lower(private.trimmed(address))
    union all
    select r.created_at, r.id, private.owned_reservation_json(r)::jsonb
      from public.reservations r where lower(r.email) = lower(private.trimmed(address))
  ), whole as (
    select kept.*, kept.value || jsonb_build_object(
      'mails', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', o.kind, 'queuedAt', private.iso(o.created_at),
          'sentAt', private.iso(o.sent_at), 'givenUpAt', private.iso(o.given_up_at)) order by o.id), '[]')
        from private.outbox o where o.ref = kept.id),
      'history', (
        select coalesce(jsonb_agg(jsonb_build_object('at', private.iso(e.at), 'action', e.action, 'detail', e.detail)
                                  order by e.id), '[]')
        from private.request_events e where e.ref = kept.id)) as request
      from kept
  )
  select json_build_object(
      'contacts', coalesce(json_agg(w.request order by w.created_at, w.id)
                           filter (where w.value ->> 'kind' = 'contact'), '[]'),
      'reservations', coalesce(json_agg(w.request order by w.created_at, w.id)
                               filter (where w.value ->> 'kind' = 'reservation'), '[]'))
    from whole w having count(*) > 0;
end;

-- Erased by another than the terminal: the worker still has to remove files of these on its machine.
create table private.erased_requests (
  ref       uuid primary key,
  erased_at timestamptz not null default now()
);
comment on table private.erased_requests is
  'Ids of requests erased in the owner''s space, until the worker has removed the files that held them.';
comment on column private.erased_requests.ref is 'The id that the request had.';
comment on column private.erased_requests.erased_at is 'When its row was deleted.';

-- Deletes all that is stored about the person with one address, or nothing. `typed` repeats the address.
create function private.erase_person(address text, typed text) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  whose constant text := lower(private.trimmed(address));
  refs uuid[];
  contacts integer;
  mails integer;
  is_under_way boolean;
begin
  if coalesce(whose, '') = '' or lower(private.trimmed(typed)) is distinct from whose then
    perform private.refuse(400, '22023', 'The address that was typed is another');
  end if;
  with contact as (
    delete from public.contacts c where lower(c.email) = whose returning c.id
  ), reservation as (
    delete from public.reservations r where lower(r.email) = whose returning r.id
  )
  select array(select id from contact union all select id from reservation), (select count(*) from contact)
    into refs, contacts;
  -- A worker that is sending one of these mails could write its file later.
  select exists (
    select from private.outbox o left join private.outbox d on d.id = o.digest_id
      where o.ref = any (refs) and (o.sent_at is null and o.claimed_until > clock_timestamp()
        or d.sent_at is null and d.claimed_until > clock_timestamp())) into is_under_way;
  if is_under_way then
    perform private.refuse_action('A mail about this person is being sent: try again in two minutes');
  end if;
  delete from private.outbox o where o.ref = any (refs);
  get diagnostics mails = row_count;
  -- Where no worker of ours runs, there are no files.
  delete from private.erased_requests e where e.erased_at < now() - interval '30 days';
  insert into private.erased_requests (ref) select unnest(refs);
  return json_build_object('contacts', contacts, 'reservations', cardinality(refs) - contacts, 'mails', mails);
end $$;

-- ───────────────────────── for owners ─────────────────────────

create function public.owner_requests(filter text default 'all', search text default '', before text default null,
  size integer default 30) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.list_requests(filter, search, before, size);
end $$;

create function public.owner_request(id uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.request_whole(owner_request.id);
end $$;

create function public.owner_confirm(id uuid, version integer, dates date[] default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.confirm_request(private.require_owner(), owner_confirm.id, version, dates);
end $$;

create function public.owner_change_day(id uuid, version integer, from_day date, to_day date) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.change_day(private.require_owner(), owner_change_day.id, version, from_day, to_day);
end $$;

create function public.owner_cancel(id uuid, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.cancel_request(private.require_owner(), owner_cancel.id, version);
end $$;

create function public.owner_reopen(id uuid, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.reopen_request(private.require_owner(), owner_reopen.id, version);
end $$;

create function public.owner_handle(id uuid, version integer, handled boolean) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.handle_request(private.require_owner(), owner_handle.id, version, handled);
end $$;

create function public.owner_note(id uuid, version integer, note text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.note_request(private.require_owner(), owner_note.id, version, note);
end $$;

create function public.owner_spam(ids uuid[], expected integer default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.mark_spam(private.require_owner(), ids, expected);
end $$;

create function public.owner_export() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.all_requests();
end $$;

create function public.owner_person(email text) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.person_json(email);
end $$;

create function public.owner_erase_person(email text, typed text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.erase_person(email, typed);
end $$;

revoke all on private.erased_requests from public, anon, authenticated;
do $$
declare
  name regprocedure;
begin
  for name in select p.oid::regprocedure from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proname like 'owner\_%' loop
    execute format('revoke all on function %s from public, anon', name);
    execute format('grant execute on function %s to authenticated, service_role', name);
  end loop;
end $$;
revoke all on all functions in schema private from public;

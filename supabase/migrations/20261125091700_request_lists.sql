-- Requests as the owner reads them.

create function private.is_in(filter text, kind text, status text, is_handled boolean, is_flagged boolean, is_spam boolean)
returns boolean
language sql immutable
return case filter
  when 'all' then true
  when 'spam' then is_spam
  when 'verify' then is_flagged and not is_spam
  when 'messages' then kind = 'contact' and not is_spam
  when 'todo' then not is_spam and case kind when 'contact' then not is_handled else status = 'nouvelle' end
  when 'confirmed' then not is_spam and status = 'confirmee'
  when 'cancelled' then not is_spam and status = 'annulee' end;

-- Exact up to 10,000. Beyond, what vacuum and analyze last counted in an index that holds just these rows.
create function private.about(counted bigint, index regclass) returns bigint
language sql stable set search_path = '' as $$
  select case when counted <= 10000 then counted
    else greatest(counted, (select c.reltuples::bigint from pg_class c where c.oid = index)) end
$$;

create function private.count_all() returns bigint
language sql stable set search_path = '' as $$
  select private.about((select count(*) from (select from public.contacts limit 10001) as c), 'public.contacts_newest')
    + private.about((select count(*) from (select from public.reservations limit 10001) as r), 'public.reservations_newest')
$$;

create function private.count_requests() returns json
language sql stable set search_path = '' as $$
  select json_build_object(
    'todo', private.about((select count(*) from (select from public.contacts c
          where c.handled_at is null and not (c.is_spam or c.unwanted) limit 10001) as c), 'public.contacts_todo')
      + private.about((select count(*) from (select from public.reservations r
          where r.status = 'nouvelle' and not (r.is_spam or r.unwanted) limit 10001) as r), 'public.reservations_todo'),
    'verify', private.about((select count(*) from (select from public.contacts c
          where c.flagged and not (c.is_spam or c.unwanted) limit 10001) as c), 'public.contacts_verify')
      + private.about((select count(*) from (select from public.reservations r
          where r.flagged and not (r.is_spam or r.unwanted) limit 10001) as r), 'public.reservations_verify'),
    'confirmed', private.about((select count(*) from (select from public.reservations r
      where r.status = 'confirmee' and not (r.is_spam or r.unwanted) limit 10001) as r), 'public.reservations_confirmed'),
    'cancelled', private.about((select count(*) from (select from public.reservations r
      where r.status = 'annulee' and not (r.is_spam or r.unwanted) limit 10001) as r), 'public.reservations_cancelled'),
    'messages', private.about((select count(*) from (select from public.contacts c
      where not (c.is_spam or c.unwanted) limit 10001) as c), 'public.contacts_messages'),
    'spam', private.about((select count(*) from (select from public.contacts c
          where c.is_spam or c.unwanted limit 10001) as c), 'public.contacts_spam')
      + private.about((select count(*) from (select from public.reservations r
          where r.is_spam or r.unwanted limit 10001) as r), 'public.reservations_spam'),
    'all', private.count_all())
$$;

-- Searches use an index of trigrams where the server has pg_trgm, as hosted Supabase has.
do $$
declare
  place text;
begin
  begin
    if exists (select from pg_available_extensions where name = 'pg_trgm') then
      create schema if not exists extensions;
      create extension if not exists pg_trgm with schema extensions;
    end if;
  exception when insufficient_privilege then
    null;
  end;
  select n.nspname into place from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if place is not null then
    execute format('create index contacts_search on public.contacts using gin (private.search_text(
      prenom || '' '' || nom || '' '' || email || coalesce('' '' || message, ''''), telephone) %I.gin_trgm_ops)', place);
    execute format('create index reservations_search on public.reservations using gin (private.search_text(
      name || '' '' || email, phone) %I.gin_trgm_ops)', place);
  end if;
end $$;

-- Requests before this time are not searched. An index of trigrams finds any three letters or digits in a row; without it,
-- 20,000 messages and as many reservations are read, and 500 for fewer letters.
create function private.searched_since(wanted text, before timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  is_long constant boolean := wanted ~ '[[:alnum:]]{3}';
  most constant integer := case when is_long then 20000 else 500 end;
begin
  if wanted = '' or is_long and to_regclass('public.contacts_search') is not null then
    return '-infinity';
  end if;
  return coalesce(least(
    (select c.created_at from public.contacts c where c.created_at <= before
      order by c.created_at desc offset most limit 1),
    (select r.created_at from public.reservations r where r.created_at <= before
      order by r.created_at desc offset most limit 1)), '-infinity');
end $$;

-- A page of requests, newest first. `before` is the `next` of the page above it. Planned for each call, as the index
-- depends on the filter.
create function public.owner_requests(filter text default 'all', search text default '', before text default null,
  size integer default 30) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  wanted constant text := private.fold(private.trimmed(coalesce(search, '')));
  digits constant text := case when wanted ~ '^[0-9+(). -]{4,}$' then regexp_replace(wanted, '[^0-9]', '', 'g') else '' end;
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  number constant text := '%' || coalesce(nullif(digits, ''), wanted) || '%';
  most constant integer := least(greatest(coalesce(size, 30), 1), 200);
  last_at constant timestamptz := coalesce(nullif(split_part(before, '~', 1), '')::timestamptz, 'infinity');
  last_id constant uuid := coalesce(nullif(split_part(before, '~', 2), '')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  since constant timestamptz := private.searched_since(coalesce(nullif(digits, ''), wanted), last_at);
  page json;
begin
  perform private.require_owner();
  if private.is_in(filter, '', '', false, false, false) is null then
    perform private.refuse(400, '22023', 'There is no such filter');
  end if;
  if length(search) > 200 then
    perform private.refuse(400, '22023', 'The search is too long');
  end if;
  with found as (
    (select c.created_at, c.id, c as contact, null::public.reservations as reservation from public.contacts c
      where (c.created_at, c.id) < (last_at, last_id) and c.created_at >= since
        and private.is_in(filter, 'contact', null, c.handled_at is not null, c.flagged, c.is_spam or c.unwanted)
        and (wanted = ''
          or private.search_text(c.prenom || ' ' || c.nom || ' ' || c.email || coalesce(' ' || c.message, ''), c.telephone)
            like pattern
          or digits <> ''
            and private.search_text(c.prenom || ' ' || c.nom || ' ' || c.email || coalesce(' ' || c.message, ''), c.telephone)
              like number)
      order by c.created_at desc, c.id desc limit most + 1)
    union all
    (select r.created_at, r.id, null, r from public.reservations r
      where (r.created_at, r.id) < (last_at, last_id) and r.created_at >= since
        and private.is_in(filter, 'reservation', r.status, false, r.flagged, r.is_spam or r.unwanted)
        and (wanted = '' or private.search_text(r.name || ' ' || r.email, r.phone) like pattern
          or digits <> '' and private.search_text(r.name || ' ' || r.email, r.phone) like number)
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
-- `tellsVisitor`: whether the person gets a mail when the owner confirms or cancels now.
create function public.owner_request(id uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return (select json_build_object('request', one.value,
      'tellsVisitor', private.may_tell(owner_request.id, 'confirmation'),
      'history', (
        select json_agg(json_build_object('at', private.iso(e.at), 'who', e.who, 'action', e.action, 'detail', e.detail)
                        order by e.id)
        from (select 0::bigint as id, (one.value ->> 'receivedAt')::timestamptz as at, null as who,
                'received' as action, null::json as detail
              where not exists (
                select from private.request_events h where h.ref = owner_request.id and h.action = 'entered')
              union all
              select h.id, h.at, h.who, h.action, h.detail from private.request_events h where h.ref = owner_request.id) as e),
      'mails', (
        select coalesce(json_agg(json_build_object('kind', o.kind, 'sentAt', private.iso(o.sent_at),
          'failedAt', private.iso(o.given_up_at)) order by o.id), '[]')
        from private.outbox o where o.ref = owner_request.id),
      'clashes', (
        select coalesce(json_agg(json_build_object('date', c.date, 'id', c.id, 'name', c.name, 'isConfirmed', c.confirmed)
                                 order by c.date, c.created_at), '[]')
        from (select * from private.clashes(owner_request.id) c order by c.date, c.created_at limit 50) as c))
    from (select private.owned_request_json(owner_request.id) as value) as one where one.value is not null);
end $$;

-- Everything, newest first, for a file.
create function public.owner_export() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return (select coalesce(json_agg(request.value order by request.created_at desc, request.id), '[]') from (
    select c.created_at, c.id, private.owned_contact_json(c) as value from public.contacts c
    union all
    select r.created_at, r.id, private.owned_reservation_json(r) from public.reservations r) as request);
end $$;

create function public.owner_agenda(first date, last date) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if first is null or last is null or last - first > 400 then
    perform private.refuse(400, '22023', 'Name a first and a last day, a year apart at most');
  end if;
  return (with booked as (
    select d.date, json_agg(private.owned_reservation_json(r) order by r.created_at, r.id) as requests
      from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
      where d.confirmed and d.date between first and last group by d.date
  )
  select coalesce(json_agg(json_build_object('date', b.date, 'requests', b.requests) order by b.date), '[]') from booked b);
end $$;

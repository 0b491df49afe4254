-- What the owner reads: searches and lists, all about a person, the confirmed days in a calendar, what comes first, figures.

-- What a search in the list of requests finds.

-- The text of a request in which it looks; « agefice » finds who asked for this funding. No `set search_path`: PostgreSQL
-- then inlines the function, as it does private.search_text().
create function private.contact_text(prenom text, nom text, email text, telephone text, message text, note text,
  is_agefice boolean) returns text
language sql immutable parallel safe
return private.search_text(prenom || ' ' || nom || ' ' || email || coalesce(' ' || message, '')
  || coalesce(' ' || note, '') || case when is_agefice then ' agefice' else '' end, telephone);

create function private.reservation_text(name text, email text, phone text, note text, is_agefice boolean) returns text
language sql immutable parallel safe
return private.search_text(name || ' ' || email || coalesce(' ' || note, '')
  || case when is_agefice then ' agefice' else '' end, phone);
-- An insert fills the index on this text with the rights of its role.
grant execute on function private.contact_text(text, text, text, text, text, text, boolean),
  private.reservation_text(text, text, text, text, boolean) to anon, service_role;

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
    execute format('create index contacts_search on public.contacts using gin (private.contact_text(
      prenom, nom, email, telephone, message, note, is_agefice) %I.gin_trgm_ops)', place);
    execute format('create index reservations_search on public.reservations using gin (private.reservation_text(
      name, email, phone, note, is_agefice) %I.gin_trgm_ops)', place);
  end if;
end $$;

-- How far a search goes from one time on: back, or onwards with `oldest`. An index of trigrams finds any three letters or
-- digits in a row; without it, 20,000 messages and as many reservations are read, and 500 for fewer letters.
create function private.searched_until(wanted text, since timestamptz, oldest boolean) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  is_long constant boolean := wanted ~ '[[:alnum:]]{3}';
  most constant integer := case when is_long then 20000 else 500 end;
begin
  if wanted = '' or is_long and to_regclass('public.contacts_search') is not null then
    return case when oldest then 'infinity' else '-infinity' end;
  end if;
  if oldest then
    return coalesce(greatest(
      (select c.created_at from public.contacts c where c.created_at >= since order by c.created_at offset most limit 1),
      (select r.created_at from public.reservations r where r.created_at >= since
        order by r.created_at offset most limit 1)), 'infinity');
  end if;
  return coalesce(least(
    (select c.created_at from public.contacts c where c.created_at <= since
      order by c.created_at desc offset most limit 1),
    (select r.created_at from public.reservations r where r.created_at <= since
      order by r.created_at desc offset most limit 1)), '-infinity');
end $$;

-- The days that a folded text names: « 15/12 », « mar. 15 dec. », « 1er decembre 2026 », « 2026-12-15 ». Without a year,
-- those of the years around; null when it names none.
create function private.searched_days(wanted text) returns date[]
language plpgsql stable set search_path = ''
as $$
declare
  months constant text[] := '{janvier,fevrier,mars,avril,mai,juin,juillet,aout,septembre,octobre,novembre,decembre}';
  this_year constant integer := extract(year from now());
  iso constant text[] := regexp_match(wanted, '^(\d{4})-(\d\d)-(\d\d)$');
  figures constant text[] := regexp_match(wanted, '^(\d{1,2})/(\d{1,2})(?:/(\d{4}))?$');
  words constant text[] :=
    regexp_match(wanted, '^(?:[a-z]{3,8}[.]? )?(\d{1,2})(?:er)? ([a-z]{3,9})[.]?(?: (\d{4}))?$');
  wanted_day constant integer := coalesce(iso[3], figures[1], words[1]);
  wanted_month constant integer := coalesce(iso[2], figures[2]);
  wanted_year constant integer := coalesce(iso[1], figures[3], words[3]);
begin
  return (
    select array_agg(first.day + (wanted_day - 1)) from (
      select make_date(y, m, 1) as day
        from generate_series(coalesce(wanted_year, this_year - 3), coalesce(wanted_year, this_year + 3)) as y, generate_series(1, 12) as m
        where y between 1 and 9999 and (m = wanted_month or months[m] like words[2] || '%')) as first
      where wanted_day between 1 and extract(day from first.day + interval '1 month -1 day'));
end $$;

-- The reservations that ask for one of the days, or have it.
create function private.booked_on(days date[]) returns uuid[]
language sql stable set search_path = '' as $$
  select array(select distinct d.reservation_id from public.reservation_dates d where d.date = any (days))
$$;

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

create function private.count_todo() returns bigint
language sql stable set search_path = '' as $$
  select private.about((select count(*) from (select from public.contacts c
        where c.handled_at is null and not (c.is_spam or c.unwanted) limit 10001) as c), 'public.contacts_todo')
    + private.about((select count(*) from (select from public.reservations r
        where r.status = 'nouvelle' and not (r.is_spam or r.unwanted) limit 10001) as r), 'public.reservations_todo')
$$;

create function private.count_requests() returns json
language sql stable set search_path = '' as $$
  select json_build_object(
    'todo', private.count_todo(),
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

-- A page of requests, newest or oldest first. `before` is the `next` of the page above it. `found`: how many a search finds,
-- 101 for more than a hundred, as each one that it reads costs time; null on further pages. Planned for each call, as the
-- index depends on the filter and the order.
create function public.owner_requests(filter text default 'all', search text default '', before text default null,
  size integer default 30, oldest boolean default false) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  onwards constant boolean := coalesce(oldest, false);
  wanted constant text := private.fold(private.trimmed(coalesce(search, '')));
  digits constant text := case when wanted ~ '^[0-9+(). -]{4,}$' then regexp_replace(wanted, '[^0-9]', '', 'g') else '' end;
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  number constant text := '%' || coalesce(nullif(digits, ''), wanted) || '%';
  booked constant uuid[] := private.booked_on(private.searched_days(wanted));
  most constant integer := least(greatest(coalesce(size, 30), 1), 200);
  enough constant integer := case when wanted = '' or before is not null then most else greatest(most, 100) end + 1;
  last_at constant timestamptz := coalesce(nullif(split_part(before, '~', 1), '')::timestamptz,
    case when onwards then '-infinity' else 'infinity' end::timestamptz);
  last_id constant uuid := coalesce(nullif(split_part(before, '~', 2), '')::uuid,
    case when onwards then '00000000-0000-0000-0000-000000000000' else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end::uuid);
  bound constant timestamptz := private.searched_until(coalesce(nullif(digits, ''), wanted), last_at, onwards);
  page json;
begin
  perform private.require_owner();
  if private.is_in(filter, '', '', false, false, false) is null then
    perform private.refuse(400, '22023', 'There is no such filter');
  end if;
  if length(search) > 200 then
    perform private.refuse(400, '22023', 'The search is too long');
  end if;
  -- The planner drops what `onwards` and `booked` decide: each order reads the index in its direction.
  with found as (
    (select c.created_at, c.id, c as contact, null::public.reservations as reservation from public.contacts c
      where case when onwards then (c.created_at, c.id) > (last_at, last_id) and c.created_at <= bound
          else (c.created_at, c.id) < (last_at, last_id) and c.created_at >= bound end
        and private.is_in(filter, 'contact', null, c.handled_at is not null, c.flagged, c.is_spam or c.unwanted)
        and (wanted = ''
          or private.contact_text(c.prenom, c.nom, c.email, c.telephone, c.message, c.note, c.is_agefice) like pattern
          or digits <> ''
            and private.contact_text(c.prenom, c.nom, c.email, c.telephone, c.message, c.note, c.is_agefice) like number)
      order by case when onwards then c.created_at end, case when onwards then c.id end,
        case when not onwards then c.created_at end desc, case when not onwards then c.id end desc limit enough)
    union all
    (select r.created_at, r.id, null, r from public.reservations r
      where case when onwards then (r.created_at, r.id) > (last_at, last_id) and r.created_at <= bound
          else (r.created_at, r.id) < (last_at, last_id) and r.created_at >= bound end
        and private.is_in(filter, 'reservation', r.status, false, r.flagged, r.is_spam or r.unwanted)
        and (wanted = '' or private.reservation_text(r.name, r.email, r.phone, r.note, r.is_agefice) like pattern
          or digits <> '' and private.reservation_text(r.name, r.email, r.phone, r.note, r.is_agefice) like number
          or booked <> '{}' and r.id = any (booked))
      order by case when onwards then r.created_at end, case when onwards then r.id end,
        case when not onwards then r.created_at end desc, case when not onwards then r.id end desc limit enough)
  ), ranked as (
    select found.*, row_number() over (order by
      case when onwards then found.created_at end, case when onwards then found.id end,
      case when not onwards then found.created_at end desc, case when not onwards then found.id end desc) as place
    from found
  )
  select json_build_object(
      'items', coalesce(json_agg(
        case when (r.contact).id is null then private.owned_reservation_json(r.reservation)
          else private.owned_contact_json(r.contact) end order by r.place)
        filter (where r.place <= most), '[]'),
      'next', (
        select to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || l.id
        from ranked l where l.place = most and exists (select from ranked m where m.place = most + 1)),
      'found', case when wanted <> '' and before is null then least((select count(*) from found), 101) end,
      'counts', private.count_requests(), 'asOf', private.iso(now()))
    into page from ranked r where r.place <= most;
  return page;
end $$;

-- Other requests of the person with this address, newest first.
create function private.other_requests(request uuid, address text) returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(other.value order by other.created_at desc, other.id), '[]') from (
    select one.* from (
      select c.created_at, c.id, private.owned_contact_json(c) as value from public.contacts c
        where lower(c.email) = lower(address) and c.id <> request
      union all
      select r.created_at, r.id, private.owned_reservation_json(r) from public.reservations r
        where lower(r.email) = lower(address) and r.id <> request) as one
    order by one.created_at desc, one.id limit 20) as other
$$;

-- A request with its history and mails, other open requests for its days and others of the same person. Null when there is
-- none. `tellsVisitor`: whether the person gets a mail when the owner confirms or cancels now. The history names an owner
-- only where another one could have acted.
create function public.owner_request(id uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  only_owner constant text := case when (select count(*) from private.owners) = 1 then private.require_owner() end;
begin
  perform private.require_owner();
  return (select json_build_object('request', one.value,
      'tellsVisitor', private.may_tell(owner_request.id, 'confirmation'),
      'history', (
        select json_agg(json_build_object('at', private.iso(e.at), 'who', nullif(e.who, only_owner), 'action', e.action, 'detail', e.detail)
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
      'others', private.other_requests(owner_request.id, one.value ->> 'email'),
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

-- The days with a confirmed reservation, those that are asked for, and the holidays. Of a flood, the first 500 requests.
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
  ), open as (
    select d.date, r.id, r.name, r.created_at
      from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
      where r.status = 'nouvelle' and not (r.is_spam or r.unwanted) and d.date between first and last
      order by d.date, r.created_at, r.id limit 500
  ), asked as (
    select o.date, json_agg(json_build_object('id', o.id, 'name', o.name) order by o.created_at, o.id) as requests
      from open o group by o.date
  ), busy as (
    select c.day as date from private.own_calendar_days c where c.day between first and last
  )
  select coalesce(json_agg(json_build_object('date', date, 'requests', coalesce(b.requests, '[]'),
      'asked', coalesce(a.requests, '[]'), 'holiday', h.name, 'isBusy', o.date is not null) order by date), '[]')
    from booked b full join asked a using (date) full join private.named_holidays(first, last) h using (date)
      full join busy o using (date));
end $$;

-- All that is stored about one person, to hand out or to erase.

-- All that is stored about the person with one address, oldest first; null when nothing is.
create function public.owner_person(email text) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return (with kept as (
    select c.created_at, c.id, private.owned_contact_json(c)::jsonb as value
      from public.contacts c where lower(c.email) = lower(private.trimmed(owner_person.email))
    union all
    select r.created_at, r.id, private.owned_reservation_json(r)::jsonb
      from public.reservations r where lower(r.email) = lower(private.trimmed(owner_person.email))
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
    from whole w having count(*) > 0);
end $$;

create table private.erased_requests (
  ref       uuid primary key,
  erased_at timestamptz not null default now()
);

comment on table private.erased_requests is
  'Ids of requests that were erased, until the worker has removed the files that held them.';

create function private.requests_of(address text) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select c.id from public.contacts c where lower(c.email) = lower(private.trimmed(address))
    union all
    select r.id from public.reservations r where lower(r.email) = lower(private.trimmed(address)))
$$;

-- Deletes requests with their mails, or nothing; `unsettled` keeps those that the owner has confirmed or cancelled. For the
-- owner's space and the terminal. `refs` are the ids of those that are gone.
create function private.remove_requests(requests uuid[], unsettled boolean default false) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  refs uuid[];
  digests bigint[];
  contacts integer;
  mails integer;
  is_under_way boolean;
begin
  with contact as (
    delete from public.contacts c where c.id = any (requests) returning c.id
  ), reservation as (
    delete from public.reservations r
      where r.id = any (requests) and (not unsettled or r.status = 'nouvelle') returning r.id
  )
  select array(select id from contact union all select id from reservation), (select count(*) from contact)
    into refs, contacts;
  -- Deleted first: a claim that is under way is waited for and then seen. One that comes later finds no row.
  with mail as (
    delete from private.outbox o where o.ref = any (refs)
      returning o.digest_id, o.sent_at is null and o.claimed_until > clock_timestamp() as is_claimed
  )
  select count(*), coalesce(bool_or(m.is_claimed), false), array_agg(distinct m.digest_id)
    into mails, is_under_way, digests from mail m;
  -- A worker that is sending one of these mails could write its file later.
  if is_under_way or exists (select from private.outbox d
      where d.id = any (digests) and d.sent_at is null and d.claimed_until > clock_timestamp()) then
    perform private.refuse_action('A mail about this person is being sent: try again in two minutes', 'mail-under-way');
  end if;
  -- Where no worker of ours runs, there are no files.
  insert into private.erased_requests (ref) select unnest(refs);
  return json_build_object('contacts', contacts, 'reservations', cardinality(refs) - contacts, 'mails', mails,
    'refs', to_json(refs));
end $$;

-- Deletes all that is stored about the person with one address, or nothing. `typed` repeats the address.
create function public.owner_erase_person(email text, typed text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  whose constant text := lower(private.trimmed(email));
begin
  perform private.require_owner();
  if coalesce(whose, '') = '' or lower(private.trimmed(typed)) is distinct from whose then
    perform private.refuse(400, '22023', 'The address that was typed is another');
  end if;
  return (private.remove_requests(private.requests_of(whose))::jsonb - 'refs')::json;
end $$;

-- The private address from which an owner's calendar reads the confirmed days. The secret is the name of the
-- file in it; only its digest is stored.

create table private.owner_feeds (
  owner_id    uuid primary key references private.owners (id) on delete cascade,
  name_digest bytea not null unique constraint owner_feeds_name_digest_ok check (octet_length(name_digest) = 32),
  renewed_at  timestamptz not null default now()
);

comment on table private.owner_feeds is 'Private calendar addresses, one an owner. A row removed, or its owner, ends the address.';
comment on column private.owner_feeds.name_digest is 'SHA-256 of the name of the file in the address. Who reads it cannot compute the address.';

create function private.owner_id(address text) returns uuid
language sql stable set search_path = ''
return (select o.id from private.owners o where o.email = address);

-- Tells whether there is an address, and never which: nobody knows it any more.
create function public.owner_feed() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := private.owner_id(private.require_owner());
begin
  return json_build_object('renewedAt',
    (select private.iso(f.renewed_at) from private.owner_feeds f where f.owner_id = owner));
end $$;

-- Makes the owner's address, in place of the last one. Only this answer has it.
create function public.owner_renew_feed() returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  owner constant uuid := private.owner_id(private.require_owner());
  name constant text := translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'),
    '+/=', '-_') || '.ics';
  made timestamptz;
begin
  if owner is null then
    perform private.refuse_action('An address belongs to an owner: the terminal is none');
  end if;
  insert into private.owner_feeds as f (owner_id, name_digest) values (owner, sha256(convert_to(name, 'UTF8')))
    on conflict (owner_id) do update set name_digest = excluded.name_digest, renewed_at = now()
    returning f.renewed_at into made;
  return json_build_object('path', '/espace/agenda/' || name, 'renewedAt', private.iso(made));
end $$;

-- The confirmed days of an address, from three months ago on, with what the owner needs on that day. Null when no
-- address has this name.
create function private.feed_days(name_digest bytea) returns json
language sql stable security definer set search_path = '' as $$
  select (
      select coalesce(json_agg(json_build_object('date', d.date, 'id', r.id,
          'uid', private.entry_uid(r.id, d.seat), 'version', r.version, 'name', r.name, 'phone', r.phone, 'email', r.email,
          'isAgefice', r.is_agefice, 'note', r.note, 'receivedAt', private.iso(r.created_at)) order by d.date, r.created_at, r.id), '[]')
        from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
        where d.confirmed and d.date >= private.paris_day(now()) - 92)
    from private.owner_feeds f where f.name_digest = feed_days.name_digest;
$$;

-- What the owner's space shows first: what waits for the owner, the next days, what is wrong, and the first steps.

create function private.next_days(most integer) returns json
language sql stable set search_path = '' as $$
  with next as (
    select distinct d.date from public.reservation_dates d where d.confirmed and d.date >= private.paris_day(now())
      order by d.date limit most
  )
  select coalesce(json_agg(json_build_object('date', n.date, 'requests', (
      select json_agg(json_build_object('id', r.id, 'name', r.name) order by r.created_at, r.id)
      from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
      where d.date = n.date and d.confirmed)) order by n.date), '[]')
    from next n
$$;

-- `steps` is null once the owner has confirmed or cancelled a reservation: the first days are over.
create function public.owner_today() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := private.owner_id(private.require_owner());
begin
  return json_build_object(
    'todo', private.count_todo(),
    'oldestAt', (select private.iso(least(
      (select min(c.created_at) from public.contacts c where c.handled_at is null and not (c.is_spam or c.unwanted)),
      (select min(r.created_at) from public.reservations r where r.status = 'nouvelle' and not (r.is_spam or r.unwanted))))),
    'next', private.next_days(3),
    'concerns', (select coalesce(json_agg(c), '[]') from json_array_elements(private.concerns()) as c
      where c ->> 'kind' <> 'requests'),
    'steps', case when not exists (select from public.reservations r where r.status = 'confirmee' and not (r.is_spam or r.unwanted))
        and not exists (select from public.reservations r where r.status = 'annulee' and not (r.is_spam or r.unwanted)) then
      json_build_object(
        'days', (select r.version > 1 from private.opening_rule r),
        'agenda', exists (select from private.owner_feeds f where f.owner_id = owner),
        'request', private.count_all() > 0) end);
end $$;

-- Figures of the last twelve months for the owner: counts, and nothing about a person.

-- Months in Paris, the earliest first. `pages` is null where no server counts them. `agefice`: of all these requests.
create function public.owner_figures() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  today constant date := private.paris_day(now());
  this_month constant timestamp := date_trunc('month', today::timestamp);
begin
  perform private.require_owner();
  return (with month as (
    select m::date as first, (m + interval '1 month')::date as after, m at time zone 'Europe/Paris' as starts,
        (m + interval '1 month') at time zone 'Europe/Paris' as ends
      from generate_series(this_month - interval '11 months', this_month, interval '1 month') as m
  ), counted as (
    select m.*, requests.total, requests.agefice
      from month m cross join lateral (
        select count(*) as total, count(*) filter (where r.is_agefice) as agefice from (
          select c.is_agefice from public.contacts c
            where c.created_at >= m.starts and c.created_at < m.ends and not (c.is_spam or c.unwanted)
          union all
          select v.is_agefice from public.reservations v
            where v.created_at >= m.starts and v.created_at < m.ends and not (v.is_spam or v.unwanted)) as r) as requests
  )
  select json_build_object(
      'months', json_agg(json_build_object('month', to_char(c.first, 'YYYY-MM'), 'requests', c.total,
        'confirmedDays', (select count(*) from public.reservation_dates d
                          where d.confirmed and d.date >= c.first and d.date < c.after),
        'pages', coalesce((select p.served from private.page_months p where p.month = c.first),
          case when exists (select from private.page_months) then 0 end)) order by c.first),
      'agefice', sum(c.agefice)::bigint,
      'daysAhead', (select count(*) from public.reservation_dates d where d.confirmed and d.date >= today))
    from counted c);
end $$;

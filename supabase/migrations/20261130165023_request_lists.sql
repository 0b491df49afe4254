-- What the owner reads of requests: one as JSON, searches, lists, one with its history, and all for a file.

create function private.owned_contact_json(contact public.contacts) returns json
language sql stable set search_path = '' as $$
  select (private.contact_json(contact)::jsonb || jsonb_build_object('version', contact.version,
      'confirmedDates', '[]'::jsonb, 'takenDates', '[]'::jsonb, 'handledAt', private.iso(contact.handled_at), 'note', contact.note,
      'isSpam', contact.is_spam or contact.unwanted, 'followUp', '{}'::jsonb))::json
$$;

-- A reservation as the owner's space shows it (`OwnedRequest` in requests.ts). `isContract`: null while nobody has said
-- who pays. `traineeStatus`, `isFundingSettled`, `newAgreement`: what mails to its visitor leave out or announce.
-- `agreement`: the signed one that `newAgreement` is to replace, or that binds both sides. `isFundingAwaited`: whether
-- AGEFICE pays and its complete file has not gone; `isFundingDropped`: whether it was asked for, and is no longer.
-- `wishes`: days that wait for an answer, each with the confirmed one that it is to replace, and when its visitor asked
-- last. `heldCents`: of a cancelled or reopened one, the sum that came under a signed agreement and is not settled; 0
-- while it is unknown.
create function private.owned_reservation_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select (private.reservation_json(reservation)::jsonb || jsonb_build_object('version', reservation.version,
      'confirmedDates', (
        select coalesce(jsonb_agg(d.date order by d.date), '[]')
        from public.reservation_dates d where d.reservation_id = reservation.id and d.confirmed),
      'takenDates', (
        select coalesce(jsonb_agg(d.date order by d.date), '[]')
        from public.reservation_dates d where d.reservation_id = reservation.id and not (d.confirmed or d.declined) and exists (
          select from public.reservation_dates other
            where other.date = d.date and other.confirmed and other.reservation_id <> d.reservation_id)),
      'handledAt', private.iso(reservation.handled_at), 'note', reservation.note,
      'isSpam', reservation.is_spam or reservation.unwanted,
      'isContract', coalesce(f.payer = 'self', case when reservation.is_agefice then false end),
      'traineeStatus', f.status, 'isFundingSettled', coalesce(f.funding_filed_on, f.funding_dropped_on) is not null,
      'isFundingAwaited', case when f.payer is null then reservation.is_agefice else f.payer = 'agefice' end
        and coalesce(f.funding_filed_on, f.funding_dropped_on) is null,
      'wishes', case when reservation.status = 'nouvelle' and private.confirmed_days(reservation.id) <> '{}' then (
        select jsonb_agg(jsonb_build_object('from', w.given, 'to', w.wanted, 'at', (
            select private.iso(max(e.at)) from private.request_events e
              where e.ref = reservation.id and e.action = 'visitor_asked'))) from private.wishes_of(reservation.id) as w) end,
      'heldCents', case when reservation.paid_on is not null or f.deposit_on is not null then private.held_cents(reservation) end,
      'agreement', private.signed_agreement(reservation), 'newAgreement', private.new_agreement(reservation),
      'followUp', jsonb_strip_nulls(jsonb_build_object('convention_sent', reservation.convention_sent_on,
        'convention_signed', reservation.convention_signed_on, 'paid', reservation.paid_on, 'held', reservation.held_on))))::json
    from (select) as one left join private.day_files f on f.ref = reservation.id
$$;

-- Null when there is none.
create function private.owned_request_json(request uuid) returns json
language sql stable set search_path = '' as $$
  select private.owned_contact_json(c) from public.contacts c where c.id = request
  union all
  select private.owned_reservation_json(r) from public.reservations r where r.id = request;
$$;

-- The text of a request in which it looks; « agefice » finds who asked for this funding. No `set search_path`:
-- PostgreSQL then inlines the function, as it does private.search_text().
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

-- How far a search goes from one time on: back, or onwards with `oldest`. An index of trigrams finds any three letters
-- or digits in a row; without it, 20,000 messages and as many reservations are read, and 500 for fewer letters.
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

-- The days that a folded text names: « 15/12 », « mar. 15 dec. », « 1er decembre 2026 », « 2026-12-15 ». Without a
-- year, those of the years around; null when it names none.
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

-- The number is exact up to 10,000. Beyond, what vacuum and analyze last counted in an index that holds just these
-- rows.
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

-- A page of requests, newest or oldest first. `before` is the `next` of the page above it. `found`: how many a search
-- finds, 101 for more than a hundred, as each one that it reads costs time; null on further pages. Planned for each
-- call, as the index depends on the filter and the order.
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

-- A request with its history and mails, other open requests for its days and others of the same person. Null when there
-- is none. `tellsVisitor`: whether the person gets a mail when the owner confirms or cancels now. `price`: of a day as
-- it was announced, and what was agreed on. `agreedDays`: of the signed agreement, valid or not. `calledOffDays`: those
-- that the owner has cancelled. `day` of a mail: the one that it is about alone. `videoLink`: the address that mails
-- tell of. The history names an owner only where another one could have acted.
create function public.owner_request(id uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  only_owner constant text := case when (select count(*) from private.owners) = 1 then private.require_owner() end;
begin
  perform private.require_owner();
  return (select json_build_object('request', one.value,
      'tellsVisitor', private.may_tell(owner_request.id, 'confirmation'),
      'price', (
        select json_build_object('dayCents', private.announced_cents(r), 'priceCents', f.price_cents)
          from public.reservations r, lateral private.file_of(r) as f where r.id = owner_request.id),
      'agreedDays', (
        select p.days from private.day_papers p
          where p.ref = owner_request.id and p.paper = 'convention' and p.signed_on is not null),
      'calledOffDays', (
        select private.days_called_off(r) from public.reservations r where r.id = owner_request.id and r.status <> 'annulee'),
      'videoLink', (select s.video_link from private.settings s),
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
        select coalesce(json_agg(jsonb_build_object('kind', o.kind, 'sentAt', private.iso(o.sent_at),
            'failedAt', private.iso(o.given_up_at)) || jsonb_strip_nulls(jsonb_build_object(
            'day', coalesce(o.about, case o.kind when 'calendar' then (o.entry ->> 'day')::date end),
            'isRemoval', nullif(o.kind = 'calendar' and o.entry ->> 'method' = 'CANCEL', false))) order by o.id), '[]')
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

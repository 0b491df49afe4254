-- The owner's days: the agenda, the address from which a calendar reads it, the opening view, and figures.

-- The days with a confirmed reservation, those that are asked for, and the holidays. Of a flood, the first 500
-- requests. A visitor who asks for another day in place of a confirmed one (`insteadOf`) asks for that alone.
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
      where r.status = 'nouvelle' and not (d.confirmed or d.declined or r.is_spam or r.unwanted) and d.date between first and last
      order by d.date, r.created_at, r.id limit 500
  ), asked as (
    select o.date, json_agg(json_build_object('id', o.id, 'name', o.name,
        'insteadOf', private.replaced_by(o.id, o.date)) order by o.created_at, o.id) as requests
      from open o group by o.date
  ), busy as (
    select c.day as date from private.own_calendar_days c where c.day between first and last
  )
  select coalesce(json_agg(json_build_object('date', date, 'requests', coalesce(b.requests, '[]'),
      'asked', coalesce(a.requests, '[]'), 'holiday', h.name, 'isBusy', o.date is not null) order by date), '[]')
    from booked b full join asked a using (date) full join private.named_holidays(first, last) h using (date)
      full join busy o using (date));
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
          'isAgefice', r.is_agefice or private.asks_agefice(r),
          'isFundingDropped', r.is_agefice and not private.asks_agefice(r),
          'note', r.note, 'receivedAt', private.iso(r.created_at)) order by d.date, r.created_at, r.id), '[]')
        from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
        where d.confirmed and d.date >= private.paris_day(now()) - 92)
    from private.owner_feeds f where f.name_digest = feed_days.name_digest;
$$;

-- What the owner's space shows first: what waits for the owner, the next days, what is wrong, and the first steps.

-- The confirmed days that are not over, with who comes.
create function private.next_days(most integer) returns json
language sql stable set search_path = '' as $$
  with next as (
    select distinct d.date from public.reservation_dates d where d.confirmed and d.date >= private.first_day_ahead()
      order by d.date limit most
  )
  select coalesce(json_agg(json_build_object('date', n.date, 'requests', (
      select json_agg(json_build_object('id', r.id, 'name', r.name) order by r.created_at, r.id)
      from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
      where d.date = n.date and d.confirmed)) order by n.date), '[]')
    from next n
$$;

-- Wishes without an answer, which the space and the mail of the morning name and do not count with other requests; also
-- once the day was held that they were to replace (`isLate`). `isTaken`: another reservation is confirmed for the new
-- day.
create function private.open_wishes() returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('request', json_build_object('id', r.id, 'name', r.name),
      'from', w.given, 'to', w.wanted, 'isLate', w.given < private.first_day_ahead(),
      'isTaken', exists (select from public.reservation_dates d
        where d.date = w.wanted and d.confirmed and d.reservation_id <> r.id)) order by w.given, r.id), '[]')
    from (select * from public.reservations r where r.status = 'nouvelle' and not (r.is_spam or r.unwanted)
        and exists (select from public.reservation_dates d where d.reservation_id = r.id and d.confirmed) offset 0) as r,
      private.wishes_of(r.id) as w
$$;

create function private.named_in(wishes json) returns uuid[]
language sql immutable set search_path = '' as $$
  select array(select (w -> 'request' ->> 'id')::uuid from json_array_elements(wishes) as w)
$$;

-- One of several days may be of the signed agreement, and a later one not.
create function private.given_up_days() returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('request', json_build_object('id', r.id, 'name', r.name), 'version', r.version,
      'days', given.days, 'agreement', given.agreement, 'isWithdrawal', given.is_withdrawal) order by given.last desc), '[]')
    from (
      select e.ref, max(e.id) as last, array_agg(distinct day.date order by day.date) as days,
          (array_agg(e.detail -> 'agreement' order by e.id desc) filter (where e.detail ->> 'agreement' is not null))[1] as agreement,
          bool_or(e.action = 'visitor_cancelled' and e.detail #>> '{agreement,withdrawalUntil}' is not null) as is_withdrawal
        from private.request_events e,
          lateral (select json_array_elements_text(case e.action when 'visitor_cancelled' then e.detail -> 'confirmed'
            else json_build_array(case when (e.detail ->> 'wasConfirmed')::boolean then e.detail ->> 'day' end) end)::date as date) as day
        where e.action in ('visitor_cancelled', 'visitor_gave_up')
          and e.at > now() - case when e.detail ->> 'agreement' is not null then interval '2 years' else interval '7 days' end
          and (day.date >= private.first_day_ahead() or e.detail ->> 'agreement' is not null)
          and day.date <> all (private.confirmed_days(e.ref)) and private.is_unseen(e)
        group by e.ref) as given join public.reservations r on r.id = given.ref
    where not (r.is_spam or r.unwanted)
$$;
comment on function private.given_up_days() is
  'Confirmed days that visitors have given up, in one line for each request: for a week, until the day comes, or until the owner
does something with the request; of a signed agreement, which may ask for a sum to be paid back, for two years or until then.
A day that is confirmed again is not one. `version`: the one that the owner sees. `agreement`: the one that was signed.
`isWithdrawal`: the visitor has withdrawn from it; giving up one day of several is no withdrawal.';

-- `todo` counts all requests that wait; `oldestAt` and `only`, which names a request that waits alone, are about those
-- that `wishes` does not name. `next` has all confirmed days to come: the space shows the first ones and counts the
-- others. `concerns` are as many as one reads in the space. `steps` that are open stay within reach once the owner has
-- confirmed or cancelled a reservation, which `answered` says.
create function public.owner_today() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := private.owner_id(private.require_owner());
  wishes constant json := private.open_wishes();
  named constant uuid[] := private.named_in(wishes);
begin
  return json_build_object(
    'todo', private.count_todo(),
    'oldestAt', (select private.iso(least(
      (select min(c.created_at) from public.contacts c where c.handled_at is null and not (c.is_spam or c.unwanted)),
      (select min(r.created_at) from public.reservations r where r.status = 'nouvelle' and not (r.is_spam or r.unwanted)
          and r.id <> all (named))))),
    'only', (select case when count(*) = 1 then min(one.name) end from (
      (select concat_ws(' ', c.prenom, c.nom) as name from public.contacts c
        where c.handled_at is null and not (c.is_spam or c.unwanted) limit 2)
      union all
      (select r.name from public.reservations r
        where r.status = 'nouvelle' and not (r.is_spam or r.unwanted)
          and r.id <> all (named) limit 2)) as one),
    'wishes', wishes,
    'givenUp', private.given_up_days(),
    'next', private.next_days(null),
    'concerns', (select coalesce(json_agg(c), '[]') from json_array_elements(private.concerns(100)) as c
      where c ->> 'kind' <> 'requests'),
    'steps', json_build_object(
      'days', (select r.version > 1 from private.opening_rule r),
      'agenda', exists (select from private.owner_feeds f where f.owner_id = owner),
      'request', private.count_all() > 0,
      'answered', exists (select from public.reservations r where r.status = 'confirmee' and not (r.is_spam or r.unwanted))
        or exists (select from public.reservations r where r.status = 'annulee' and not (r.is_spam or r.unwanted))));
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

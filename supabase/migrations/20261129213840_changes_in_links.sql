-- A link shows what its visitor has changed: which confirmed day another one is asked for in place of, and the confirmed days that
-- were given up. Why: docs/decisions/046-links-for-visitors.md.

-- The confirmed day that a requested one is to replace, also when it replaces an earlier wish for that; null without one.
create function private.replaced_by(request uuid, day date) returns date
language sql stable set search_path = '' as $$
  with recursive asked as (
    select e.id, (e.detail ->> 'from')::date as given, (e.detail ->> 'to')::date as wanted
      from private.request_events e where e.ref = replaced_by.request and e.action = 'visitor_asked'
  ), wish as (
    (select a.id, a.given from asked a where a.wanted = replaced_by.day order by a.id desc limit 1)
    union all
    select earlier.id, earlier.given from wish w,
      lateral (select a.id, a.given from asked a where a.wanted = w.given and a.id < w.id order by a.id desc limit 1) as earlier
  )
  select w.given from wish w join public.reservation_dates d
      on d.reservation_id = replaced_by.request and d.date = w.given and d.confirmed
    order by w.id desc limit 1
$$;

-- Confirmed days that the visitor has given up singly. `isSigned`: the agreement that both sides have signed is also for that day.
create function private.days_given_up(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('date', given.day, 'isSigned', exists (select from private.day_papers p
        where p.ref = reservation.id and p.paper = 'convention' and p.signed_on is not null and given.day = any (p.days)))
      order by given.day), '[]')
    from (select distinct (e.detail ->> 'day')::date as day from private.request_events e
      where e.ref = reservation.id and e.action = 'visitor_gave_up' and (e.detail ->> 'wasConfirmed')::boolean) as given
    where given.day not in (select d.date from public.reservation_dates d where d.reservation_id = reservation.id)
$$;

-- What a link shows: nothing by which a person can be named or written to, since links are forwarded. `calendarId`: for pages of
-- earlier releases. `declined`: of a cancelled reservation, a day that its confirmation had not kept. `insteadOf`: the confirmed
-- day that a requested one is to replace. `agreement`: what both sides have signed, or had when its visitor cancelled.
create or replace function private.managed_json(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select json_build_object('status', r.status, 'version', r.version, 'receivedAt', private.iso(r.created_at),
      'isAgefice', r.is_agefice, 'daysWanted', private.days_wanted(r), 'calendarId', private.calendar_id(r.id),
      'dayCents', private.announced_cents(r),
      'priceCents', (select f.price_cents from private.day_files f where f.ref = r.id),
      'videoLink', (select s.video_link from private.settings s where exists (select from public.reservation_dates d
        where d.reservation_id = r.id and d.confirmed and d.date >= private.paris_day(now()))),
      'wasConfirmed', private.was_confirmed(ended),
      'agreement', case r.status when 'annulee' then ended.detail -> 'agreement' else private.signed_agreement(r) end,
      'givenUp', private.days_given_up(r),
      'days', (select coalesce(json_agg(json_build_object('date', d.date, 'confirmed', d.confirmed,
          'declined', d.declined, 'uid', private.entry_uid(r.id, d.seat),
          'insteadOf', case when r.status = 'nouvelle' and not d.confirmed then private.replaced_by(r.id, d.date) end)
          order by d.date), '[]')
               from public.reservation_dates d where d.reservation_id = r.id))
    from public.reservations r, lateral private.last_cancellation(r) as ended where r.id = reservation;
$$;

revoke all on function private.replaced_by, private.days_given_up from public;

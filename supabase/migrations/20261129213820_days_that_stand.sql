-- The owner's mail about a request warns of the days that stand: not of one that a confirmation did not keep, nor of another
-- request that has lost the day so.

-- What the owner's mail about a reservation says; of many clashes it names the first five. `isFundingFiled`: the complete file has
-- gone to the fund.
create or replace function private.reservation_detail(reservation uuid) returns json
language sql stable set search_path = '' as $$
  with clash as (
    select c.* from private.clashes(reservation) c
      join public.reservation_dates mine on mine.reservation_id = reservation_detail.reservation and mine.date = c.date
      join public.reservations r on r.id = mine.reservation_id
      where (mine.confirmed or r.status <> 'confirmee') and (c.confirmed or c.status <> 'confirmee')
  )
  select (private.reservation_json(r)::jsonb || jsonb_build_object('calendarId', private.calendar_id(r.id),
      'isFundingFiled', exists (select from private.day_files f where f.ref = r.id and f.funding_filed_on is not null),
      'clashes', (
        select coalesce(json_agg(json_build_object('date', c.date, 'name', c.name, 'status', c.status)
                                 order by c.date, c.created_at), '[]')
        from (select * from clash order by date, created_at limit 5) as c),
      'clashCount', (select count(*) from clash)))::json
    from public.reservations r where r.id = reservation;
$$;

-- The content of the owner's mail about the last change of days that the visitor has made: what was filled in is none. Deadlines are
-- reckoned from `at`.
create or replace function private.change_detail(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select (private.reservation_detail(reservation)::jsonb || jsonb_build_object('change', (
      select jsonb_build_object('action', e.action, 'at', private.iso(e.at)) || e.detail::jsonb from private.request_events e
        where e.ref = reservation and e.who = 'visitor' and e.detail is not null order by e.id desc limit 1)))::json;
$$;

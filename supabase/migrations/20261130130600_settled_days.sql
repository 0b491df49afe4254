-- A day that was refused, or left out of a confirmation, is asked for no longer: neither the space nor a mail tells of
-- it as if it were.

-- Other requests that have a day of a reservation or wait for an answer about it, without those of robots and spam:
-- what they chose as their name must reach no mail. `status`: of that day.
create or replace function private.clashes(reservation uuid)
returns table (date date, id uuid, name text, status text, confirmed boolean, created_at timestamptz)
language sql stable set search_path = ''
as $$
  select mine.date, other.id, other.name, case when theirs.confirmed then 'confirmee' else other.status end, theirs.confirmed,
      other.created_at
    from public.reservation_dates mine
    join public.reservation_dates theirs on theirs.date = mine.date and theirs.reservation_id <> mine.reservation_id
    join public.reservations other on other.id = theirs.reservation_id
      and (theirs.confirmed or other.status = 'nouvelle') and not (other.unwanted or other.is_spam)
    where mine.reservation_id = clashes.reservation;
$$;

-- What the owner's mail about a reservation says; of many clashes it names the first five. It warns of the days that
-- stand, or stood until its cancellation: not of one that a confirmation did not keep.
-- `isAgefice`: whether AGEFICE is asked for still; `isFundingFiled`: the complete file has gone to the fund.
create or replace function private.reservation_detail(reservation uuid) returns json
language sql stable set search_path = '' as $$
  with clash as (
    select c.* from private.clashes(reservation) c
      join public.reservation_dates mine on mine.reservation_id = reservation_detail.reservation and mine.date = c.date
      join public.reservations r on r.id = mine.reservation_id
      where mine.confirmed or r.status <> 'confirmee' and not mine.declined
  )
  select (private.reservation_json(r)::jsonb || jsonb_build_object('calendarId', private.calendar_id(r.id),
      'isAgefice', private.asks_agefice(r),
      'isFundingFiled', exists (select from private.day_files f where f.ref = r.id and f.funding_filed_on is not null),
      'clashes', (
        select coalesce(json_agg(json_build_object('date', c.date, 'name', c.name, 'status', c.status)
                                 order by c.date, c.created_at), '[]')
        from (select * from clash order by date, created_at limit 5) as c),
      'clashCount', (select count(*) from clash)))::json
    from public.reservations r where r.id = reservation;
$$;

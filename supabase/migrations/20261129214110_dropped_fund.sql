-- Where AGEFICE is not asked after all, the sums of a year no longer name it: the trainee pays.

-- Days that were confirmed and are over, of one year, by reservation. `daysBefore`: its days in earlier years. `payer`: the trainee, where
-- AGEFICE is not asked after all.
create or replace function private.held_in(year integer) returns json
language sql stable set search_path = '' as $$
  with held as (
    select d.reservation_id as id, array_agg(d.date order by d.date) as days
      from public.reservation_dates d
      where d.confirmed and d.date between make_date(held_in.year, 1, 1)
        and least(make_date(held_in.year, 12, 31), private.paris_day(now()))
      group by d.reservation_id
  )
  select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'isAgefice', r.is_agefice,
      'payer', case when f.payer = 'agefice' and f.funding_dropped_on is not null then 'self' else f.payer end,
      'payerName', f.payer_name, 'status', f.status, 'priceCents', f.price_cents, 'heldOn', r.held_on, 'paidOn', r.paid_on,
      'days', held.days, 'kept', f.kept,
      'daysBefore', (select count(*) from public.reservation_dates d
        where d.reservation_id = r.id and d.confirmed and d.date < make_date(held_in.year, 1, 1)),
      'allDays', cardinality(private.confirmed_days(r.id))) order by held.days, r.id), '[]')
    from held join public.reservations r using (id), lateral private.file_of(r) as f
    where not (r.is_spam or r.unwanted)
$$;

-- Where AGEFICE is not asked after all, the sums of a year no longer name it: the trainee pays.

-- As before, with the trainee in place of a fund that is not asked.
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

comment on function private.held_in(integer) is
  'Days that were confirmed and are over, of one year, by reservation. `daysBefore`: its days in earlier years. `payer`: the
trainee, where AGEFICE is not asked after all.';

comment on function private.given_up_days() is
  'Confirmed days that visitors have given up: for a week, until the day comes, or until the owner does something with the
request; of a signed agreement, which may ask for a sum to be paid back, for two years or until then. A day that is confirmed
again is not one. `version`: the one that the owner sees. `agreement`: the one that was signed. `isWithdrawal`: the visitor has
withdrawn from it; giving up one day of several is no withdrawal.';

comment on function private.deadlines(date) is
  'Dates of the law and of funds that are near, and what is still to do for a day, each until it is noted or two years are over,
the report of a year until that of the next is asked for. `kept`: the hours of a day that is over. `file`: what the visitor has
written and the owner not yet opened, and the papers that have not gone out: a convocation and the blank sheet from one week
before the first day to the last, the others once the hours are noted. `funding`: the complete file of AGEFICE, due 15 days
before the next day that it is not too late for, otherwise before the last one. `signature` of an agreement for the days that
are confirmed now; after them it ends with the payment where no fund asks for it. `payable`: a contract, of which nothing is
owed before. `reimbursement` by AGEFICE of a file that was filed, due four months after the last day. `invoice`: unpaid.';

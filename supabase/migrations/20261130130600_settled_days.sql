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

-- The days with a confirmed reservation, those that are asked for, and the holidays. Of a flood, the first 500
-- requests. A visitor who asks for another day in place of a confirmed one asks for that alone.
create or replace function public.owner_agenda(first date, last date) returns json
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
      where r.status = 'nouvelle' and not (d.confirmed or r.is_spam or r.unwanted) and d.date between first and last
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

-- What the owner has called off of a signed agreement once its other days are over, as a sum may have to be given back.
-- While one is ahead, the agreement for what is left tells of it.

create index request_events_called_off on private.request_events (ref) where action = 'called_off';

-- The cancelled reservations of a signed agreement, and those whose rest is called off, until the owner has noted since
-- that it is done, that a sum was given back or that one was paid. A view, so that those of years cost one look at an
-- index each.
create or replace view private.unsettled_cancellations as
  select r.id as ref, r as reservation from (
      select c.id from public.reservations c where c.status = 'annulee' and c.convention_signed_on is not null
      union
      select p.ref from private.day_papers p where p.signed_before is not null
      union
      select e.ref from private.request_events e where e.action = 'called_off') as signed
    join public.reservations r using (id), lateral (
      select e.action from private.request_events e where e.ref = r.id and e.action in
        ('cancelled', 'visitor_cancelled', 'called_off', 'seen', 'refunded', 'paid', 'paid_undone') order by e.id desc limit 1) as last
    where last.action in ('cancelled', 'visitor_cancelled', 'called_off', 'paid_undone') and (r.status = 'annulee'
      or r.status = 'confirmee' and private.days_called_off(r) <> '{}' and not exists (
        select from public.reservation_dates d
          where d.reservation_id = r.id and d.confirmed and d.date >= private.first_day_ahead()));

-- The signed agreement that an unsettled cancellation has ended, and what was confirmed until its visitor cancelled, or
-- what the owner has called off after days that were held; nulls without one. `is_own`: the owner has cancelled. The
-- agreement has the deposit and the payment that are noted, with the price that was paid, and, where its consumer has
-- withdrawn, the last of the fourteen days to give them back, and whether it is over (Code de la consommation,
-- L221-24). Its type is EndedAgreement in contract/src/agreement-words.ts.
create or replace function private.ended_agreement(reservation public.reservations,
  out at timestamptz, out is_own boolean, out agreement json, out days json)
language sql stable set search_path = '' as $$
  select ended.at, ended.action <> 'visitor_cancelled', (signed.agreement::jsonb || jsonb_strip_nulls(jsonb_build_object(
        'depositOn', f.deposit_on, 'depositCents', f.deposit_cents, 'paidOn', reservation.paid_on,
        'paidCents', case when reservation.paid_on is not null then coalesce(private.due_cents(f), p.cents) end,
        'refundUntil', refund.until, 'isRefundLate', nullif(refund.until < private.paris_day(now()), false))))::json,
      case ended.action when 'called_off' then to_json(private.days_called_off(reservation)) else ended.detail -> 'confirmed' end
    from (select e from private.request_events e where e.ref = reservation.id and case reservation.status
          when 'annulee' then e.action in ('visitor_cancelled', 'cancelled') else e.action = 'called_off' end
        order by e.id desc limit 1) as last (event), lateral (select (last.event).*) as ended,
      lateral (select case when ended.action = 'visitor_cancelled' then ended.detail -> 'agreement'
        when private.was_confirmed(last.event) then private.signed_agreement(reservation) end as agreement) as signed,
      lateral (select case when ended.action = 'visitor_cancelled' and signed.agreement ->> 'withdrawalUntil' is not null
        then private.paris_day(ended.at) + 14 end as until) as refund,
      lateral private.file_of(reservation) as f
      left join private.day_papers p on p.ref = f.ref and p.paper = 'convention'
    where signed.agreement is not null
      and exists (select from private.unsettled_cancellations u where u.ref = reservation.id)
$$;

-- A signed agreement that a cancellation has ended may ask for a sum, to give back or to collect, and for a word to the
-- person. Whoever has cancelled, « Aujourd'hui », the mail of the morning and the file tell of it until it is noted:
-- given back, paid, or done, whatever was reopened, confirmed or cancelled since. A reservation that is opened again
-- after an end for good asks for a new agreement; otherwise what came is kept for the confirmation.

-- Days that the owner has called off, or that their visitor has given up of a signed agreement, after a sum had come,
-- with the last event of those alike, until it is noted that this is done, given back or paid; nulls for none, and once
-- they are confirmed again.
create function private.paid_part(reservation public.reservations, out event private.request_events, out days date[])
language sql stable set search_path = '' as $$
  select (array_agg(e order by e.id desc))[1], array_agg(distinct day::date order by day::date)
    from private.request_events e, private.day_files f,
      json_array_elements_text(case e.action when 'called_off' then e.detail -> 'days'
        else json_build_array(e.detail -> 'day') end) as day
    where e.ref = reservation.id and f.ref = e.ref and reservation.status = 'confirmee'
      and (e.action = 'called_off' or e.action = 'visitor_gave_up' and e.detail ->> 'agreement' is not null)
      and least(reservation.paid_on, f.deposit_on) <= private.paris_day(e.at)
      and day::date <> all (private.confirmed_days(reservation.id))
      and not exists (select from private.request_events later where later.ref = e.ref and later.id > e.id
        and later.action in ('seen', 'refunded', 'paid', 'reopened'))
    group by e.action order by max(e.id) desc limit 1
$$;

-- The cancelled reservations of a signed agreement, those whose rest is called off, and those of which a part is gone
-- that a sum has come for, until the owner has noted since that it is done, that a sum was given back or that one was
-- paid. While a day of what the owner has called off is ahead, the agreement for what is left tells of it. A view, so
-- that those of years cost one look at an index each.
create view private.cancellations_to_settle as
  select r.id as ref, r as reservation from (
      select c.id from public.reservations c where c.status = 'annulee' and c.convention_signed_on is not null
      union
      select p.ref from private.day_papers p where p.signed_before is not null
      union
      select e.ref from private.request_events e where e.action = 'called_off'
      union
      select e.ref from private.request_events e
        where e.action = 'visitor_gave_up' and e.at > now() - interval '2 years') as signed
    join public.reservations r using (id) left join lateral (
      select e.action from private.request_events e
        where e.ref = r.id and e.action in
          ('cancelled', 'visitor_cancelled', 'called_off', 'seen', 'refunded', 'paid', 'paid_undone')
        order by e.id desc limit 1) as last on true
    where last.action in ('cancelled', 'visitor_cancelled', 'called_off', 'paid_undone') and (r.status = 'annulee'
        or r.status = 'confirmee' and private.days_called_off(r) <> '{}' and not exists (
          select from public.reservation_dates d
            where d.reservation_id = r.id and d.confirmed and d.date >= private.first_day_ahead()))
      or (select part.days is not null from private.paid_part(r) as part);

-- The last cancellation that took confirmed days, or a signed agreement, also where the reservation was reopened and
-- cancelled since; null where what it asks for was noted as done before that.
create function private.ending_cancellation(reservation public.reservations) returns private.request_events
language sql stable set search_path = '' as $$
  select e from private.request_events e, lateral (
      select (private.last_cancellation(reservation)).id offset 0) as last
    where e.ref = reservation.id and reservation.status <> 'confirmee' and e.action in ('cancelled', 'visitor_cancelled')
      and (private.was_confirmed(e) or e.action = 'visitor_cancelled' and e.detail -> 'agreement' is not null)
      and coalesce((select later.action = 'paid_undone' from private.request_events later
        where later.ref = e.ref and later.id > e.id and (last.id is null or later.id < last.id)
          and later.action in ('seen', 'refunded', 'paid', 'paid_undone') order by later.id desc limit 1), true)
    order by e.id desc limit 1
$$;

-- The last agreement that was signed, also one that has ended, while a sum is noted under it and nothing says, after a
-- cancellation, that this is settled; null without one.
create function private.paid_agreement(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_strip_nulls(json_build_object(
      'isContract', coalesce(coalesce(bound.client, private.client_of(f)) ->> 'payer' = 'self', false),
      'signedOn', bound.signed_on,
      'clause', case when bound.agreed_texts is not null then coalesce(bound.agreed_texts ->> 'earlyLeave', '') end))
    from private.day_papers p join private.day_files f using (ref),
      lateral jsonb_populate_record(p, case when p.signed_on is null then p.signed_before end) as bound
    where p.ref = reservation.id and p.paper = 'convention' and bound.signed_on is not null
      and coalesce(reservation.paid_on, f.deposit_on) is not null
      and not exists (select from private.request_events e join private.request_events gone using (ref)
        where e.ref = p.ref and e.action in ('seen', 'refunded') and e.id > gone.id
          and gone.action in ('cancelled', 'visitor_cancelled') and gone.id > coalesce((
            select max(s.id) from private.request_events s where s.ref = p.ref and s.action = 'convention_signed'), 0))
$$;

-- The signed agreement that the owner's cancellation has ended; null without one.
create function private.called_off(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select coalesce(private.signed_agreement(reservation), private.paid_agreement(reservation))
    from private.ending_cancellation(reservation) as ended
    where reservation.status = 'annulee' and ended.action = 'cancelled'
$$;

-- The signed agreement that an unsettled cancellation has ended, or of which a part is gone, and what was confirmed
-- until its visitor cancelled, or what is gone; nulls without one. `is_own`: the owner has cancelled. The agreement has
-- the deposit and the payment that are noted, with the price that was paid, and, where its consumer has withdrawn, the
-- last of the fourteen days to give them back, and whether it is over (Code de la consommation, L221-24). Who has given
-- up a part alone has not withdrawn (`isPart`). Its type is EndedAgreement in contract/src/agreement-words.ts.
create function private.cancelled_agreement(reservation public.reservations,
  out at timestamptz, out is_own boolean, out agreement json, out days json)
language sql stable set search_path = '' as $$
  select ended.at, ended.action not in ('visitor_cancelled', 'visitor_gave_up'),
      (signed.agreement::jsonb || jsonb_strip_nulls(jsonb_build_object(
        'depositOn', f.deposit_on, 'depositCents', f.deposit_cents, 'paidOn', reservation.paid_on,
        'paidCents', case when reservation.paid_on is not null then
          case when part.days is null then coalesce(private.due_cents(f), p.cents) else (
            select b.cents from private.binding_agreements b where b.ref = reservation.id and b.days @> part.days) end end,
        'isPart', nullif(ended.action = 'visitor_gave_up', false),
        'refundUntil', refund.until, 'isRefundLate', nullif(refund.until < private.paris_day(now()), false))))::json,
      case when part.days is not null then to_json(part.days)
        when ended.action = 'called_off' then to_json(private.days_called_off(reservation)) else ended.detail -> 'confirmed' end
    from private.paid_part(reservation) as part, lateral (
        select e from private.request_events e where e.ref = reservation.id and case
            when reservation.status = 'annulee' then e.id = (private.ending_cancellation(reservation)).id
            when part.days is not null then e.id = (part.event).id else e.action = 'called_off' end
          order by e.id desc limit 1) as last (event), lateral (select (last.event).*) as ended,
      lateral (select case ended.action when 'visitor_gave_up' then ((ended.detail -> 'agreement')::jsonb - 'withdrawalUntil')::json
        when 'called_off' then case when private.was_confirmed(last.event) then private.signed_agreement(reservation) end
        else coalesce(case ended.action when 'visitor_cancelled' then ended.detail -> 'agreement'
          else private.signed_agreement(reservation) end, private.paid_agreement(reservation)) end as agreement) as signed,
      lateral (select case when ended.action = 'visitor_cancelled' and signed.agreement ->> 'withdrawalUntil' is not null
        then private.paris_day(ended.at) + 14 end as until) as refund,
      lateral private.file_of(reservation) as f
      left join private.day_papers p on p.ref = f.ref and p.paper = 'convention'
    where signed.agreement is not null
      and exists (select from private.cancellations_to_settle u where u.ref = reservation.id)
$$;

-- What came under an agreement that has ended, of a reservation that was opened again since, until it is noted.
create view private.owed_refunds as
  select f.ref, f.owed from private.day_files f
    where f.owed is not null and not exists (select from private.request_events e
      where e.ref = f.ref and e.at > (f.owed ->> 'at')::timestamptz and e.action in ('seen', 'refunded'));

-- All that is not settled: ended agreements, and what came under one of before a reopening.
create view private.unsettled_cancellations as
  select ref, reservation from private.cancellations_to_settle
  union
  select o.ref, r from private.owed_refunds o join public.reservations r on r.id = o.ref;

-- What an ended agreement asks for. One of before a reopening comes first.
create function private.ended_agreement(reservation public.reservations,
  out at timestamptz, out is_own boolean, out agreement json, out days json)
language sql stable set search_path = '' as $$
  select (o.owed ->> 'at')::timestamptz, (o.owed ->> 'isOwn')::boolean,
      ((o.owed -> 'agreement') || case when (o.owed #>> '{agreement,refundUntil}')::date < private.paris_day(now())
        then '{"isRefundLate": true}' else '{}' end::jsonb)::json, (o.owed -> 'days')::json
    from private.owed_refunds o where o.ref = reservation.id
  union all
  select c.* from private.cancelled_agreement(reservation) as c
    where not exists (select from private.owed_refunds o where o.ref = reservation.id)
$$;

-- What the end of a signed agreement gives back, as `balanceOf` of functions/_shared/content/deadlines.ts; all that has
-- come where the owner has cancelled. Null where only the owner knows it.
create function private.sum_to_return(reservation public.reservations) returns integer
language sql stable set search_path = '' as $$
  select nullif(greatest(one.came - coalesce(f.cancel_cents, case when reservation.status = 'annulee'
      and (ended.is_own or ended.agreement ->> 'refundUntil' is not null) then 0 end), 0), 0)
    from private.ended_agreement(reservation) as ended left join private.day_files f on f.ref = reservation.id,
      lateral (select (case when ended.agreement ->> 'paidOn' is not null then ended.agreement ->> 'paidCents'
        else ended.agreement ->> 'depositCents' end)::integer as came) as one
$$;

-- The agreement that a cancellation has ended for good, as its visitor was told, with what came under it: by a
-- withdrawal, or as the owner has cancelled and the visitor was told: a slip of the finger ends nothing. A visitor who
-- cancels later hears of the rest from the owner alone: what was signed may come back.
create function private.ended_for_good(reservation public.reservations) returns jsonb
language sql stable set search_path = '' as $$
  select case when last.action = 'cancelled' and private.called_off(reservation) is not null and (
          exists (select from private.request_events e where e.ref = reservation.id and e.id > last.id and e.action = 'told')
          or exists (select from private.outbox o where o.ref = reservation.id and o.kind = 'cancellation' and o.sent_at >= last.at))
        or last.detail #>> '{agreement,withdrawalUntil}' is not null
      then jsonb_build_object('at', coalesce(told.at, last.at), 'isOwn', last.action = 'cancelled',
        'agreement', told.agreement, 'days', told.days) end
    from private.last_cancellation(reservation) as last left join private.ended_agreement(reservation) as told on true
    where last.id is not null
$$;

-- Ends for good what a cancellation has ended, whatever takes that back. The marks of what has ended are none of the
-- new agreement; the history keeps them, and what is to be given back is told of until it is noted.
create function private.end_agreement() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ended constant jsonb := private.ended_for_good(old);
begin
  if ended is not null then
    new.convention_sent_on := null;
    new.convention_signed_on := null;
    new.paid_on := null;
    delete from private.day_papers p where p.ref = new.id and p.paper = 'convention';
    update private.day_files f set version = f.version + 1, deposit_on = null, express_request_on = null,
        owed = case when ended #>> '{agreement,depositOn}' is not null or ended #>> '{agreement,paidOn}' is not null
          then ended end
      where f.ref = new.id;
  end if;
  return new;
end $$;
create trigger end_agreement before update of status on public.reservations
  for each row when (old.status = 'annulee' and new.status <> 'annulee') execute function private.end_agreement();

-- The sum that is noted under a signed agreement of a reservation that is cancelled, or reopened, until it is settled;
-- 0 while it is unknown, null for none, and where the agreement has ended for good: it is to be given back.
create function private.held_cents(reservation public.reservations) returns integer
language sql stable set search_path = '' as $$
  select coalesce(case when reservation.paid_on is null then f.deposit_cents else coalesce(private.due_cents(f), p.cents) end, 0)
    from private.file_of(reservation) as f left join private.day_papers p on p.ref = f.ref and p.paper = 'convention'
    where reservation.status <> 'confirmee' and coalesce(reservation.paid_on, f.deposit_on) is not null
      and private.confirmed_days(reservation.id) = '{}' and private.paid_agreement(reservation) is not null
      and (private.ending_cancellation(reservation)).id is not null and private.ended_for_good(reservation) is null
      and (reservation.status = 'nouvelle' or exists (
        select from private.unsettled_cancellations u where u.ref = reservation.id))
$$;

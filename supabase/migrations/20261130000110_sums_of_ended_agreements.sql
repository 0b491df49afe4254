-- What came under a signed agreement stays known once a cancellation has ended it, and a withdrawal has a day by which
-- all of that is given back.

-- The signed agreement that an unsettled cancellation has ended, and what was confirmed until its visitor cancelled;
-- nulls without one. `is_own`: the owner has cancelled. The agreement has the deposit and the payment that are noted
-- and, where its consumer has withdrawn, the last of the fourteen days to give them back, and whether it is over (Code
-- de la consommation, L221-24). Its type is EndedAgreement in contract/src/day-papers.ts.
create or replace function private.ended_agreement(reservation public.reservations,
  out at timestamptz, out is_own boolean, out agreement json, out days json)
language sql stable set search_path = '' as $$
  select ended.at, ended.action = 'cancelled', (signed.agreement::jsonb || jsonb_strip_nulls(jsonb_build_object(
        'depositOn', f.deposit_on, 'depositCents', f.deposit_cents, 'paidOn', reservation.paid_on,
        'refundUntil', refund.until, 'isRefundLate', nullif(refund.until < private.paris_day(now()), false))))::json,
      ended.detail -> 'confirmed'
    from private.last_cancellation(reservation) as ended,
      lateral (select case when ended.action = 'visitor_cancelled' then ended.detail -> 'agreement'
        when private.was_confirmed(ended) then private.signed_agreement(reservation) end as agreement) as signed,
      lateral (select case when ended.action = 'visitor_cancelled' and signed.agreement ->> 'withdrawalUntil' is not null
        then private.paris_day(ended.at) + 14 end as until) as refund,
      lateral private.file_of(reservation) as f
    where signed.agreement is not null
      and exists (select from private.unsettled_cancellations u where u.ref = reservation.id)
$$;

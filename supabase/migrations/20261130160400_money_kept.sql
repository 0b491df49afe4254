-- A sum that came under a signed agreement stays due until it is noted as given back, whatever was reopened, confirmed
-- or cancelled since; while the reservation is reopened, it is kept for the confirmation. And who cancels a reopened
-- reservation, and its owner, read of the agreement that is signed for its days.

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
revoke all on function private.ending_cancellation(public.reservations) from public;

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
revoke all on function private.paid_agreement(public.reservations) from public;

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
revoke all on function private.held_cents(public.reservations) from public;

-- The signed agreement that the owner's cancellation has ended; null without one.
create or replace function private.called_off(reservation public.reservations) returns json
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
create or replace function private.cancelled_agreement(reservation public.reservations,
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

-- Of the owner's cancellation, what the owner writes about it, and the signed agreement that it ends in `calledOff`. Of
-- the visitor's, the days that were confirmed, also where no mail had told of them yet, and the signed agreement, also
-- of a reopened reservation. `isForDays`: whether that is for one of its days, as they may have moved since.
create or replace function private.cancellation_detail(reservation public.reservations) returns jsonb
language sql stable set search_path = '' as $$
  select case ended.action
      when 'cancelled' then jsonb_build_object('reason', ended.detail ->> 'reason', 'calledOff', private.called_off(reservation))
      else jsonb_build_object('wereConfirmed', private.was_confirmed(ended), 'agreement', ended.detail -> 'agreement',
          'isForDays', exists (select from private.binding_agreements b where b.ref = reservation.id and b.days && left_then.days))
        || case when private.was_confirmed(ended) then jsonb_build_object('days', ended.detail -> 'confirmed') else '{}' end end
    from private.last_cancellation(reservation) as ended, lateral (select case when private.was_confirmed(ended)
        then array(select day::date from json_array_elements_text(ended.detail -> 'confirmed') as day)
        else array(select d.date from public.reservation_dates d where d.reservation_id = reservation.id and not d.declined) end) as left_then (days)
    where ended.action = 'cancelled' or private.was_confirmed(ended) or ended.detail -> 'agreement' is not null
$$;

-- A request that a visitor has made for another day in place of a confirmed one is new again: mails about it name its
-- confirmed days. `isFundingDropped`: whether AGEFICE was asked for, and is no longer. `leftDates`: of a cancelled or
-- reopened one, days that its confirmation had left out.
create or replace function private.reservation_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('kind', 'reservation', 'id', reservation.id, 'receivedAt', private.iso(reservation.created_at),
  'prenom', null, 'nom', null, 'name', reservation.name,
  'email', reservation.email, 'phone', reservation.phone, 'isAgefice', reservation.is_agefice,
  'isFundingDropped', reservation.is_agefice and not private.asks_agefice(reservation), 'message', null,
  'dates', (
    select coalesce(json_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id),
  'confirmedDates', to_json(private.confirmed_days(reservation.id)),
  'leftDates', (
    select coalesce(json_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id and d.declined),
  'daysWanted', private.days_wanted(reservation), 'dayCents', private.announced_cents(reservation),
  'status', reservation.status, 'flagged', reservation.flagged, 'unwanted', reservation.unwanted)
$$;

-- A reservation as the owner's space shows it (`OwnedRequest` in requests.ts). `isContract`: null while nobody has said
-- who pays. `traineeStatus`, `isFundingSettled`, `newAgreement`: what mails to its visitor leave out or announce.
-- `agreement`: the signed one that `newAgreement` is to replace, or that binds both sides. `isFundingAwaited`: whether
-- AGEFICE pays and its complete file has not gone; `isFundingDropped`: whether it was asked for, and is no longer.
-- `wishes`: days that wait for an answer, each with the confirmed one that it is to replace, and when its visitor asked
-- last. `heldCents`: of a
-- cancelled or reopened one, the sum that came under a signed agreement and is not settled; 0 while it is unknown.
create or replace function private.owned_reservation_json(reservation public.reservations) returns json
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

-- What is signed, or was, of a reservation that is cancelled, opened again and cancelled again: the sums, and whether
-- the agreement counts, are the same in the space, on the page of the link and in mails.

-- An agreement that has ended for good, with the sum that is still to be given back: 0 while it is unknown, missing for
-- none. Its type is OwedAgreement in contract/src/agreement-words.ts. `signed`: the agreement to name where `ended` has
-- none, as nothing of it is left to settle.
create function private.owed_json(ended jsonb, signed json, due integer) returns json
language sql immutable set search_path = '' as $$
  select json_strip_nulls(json_build_object('isContract', one.agreement -> 'isContract',
      'signedOn', one.agreement -> 'signedOn',
      'cents', case when came.day is not null then
        case when came.cents is null then 0 else nullif(greatest(came.cents - coalesce(due, 0), 0), 0) end end))
    from (select coalesce(nullif(ended -> 'agreement', 'null'), signed::jsonb) as agreement) as one,
      lateral (select coalesce(one.agreement ->> 'paidOn', one.agreement ->> 'depositOn') as day,
        (case when one.agreement ->> 'paidOn' is not null then one.agreement ->> 'paidCents'
          else one.agreement ->> 'depositCents' end)::integer as cents) as came
    where ended is not null
$$;
revoke all on function private.owed_json(jsonb, json, integer) from public;

-- What an agreement leaves to give back that ended before a reopening, until it is noted as given back; null without
-- one.
create function private.owed_refund(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select private.owed_json(o.owed, null, f.cancel_cents)
    from private.owed_refunds o join private.day_files f using (ref) where o.ref = reservation.id
$$;
revoke all on function private.owed_refund(public.reservations) from public;

-- The sum that is noted: the price, or the deposit; 0 while it is unknown, null for none.
create function private.received_cents(reservation public.reservations) returns integer
language sql stable set search_path = '' as $$
  select coalesce(case when reservation.paid_on is null then f.deposit_cents
      else coalesce(private.due_cents(f), p.cents) end, 0)
    from private.file_of(reservation) as f left join private.day_papers p on p.ref = f.ref and p.paper = 'convention'
    where coalesce(reservation.paid_on, f.deposit_on) is not null
$$;
revoke all on function private.received_cents(public.reservations) from public;

-- The sum that is noted under a signed agreement of a reservation that is cancelled, or reopened, until it is settled;
-- 0 while it is unknown, null for none, and where the agreement has ended for good: it is to be given back.
create or replace function private.held_cents(reservation public.reservations) returns integer
language sql stable set search_path = '' as $$
  select private.received_cents(reservation)
    where reservation.status <> 'confirmee'
      and private.confirmed_days(reservation.id) = '{}' and private.paid_agreement(reservation) is not null
      and (private.ending_cancellation(reservation)).id is not null and private.ended_for_good(reservation) is null
      and (reservation.status = 'nouvelle' or exists (
        select from private.unsettled_cancellations u where u.ref = reservation.id))
$$;

-- What the end of a signed agreement gives back, as `balanceOf` of functions/_shared/content/deadlines.ts; all that has
-- come where the owner has cancelled. Null where only the owner knows it.
create or replace function private.sum_to_return(reservation public.reservations) returns integer
language sql stable set search_path = '' as $$
  select nullif(greatest(one.came - coalesce(f.cancel_cents, case when
        (reservation.status = 'annulee' or private.owed_refund(reservation) is not null)
        and (ended.is_own or ended.agreement ->> 'refundUntil' is not null) then 0 end), 0), 0)
    from private.ended_agreement(reservation) as ended left join private.day_files f on f.ref = reservation.id,
      lateral (select (case when ended.agreement ->> 'paidOn' is not null then ended.agreement ->> 'paidCents'
        else ended.agreement ->> 'depositCents' end)::integer as came) as one
$$;

-- A reservation as the owner's space shows it (`OwnedRequest` in requests.ts). `isContract`: null while nobody has said
-- who pays. `traineeStatus`, `isFundingSettled`, `newAgreement`: what mails to its visitor leave out or announce.
-- `agreement`: the signed one that `newAgreement` is to replace, or that binds both sides. `isFundingAwaited`: whether
-- AGEFICE pays and its complete file has not gone; `isFundingDropped`: whether it was asked for, and is no longer.
-- `wishes`: days that wait for an answer, each with the confirmed one that it is to replace, and when its visitor asked
-- last. `heldCents`: of a cancelled or reopened one, the sum that came under a signed agreement and is not settled; 0
-- while it is unknown. `owed`: the agreement that the last cancellation has ended for good; once the reservation is
-- opened again, only while a sum is to be given back.
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
  'heldCents', case when coalesce(reservation.paid_on, f.deposit_on) is not null
    then private.held_cents(reservation) end,
  'receivedCents', case when coalesce(reservation.paid_on, f.deposit_on) is not null
    then private.received_cents(reservation) end,
  'owed', case when f.owed is not null or reservation.status = 'annulee' and signed.agreement is not null then
    coalesce(private.owed_refund(reservation),
      private.owed_json(private.ended_for_good(reservation), signed.agreement, f.cancel_cents)) end,
  'agreement', signed.agreement, 'newAgreement', private.new_agreement(reservation),
  'followUp', jsonb_strip_nulls(jsonb_build_object('convention_sent', reservation.convention_sent_on,
    'convention_signed', reservation.convention_signed_on, 'paid', reservation.paid_on, 'held', reservation.held_on))))::json
    from (select private.signed_agreement(reservation) as agreement offset 0) as signed
      left join private.day_files f on f.ref = reservation.id
$$;

-- What a mail says of a cancellation: of the owner's, what the owner writes about it, and the signed agreement that it
-- ends in `calledOff`; of the visitor's, the days that were confirmed, also where no mail had told of them yet, and the
-- signed agreement, also of a reopened reservation. `isForDays`: whether that is for one of its days, as they may have
-- moved since. `owed`: what is still to be given back since before a reopening.
create or replace function private.cancellation_detail(reservation public.reservations) returns jsonb
language sql stable set search_path = '' as $$
  select case ended.action
      when 'cancelled' then jsonb_build_object('reason', ended.detail ->> 'reason', 'calledOff', private.called_off(reservation))
      else jsonb_build_object('wereConfirmed', private.was_confirmed(ended), 'agreement', ended.detail -> 'agreement',
          'isForDays', exists (select from private.binding_agreements b where b.ref = reservation.id and b.days && left_then.days))
        || case when private.was_confirmed(ended) then jsonb_build_object('days', ended.detail -> 'confirmed') else '{}' end end
      || jsonb_build_object('owed', private.owed_refund(reservation))
    from private.last_cancellation(reservation) as ended, lateral (select case when private.was_confirmed(ended)
        then array(select day::date from json_array_elements_text(ended.detail -> 'confirmed') as day)
        else array(select d.date from public.reservation_dates d
          where d.reservation_id = reservation.id and not d.declined) end) as left_then (days)
    where ended.action = 'cancelled' or private.was_confirmed(ended) or ended.detail -> 'agreement' is not null
      or ended.id is not null and private.owed_refund(reservation) is not null
$$;

-- Gives up one day of several; to give up the last one is to cancel. Null when no link has this secret. `agreement` of
-- the event: the signed one, where it is for that day, also of a reopened reservation.
create or replace function public.manage_give_up_day(secret text, version integer, day date) returns json
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  request constant uuid := private.managed_by(secret);
  was public.reservations;
  was_confirmed boolean;
  is_answered boolean;
begin
  if request is null then
    return null;
  end if;
  was := private.lock_seen(request, manage_give_up_day.version);
  if private.may_give_up(was, manage_give_up_day.day) is not true then
    perform private.refuse_action('This day cannot be given up');
  end if;
  if not exists (select from public.reservation_dates d
      where d.reservation_id = request and d.date <> manage_give_up_day.day
        and (d.confirmed or was.status = 'nouvelle' and not d.declined and d.date >= private.first_day_ahead())) then
    perform private.cancel_managed(was);
    return private.managed_json(request);
  end if;
  delete from public.reservation_dates d where d.reservation_id = request and d.date = manage_give_up_day.day
    returning d.confirmed into was_confirmed;
  -- Nothing is left to answer once the day that was asked for in place of another is given up.
  is_answered := was.status = 'nouvelle' and not exists (select from public.reservation_dates d
    where d.reservation_id = request and not (d.confirmed or d.declined) and d.date >= private.first_day_ahead());
  update public.reservations r set status = case when is_answered then 'confirmee' else r.status end,
      handled_at = case when is_answered then now() else r.handled_at end
    where r.id = request;
  perform private.note_change(was, 'visitor_gave_up', json_strip_nulls(json_build_object('day', manage_give_up_day.day,
    'wasConfirmed', was_confirmed, 'agreement', case when exists (
      select from private.binding_agreements b where b.ref = request and manage_give_up_day.day = any (b.days))
      then private.signed_agreement(was) end)));
  -- The days that stay reserved, and the end of the other one for the visitor's calendar. After a wish that is
  -- withdrawn, the days that hold, unless that took the last mails that are left to the owner.
  if was.status = 'confirmee' or is_answered and (was_confirmed or private.may_tell(request, 'asked')) then
    perform private.queue_visitor_mail(request, 'confirmation', now());
  end if;
  return private.managed_json(request);
end $$;

-- What the visitor's page shows of the file. A fund that is not asked after all pays nothing. A signed agreement counts
-- also while its days wait for the owner again. `foreign`: the addresses that may be abroad, as a business has no SIREN
-- there.
create or replace function private.managed_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('version', file -> 'version',
      'given', (select coalesce(json_agg(fact), '[]') from unnest(array['address', 'siren', 'status', 'payer', 'payerName',
        'payerAddress', 'payerSiren', 'priorLevel']) as fact where known ->> fact is not null),
      'foreign', (select coalesce(json_agg(fact), '[]') from unnest(array['address', 'payerAddress']) as fact
        where private.may_be_abroad(known ->> fact)),
      'payer', known -> 'payer',
      'isClosed', reservation.status = 'annulee' or exists (select from private.valid_papers p
        where p.ref = reservation.id and p.paper = 'convention' and coalesce(p.sent_on, p.signed_on) is not null)
        or private.confirmed_days(reservation.id) = '{}' and exists (select from private.day_papers p
          where p.ref = reservation.id and p.paper = 'convention' and p.signed_on is not null
            and p.days <@ array(select d.date from public.reservation_dates d
              where d.reservation_id = p.ref and not d.declined)),
      'mayAnswer', (
        select count(*) > 0 and max(day) <= private.paris_day(now()) from unnest(private.confirmed_days(reservation.id)) as day),
      'hasAnswered', file ->> 'answeredAt' is not null)
    from (select private.day_file_json(reservation) as file) as one, lateral (select case
      when file ->> 'payer' = 'agefice' and file ->> 'fundingDroppedOn' is not null then file::jsonb - 'payer'
      else file::jsonb end as known) as two
$$;

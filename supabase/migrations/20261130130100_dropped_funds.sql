-- Who reads of a fund reads what holds now.

-- A request that a visitor has made for another day in place of a confirmed one is new again: mails about it name its
-- confirmed days. `isFundingDropped`: whether AGEFICE was asked for, and is no longer.
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
  'daysWanted', private.days_wanted(reservation), 'dayCents', private.announced_cents(reservation),
  'status', reservation.status, 'flagged', reservation.flagged, 'unwanted', reservation.unwanted)
$$;

-- A reservation as the owner's space shows it (`OwnedRequest` in requests.ts). `isContract`: null while nobody has said
-- who pays. `traineeStatus`, `isFundingSettled`, `newAgreement`: what mails to its visitor leave out or announce.
-- `agreement`: the signed one that `newAgreement` is to replace, or that binds both sides. `isFundingAwaited`: whether
-- AGEFICE pays and its complete file has not gone; `isFundingDropped`: whether it was asked for, and is no longer.
-- `leftDates`: of a cancelled one, days that its confirmation had left out.
create or replace function private.owned_reservation_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select (private.reservation_json(reservation)::jsonb || jsonb_build_object('version', reservation.version,
  'confirmedDates', (
    select coalesce(jsonb_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id and d.confirmed),
  'takenDates', (
    select coalesce(jsonb_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id and not d.confirmed and exists (
      select from public.reservation_dates other
        where other.date = d.date and other.confirmed and other.reservation_id <> d.reservation_id)),
  'handledAt', private.iso(reservation.handled_at), 'note', reservation.note,
  'isSpam', reservation.is_spam or reservation.unwanted,
  'isContract', coalesce(f.payer = 'self', case when reservation.is_agefice then false end),
  'traineeStatus', f.status, 'isFundingSettled', coalesce(f.funding_filed_on, f.funding_dropped_on) is not null,
  'isFundingAwaited', case when f.payer is null then reservation.is_agefice else f.payer = 'agefice' end
    and coalesce(f.funding_filed_on, f.funding_dropped_on) is null,
  'leftDates', (
    select coalesce(jsonb_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id and d.declined),
  'agreement', private.signed_agreement(reservation), 'newAgreement', private.new_agreement(reservation),
  'followUp', jsonb_strip_nulls(jsonb_build_object('convention_sent', reservation.convention_sent_on,
    'convention_signed', reservation.convention_signed_on, 'paid', reservation.paid_on, 'held', reservation.held_on))))::json
    from (select) as one left join private.day_files f on f.ref = reservation.id
$$;

-- The confirmed days of an address, from three months ago on, with what the owner needs on that day. Null when no
-- address has this name.
create or replace function private.feed_days(name_digest bytea) returns json
language sql stable security definer set search_path = '' as $$
  select (
      select coalesce(json_agg(json_build_object('date', d.date, 'id', r.id,
          'uid', private.entry_uid(r.id, d.seat), 'version', r.version, 'name', r.name, 'phone', r.phone, 'email', r.email,
          'isAgefice', r.is_agefice, 'isFundingDropped', r.is_agefice and not private.asks_agefice(r), 'note', r.note,
          'receivedAt', private.iso(r.created_at)) order by d.date, r.created_at, r.id), '[]')
        from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
        where d.confirmed and d.date >= private.paris_day(now()) - 92)
    from private.owner_feeds f where f.name_digest = feed_days.name_digest;
$$;

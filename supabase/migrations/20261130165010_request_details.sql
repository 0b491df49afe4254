-- A request as JSON, the same for every reader: mails, the inbox, exports. Both kinds have the same keys. Its type is
-- StoredRequest in functions/_shared/claimed-mail.ts, and OwnedRequest in requests.ts for the owner.

-- Stands for a request in calendar entries. The page that sends a booking derives the same one from the reservation's
-- id, which cannot be derived from it: whoever has that one can add dates.
create function private.calendar_id(request uuid) returns text
language sql immutable set search_path = ''
return left(encode(sha256(convert_to(request::text, 'UTF8')), 'hex'), 32);

create function private.entry_uid(request uuid, seat text) returns text
language sql immutable set search_path = ''
return private.calendar_id(request) || '-' || seat;

create function private.last_day(reservation uuid) returns date
language sql stable set search_path = ''
return (select max(d.date) from public.reservation_dates d where d.reservation_id = reservation);

create function private.contact_json(contact public.contacts) returns json
language sql stable set search_path = '' as $$
  select json_build_object('kind', 'contact', 'id', contact.id, 'receivedAt', private.iso(contact.created_at),
  'prenom', contact.prenom, 'nom', contact.nom, 'name', contact.prenom || ' ' || contact.nom,
  'email', contact.email, 'phone', contact.telephone, 'isAgefice', contact.is_agefice, 'message', contact.message,
  'dates', '[]'::json, 'status', null, 'flagged', contact.flagged, 'unwanted', contact.unwanted)
$$;

-- Null for a single date, also where there were several.
create function private.days_wanted(reservation public.reservations) returns text
language sql stable set search_path = '' as $$
  select reservation.days_wanted where (select count(*) > 1 from public.reservation_dates d where d.reservation_id = reservation.id)
$$;

-- A request that a visitor has made for another day in place of a confirmed one is new again: mails about it name its
-- confirmed days. `isFundingDropped`: whether AGEFICE was asked for, and is no longer.
create function private.reservation_json(reservation public.reservations) returns json
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

-- Null when the request has been erased.
create function private.request_json(request uuid) returns json
language sql stable set search_path = '' as $$
  select private.contact_json(c) from public.contacts c where c.id = request
  union all
  select private.reservation_json(r) from public.reservations r where r.id = request;
$$;

create function private.owned_contact_json(contact public.contacts) returns json
language sql stable set search_path = '' as $$
  select (private.contact_json(contact)::jsonb || jsonb_build_object('version', contact.version,
  'confirmedDates', '[]'::jsonb, 'takenDates', '[]'::jsonb, 'handledAt', private.iso(contact.handled_at), 'note', contact.note,
  'isSpam', contact.is_spam or contact.unwanted, 'followUp', '{}'::jsonb))::json
$$;

-- A reservation as the owner's space shows it (`OwnedRequest` in requests.ts). `isContract`: null while nobody has said
-- who pays. `traineeStatus`, `isFundingSettled`, `newAgreement`: what mails to its visitor leave out or announce.
-- `agreement`: the signed one that `newAgreement` is to replace, or that binds both sides. `isFundingAwaited`: whether
-- AGEFICE pays and its complete file has not gone; `isFundingDropped`: whether it was asked for, and is no longer.
-- `leftDates`: of a cancelled one, days that its confirmation had left out.
create function private.owned_reservation_json(reservation public.reservations) returns json
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

-- Null when there is none.
create function private.owned_request_json(request uuid) returns json
language sql stable set search_path = '' as $$
  select private.owned_contact_json(c) from public.contacts c where c.id = request
  union all
  select private.owned_reservation_json(r) from public.reservations r where r.id = request;
$$;

-- Other requests that have a day of a reservation or wait for an answer about it, without those of robots and spam:
-- what they chose as their name must reach no mail. `status`: of that day.
create function private.clashes(reservation uuid)
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

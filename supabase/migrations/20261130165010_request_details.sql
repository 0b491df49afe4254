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
-- confirmed days. `isFundingDropped`: whether AGEFICE was asked for, and is no longer. `leftDates`: of a cancelled or
-- reopened one, days that its confirmation had left out.
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
      'leftDates', (
        select coalesce(json_agg(d.date order by d.date), '[]')
        from public.reservation_dates d where d.reservation_id = reservation.id and d.declined),
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
      and (theirs.confirmed or other.status = 'nouvelle' and not theirs.declined) and not (other.unwanted or other.is_spam)
    where mine.reservation_id = clashes.reservation;
$$;

-- A day that was held stays held: no cancellation and no mark takes it out of the sums of its year, and its visitor is
-- asked about it and told of what is decided after it.

-- `reason`: what the mail to the visitor says about it in the owner's words; null for nothing. Days that are over stay
-- confirmed, as a confirmation of them alone leaves them, where something else is to be called off. Where nothing is,
-- there is nothing to cancel: an absence is noted in the file.
create or replace function public.owner_cancel(id uuid, version integer, reason text default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  tidy constant text := nullif(private.trimmed(replace(reason, E'\r\n', E'\n')), '');
  detail constant json := case when tidy is not null then json_build_object('reason', tidy) end;
  today constant date := private.paris_day(now());
  state record;
  days date[];
  over date[];
begin
  select * into state from private.lock_reservation(id, version);
  days := private.confirmed_days(id);
  over := array(select day from unnest(days) as day where day < today);
  if over <> '{}' and not state.is_spam then
    if over = days and state.status <> 'nouvelle' then
      perform private.refuse_action('The days of this reservation are over', 'days-over');
    end if;
    if detail is not null then
      perform private.add_event(id, who, 'called_off', detail);
    end if;
    return public.owner_confirm(id, version, over);
  end if;
  if state.status <> 'annulee' then
    update public.reservations r set status = 'annulee', handled_at = now() where r.id = owner_cancel.id;
    perform private.add_event(id, who, 'cancelled', detail);
  end if;
  return private.owned_request_json(id);
end $$;

-- Marks those of the requests that can be spam: what the owner has confirmed or cancelled is none, nor is a wish for
-- another day in place of a confirmed one. With `expected` null they are only counted; otherwise it happens only while
-- there are as many.
create or replace function public.owner_spam(ids uuid[], expected integer default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  found_ids uuid[];
begin
  perform from public.contacts c where c.id = any (ids) order by c.id for no key update;
  perform from public.reservations r where r.id = any (ids) order by r.id for no key update;
  select coalesce(array_agg(one.id), '{}') into found_ids from (
    select c.id from public.contacts c where c.id = any (ids) and not (c.is_spam or c.unwanted)
    union all
    select r.id from public.reservations r
      where r.id = any (ids) and not (r.is_spam or r.unwanted) and r.status = 'nouvelle'
        and private.confirmed_days(r.id) = '{}') as one;
  if expected is not null then
    if expected <> cardinality(found_ids) then
      perform private.refuse(409, 'CHANGED_SINCE', 'These requests have changed',
        json_build_object('count', cardinality(found_ids))::text);
    end if;
    update public.contacts c set is_spam = true where c.id = any (found_ids);
    update public.reservations r set is_spam = true where r.id = any (found_ids);
    perform private.add_event(found.id, who, 'spam') from unnest(found_ids) as found (id);
  end if;
  return json_build_object('count', cardinality(found_ids));
end $$;

-- Reminders that are due at that moment. Not of a day that the visitor was told of in these last days, nor of a file
-- that has gone to the fund, is not asked for after all, or whose payer is another one by now: of that file, a week
-- before it is due, not on its last day. It has one last day, that of the first training day: the later days of a
-- reservation have no mail of their own once an earlier one has, or still may. The questionnaire waits for the hours,
-- which tell who was absent, three days at most. What a limit withholds of it goes on one of the days after. It follows
-- the last day that was held, also where later ones are called off in the weeks after, as long as its mail is known.
create or replace function private.due_reminders(at timestamptz) returns table (ref uuid, kind text, about date)
language sql stable set search_path = '' as $$
  select d.reservation_id, due.kind, d.date
    from private.settings s, lateral (select private.paris_day(at) as day offset 0) as today,
      lateral (values ('reminder', 1, s.visitor_reminder_days), ('funding', 15, s.funding_reminder_days), ('feedback', -28, -1))
        as due (kind, nearest, farthest),
      public.reservation_dates d join public.reservations r on r.id = d.reservation_id
    where s.visitor_mails and extract(hour from at at time zone 'Europe/Paris') >= s.reminder_hour
      and d.confirmed
      and (due.kind <> 'funding' or r.is_agefice and exists (
          select from private.file_of(r) as f
            where f.payer = 'agefice' and f.funding_filed_on is null and f.funding_dropped_on is null)
        and not exists (select from public.reservation_dates e
          where e.reservation_id = r.id and e.confirmed and e.date < d.date and (e.date >= today.day + due.nearest
            or exists (select from private.outbox o where o.ref = r.id and o.kind = 'funding' and o.about = e.date))))
      and (due.kind <> 'feedback' or private.awaits_feedback(r.id, d.date) and (d.date <= today.day - 3
          or private.first_unkept(private.confirmed_days(r.id), (private.file_of(r)).kept) is null)
        and (d.date >= today.day - 5 or exists (select from private.request_events e
          where e.ref = r.id and e.action in ('confirmed', 'visitor_gave_up')
            and private.paris_day(e.at) between today.day - 5 and today.day - 1)))
      and d.date between today.day + due.nearest and today.day + due.farthest
      and not exists (select from private.outbox o where o.ref = r.id and o.kind = due.kind and o.about = d.date)
      and (due.kind = 'feedback' or not exists (select from private.request_events e
        where e.ref = r.id and e.action in ('confirmed', 'changed_day') and private.paris_day(e.at) >= d.date - due.farthest))
    order by d.date, d.reservation_id;
$$;

-- Whether the last mail has told of these days, the calendar has them, and nobody has asked for a mail since: a day
-- that was added and dropped within the minute is no news, while a wish is refused also where it was made before the
-- last mail went out. Nor are days news whose hours are all over, confirmed or cancelled, unless a wish for one to come
-- is refused.
create or replace function private.is_told(mail private.outbox) returns boolean
language sql stable set search_path = '' as $$
  select told.known || present.days <> '{}' and not exists (
        select from unnest(told.known || present.days || array(select w.value::date from jsonb_each_text(told.refused) as w)) as day
          where day >= private.paris_day(now()) + coalesce(
            (to_char(now() at time zone 'Europe/Paris', 'HH24:MI') >= right(s.day_hours, 5))::integer, 0))
    or mail.kind = 'confirmation' and mail.entry is null and told.known @> present.days and told.known <@ present.days
      and told.refused = '{}' and not exists (
      select from private.request_events e where e.ref = mail.ref
        and (e.action = 'visitor_asked' or e.action = 'told' and e.detail ->> 'channel' = 'site')
        and e.at > coalesce((select max(o.sent_at) from private.outbox o
          where o.ref = mail.ref and o.kind in ('confirmation', 'cancellation')), '-infinity'))
    from private.settings s, private.known_days(mail.ref, mail.id) as told,
      private.confirmed_days(mail.ref) as present (days)
$$;

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

-- The sums of a year are of what was agreed then.

-- `isUnsigned`: nobody has noted the signature of its contract. `vat`: the regime of its agreement, otherwise of its
-- last day. `agreedTexts`: those of its signed agreement. `depositCents`: the deposit of its contract; one with others
-- has none. A company of the trainee's own pays itself where AGEFICE is not asked after all. `forfeits`:
-- compensations, in the year of the last day or of the cancellation. Its type is TrainingYear in
-- contract/src/training-year.ts.
create or replace function private.training_year(year integer) returns json
language sql stable set search_path = '' as $$
  select json_build_object('year', training_year.year, 'isReported', coalesce(s.reported_year >= training_year.year, false),
      'reservations', (
        select coalesce(json_agg(held.value::jsonb || jsonb_build_object('dayCents', private.announced_cents(r),
            'payer', case when own.pays then 'company' else held.value ->> 'payer' end,
            'priceCents', coalesce(f.followed_cents, f.price_cents),
            'followedCents', f.followed_cents, 'agreedCents', f.price_cents, 'confirmedDays', private.confirmed_days(r.id),
            'depositCents', case when f.payer = 'self' then f.deposit_cents end,
            'isUnsigned', private.lacks_contract(r, f), 'address', f.address,
            'payerAddress', case when own.pays then f.address else f.payer_address end, 'siren', f.siren,
            'vat', coalesce((select p.vat from private.day_papers p where p.ref = r.id and p.paper = 'convention'),
              private.vat_on((held.value -> 'days' ->> -1)::date)),
            'agreedTexts', (select p.agreed_texts from private.valid_papers v join private.day_papers p using (ref, paper)
              where v.ref = r.id and v.paper = 'convention' and v.signed_on is not null)) order by held.ordinality), '[]')
          from json_array_elements(private.held_in(training_year.year)) with ordinality as held
            join public.reservations r on r.id = (held.value ->> 'id')::uuid, lateral private.file_of(r) as f,
            lateral (select f.payer = 'agefice' and f.funding_dropped_on is not null and f.payer_name is not null as pays) as own),
      'forfeits', (
        select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'cents', f.cancel_cents, 'paidOn', r.paid_on)
            order by own.day, r.id), '[]')
          from private.day_files f join public.reservations r on r.id = f.ref, lateral (
              select case when r.status = 'annulee' then private.paris_day((private.last_cancellation(r)).at)
                when f.followed_cents is not null then (select max(day) from unnest(private.confirmed_days(r.id)) as day) end as day) as own
          where f.cancel_cents > 0 and extract(year from own.day) = training_year.year and not (r.is_spam or r.unwanted)),
      'feedback', private.feedback_means())
    from private.settings s
$$;

-- What the page of a file shows. `left`, `calledOff`: the signed agreement that its visitor's cancellation, or the
-- owner's, has ended, until what that asks for is noted. `vatThen`: the regime of VAT of its last day. `signedClient`:
-- that of the agreement that both sides are bound by.
create or replace function private.owned_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('request', private.owned_reservation_json(reservation), 'file',
    private.day_file_json(reservation)::jsonb || jsonb_build_object('dayCents', private.announced_cents(reservation),
      'vatThen', (select private.vat_on(max(day)) from unnest(private.confirmed_days(reservation.id)) as day),
      'signedClient', (select jsonb_build_object('payer', b.client -> 'payer', 'payerName', b.client -> 'payer_name',
          'payerSiren', b.client -> 'payer_siren') from private.binding_agreements b where b.ref = reservation.id)),
    'videoLink', (select s.video_link from private.settings s), 'hasOtherHours', private.has_other_hours(reservation.id),
    'hasLowNote', (select 'low' = any (private.news_of(f)) from private.file_of(reservation) as f),
    'left', case when not ended.is_own then ended.agreement end, 'calledOff', case when ended.is_own then ended.agreement end)
    from private.ended_agreement(reservation) as ended
$$;

-- Visitors read of a signed agreement what the owner reads: that another one follows once its days have changed, and that a sum for
-- the days that the owner cancels is given back. The space writes the same to them.

-- Which agreement is to be signed in place of the signed one: for `fewer` of its days, or for `others`; null for none. Its type is
-- NewAgreement in contract/src/day-papers.ts.
create function private.new_agreement(reservation public.reservations) returns text
language sql stable set search_path = '' as $$
  select case when not p.days @> c.days then 'others' when not p.days <@ c.days then 'fewer' end
    from private.day_papers p, lateral (select private.confirmed_days(reservation.id) as days offset 0) as c
    where p.ref = reservation.id and p.paper = 'convention' and p.signed_on is not null
$$;

-- Days of the signed agreement that the owner has cancelled: neither moved nor given up by the visitor. One that the visitor wanted
-- to replace has become another day, if one is confirmed that the agreement does not have.
create function private.days_called_off(reservation public.reservations) returns date[]
language sql stable set search_path = '' as $$
  select array(select day from private.day_papers p, unnest(p.days) as day
    where p.ref = reservation.id and p.paper = 'convention' and p.signed_on is not null
      and day <> all (private.confirmed_days(reservation.id))
      and not exists (select from private.request_events e where e.ref = reservation.id
        and (e.action = 'visitor_gave_up' and e.detail ->> 'day' = day::text
          or e.action = 'changed_day' and e.detail ->> 'from' = day::text
          or e.action = 'visitor_asked' and e.detail ->> 'from' = day::text and private.new_agreement(reservation) = 'others'))
    order by day)
$$;

-- The signed agreement that the owner's cancellation has ended; null without one.
create function private.called_off(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select private.signed_agreement(reservation) from private.last_cancellation(reservation) as ended
    where ended.action = 'cancelled' and private.was_confirmed(ended)
$$;

revoke all on function private.new_agreement, private.days_called_off, private.called_off from public;

-- A reservation as the owner's space shows it (`OwnedRequest` in requests.ts). `isContract`: null while nobody has said who pays.
-- `traineeStatus`, `isFundingSettled`, `newAgreement`: what mails to its visitor leave out or announce.
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
  'newAgreement', private.new_agreement(reservation),
  'followUp', jsonb_strip_nulls(jsonb_build_object('convention_sent', reservation.convention_sent_on,
    'convention_signed', reservation.convention_signed_on, 'paid', reservation.paid_on, 'held', reservation.held_on))))::json
    from (select) as one left join private.day_files f on f.ref = reservation.id
$$;

-- What a link shows: nothing by which a person can be named or written to, since links are forwarded.
create or replace function private.managed_json(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select json_build_object('status', r.status, 'version', r.version, 'receivedAt', private.iso(r.created_at),
      'isAgefice', r.is_agefice, 'isFundingSettled', coalesce(f.funding_filed_on, f.funding_dropped_on) is not null,
      'daysWanted', private.days_wanted(r), 'calendarId', private.calendar_id(r.id),
      'dayCents', private.announced_cents(r),
      'priceCents', f.price_cents,
      'videoLink', (select s.video_link from private.settings s where exists (select from public.reservation_dates d
        where d.reservation_id = r.id and d.confirmed and d.date >= private.paris_day(now()))),
      'wasConfirmed', private.was_confirmed(ended),
      'agreement', case r.status when 'annulee' then ended.detail -> 'agreement' else private.signed_agreement(r) end,
      'calledOff', private.called_off(r),
      'newAgreement', case r.status when 'confirmee' then private.new_agreement(r) end,
      'isContract', f.payer = 'self',
      'givenUp', private.days_given_up(r),
      'days', (select coalesce(json_agg(json_build_object('date', d.date, 'confirmed', d.confirmed,
          'declined', d.declined, 'uid', private.entry_uid(r.id, d.seat),
          'askedFor', case when d.confirmed then private.asked_for(r.id, d.date) end,
          'inAgreement', exists (select from private.day_papers p
            where p.ref = r.id and p.paper = 'convention' and p.signed_on is not null and d.date = any (p.days)),
          'calledOff', r.status = 'confirmee' and d.date = any (private.days_called_off(r)),
          'insteadOf', case when r.status = 'nouvelle' and not d.confirmed then private.replaced_by(r.id, d.date) end)
          order by d.date), '[]')
               from public.reservation_dates d where d.reservation_id = r.id))
    from public.reservations r, lateral private.last_cancellation(r) as ended, lateral private.file_of(r) as f
    where r.id = reservation;
$$;

comment on function private.managed_json(uuid) is
  'What a link shows: nothing by which a person can be named or written to, since links are forwarded. `calendarId`: for
pages of earlier releases. `declined`: of a cancelled reservation, a day that its confirmation had not kept. `insteadOf`: the
confirmed day that a requested one is to replace. `askedFor`: the day that the visitor had asked for, in place of a confirmed
one. `agreement`: the one that is signed, or was when its visitor cancelled; `calledOff`: when the owner did. `inAgreement`: whether
it is also for that day; `calledOff` of a day: whether the owner has cancelled that day of it. `newAgreement`: which one is to be
signed in its place. `isFundingSettled`: whether the complete file has gone to the fund, or the fund is not asked after all.
`isContract`: whether the agreement is a contrat; null while nobody has said who pays. `wasConfirmed`: whether the cancellation
took a confirmed day.';

create or replace function private.mail_detail(mail private.outbox) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when mail.kind = 'feedback' and private.awaits_feedback(mail.ref, mail.about) is not true then null
    when mail.recipient_hash is not null then private.visitor_detail(
        case mail.kind when 'link' then 'receipt' else mail.kind end, mail.ref, mail.id)::jsonb || (
      select jsonb_build_object('dayCents', max(private.announced_cents(r)), 'priceCents', max(f.price_cents),
          'daysWanted', max(private.days_wanted(r)), 'status', max(f.status))
        from public.reservations r left join private.day_files f on f.ref = r.id where r.id = mail.ref)
      || coalesce((
        select jsonb_build_object('isFundingSettled', coalesce(f.funding_filed_on, f.funding_dropped_on) is not null)
          from private.day_files f where f.ref = mail.ref), '{}')
      || case when mail.kind in ('receipt', 'link') then jsonb_build_object('name', private.receipt_name(mail.ref)) else '{}' end
      || case mail.kind when 'confirmation' then jsonb_build_object('lacks', (
        select private.paper_lacks(private.file_of(r), 'convention') from public.reservations r
          where r.id = mail.ref and coalesce(r.convention_sent_on, r.convention_signed_on) is null)) else '{}' end
      || case when mail.kind in ('confirmation', 'reminder') then jsonb_build_object('isContract', (
        select f.payer = 'self' from public.reservations r, lateral private.file_of(r) as f where r.id = mail.ref)) else '{}' end
      || case when mail.kind in ('confirmation', 'asked', 'reminder') then coalesce((
        select jsonb_build_object('agreement', private.signed_agreement(r),
            'isAgreementDue', private.new_agreement(r) is not null, 'newAgreement', private.new_agreement(r),
            'calledOffDays', private.days_called_off(r),
            'leftDays', (select coalesce(jsonb_agg(distinct e.detail ->> 'day'), '[]') from private.request_events e
              where e.ref = r.id and e.action = 'visitor_gave_up' and (e.detail ->> 'day')::date = any (p.days)))
          from public.reservations r join private.day_papers p on p.ref = r.id and p.paper = 'convention' and p.signed_on is not null
          where r.id = mail.ref), '{}') else '{}' end
      || case mail.kind when 'confirmation' then jsonb_build_object('asked', (
        select coalesce(jsonb_agg(jsonb_build_object('from', wish.day, 'to', d.date) order by d.date), '[]')
          from private.known_days(mail.ref, mail.id) as told, public.reservation_dates d,
            lateral private.asked_for(mail.ref, d.date) as wish (day)
          where d.reservation_id = mail.ref and d.confirmed and wish.day is not null and d.date <> all (told.known))) else '{}' end
      || case mail.kind when 'cancellation' then coalesce((
        select jsonb_build_object('reason', ended.detail ->> 'reason', 'calledOff', private.called_off(r))
          from public.reservations r, lateral private.last_cancellation(r) as ended
          where r.id = mail.ref and ended.action = 'cancelled'), '{}') else '{}' end
      || case mail.kind when 'cancellation' then coalesce((
        select jsonb_build_object('wereConfirmed', true, 'days', ended.detail -> 'confirmed', 'agreement', ended.detail -> 'agreement')
          from public.reservations r, lateral private.last_cancellation(r) as ended
          where r.id = mail.ref and ended.action = 'visitor_cancelled' and private.was_confirmed(ended)), '{}') else '{}' end
    else case mail.kind
      when 'contact' then private.request_json(mail.ref)
      when 'change' then private.change_detail(mail.ref)
      when 'digest' then private.digest_detail(mail.id)
      when 'concerns' then (
        select json_build_object('concerns', c.list) from (select private.concerns() as list) c where c.list is not null)
      when 'code' then private.code_detail(mail.id)
      when 'welcome' then (select json_build_object('email', o.email) from private.owners o where o.id = mail.ref)
      else private.reservation_detail(mail.ref) end::jsonb end;
end $$;

comment on function private.mail_detail(private.outbox) is
  'What a mail says. Mails to visitors have the price that was announced, or that the owner has agreed with them since, and
leave out what does not apply to their status, and have in `isFundingSettled` whether the complete file has gone to the fund,
or the fund is not asked after all. A confirmation has the facts that its visitor can still give for the agreement: none once
it has gone out; and in `asked` the days that the owner has put in place of those that the visitor had asked for, until a mail
has told of them. Mails of confirmed days name the agreement as its papers do, and have both words while nobody knows who pays.
A mail about days that stay has in `agreement` the one that was signed, in `leftDays` those of its days that the visitor has
given up, in `calledOffDays` those that the owner has cancelled, in `isAgreementDue` whether other days are confirmed by now,
so that another must be signed, and in `newAgreement` which. The mail about a cancellation by the visitor names the days that
were confirmed, also where no mail had told of them yet, and the agreement that was signed; the one by the owner has in
`reason` what the owner writes about it, and in `calledOff` the agreement that was signed.';

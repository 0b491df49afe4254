-- Visitors read what they need to know about a day that is not the one of before: that the owner has confirmed another one than they
-- had asked for, why the owner has cancelled, which agreement is meant, and, in their calendar, that a day is given up.

-- The day that a visitor had asked for, in place of which the owner has put this one; null without one, and of a day that was
-- confirmed already when it was moved: that mail has named both.
create function private.asked_for(request uuid, day date) returns date
language sql stable set search_path = '' as $$
  with recursive moved as (
    select e.id, (e.detail ->> 'from')::date as given, (e.detail ->> 'to')::date as put
      from private.request_events e where e.ref = asked_for.request and e.action = 'changed_day'
  ), trail as (
    (select m.id, m.given from moved m where m.put = asked_for.day order by m.id desc limit 1)
    union all
    select earlier.id, earlier.given from trail t,
      lateral (select m.id, m.given from moved m where m.put = t.given and m.id < t.id order by m.id desc limit 1) as earlier
  )
  select nullif((select t.given from trail t order by t.id limit 1), asked_for.day)
    where not exists (select from trail t join private.request_events e
      on e.ref = asked_for.request and e.action = 'confirmed' and e.id < t.id and e.detail::jsonb ? t.given::text)
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
      'isContract', f.payer = 'self',
      'givenUp', private.days_given_up(r),
      'days', (select coalesce(json_agg(json_build_object('date', d.date, 'confirmed', d.confirmed,
          'declined', d.declined, 'uid', private.entry_uid(r.id, d.seat),
          'askedFor', case when d.confirmed then private.asked_for(r.id, d.date) end,
          'inAgreement', exists (select from private.day_papers p
            where p.ref = r.id and p.paper = 'convention' and p.signed_on is not null and d.date = any (p.days)),
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
one. `agreement`: the one that is signed, of a cancelled reservation the one that was. `inAgreement`: whether it is also for
that day. `isFundingSettled`: whether the complete file has gone to the fund, or the fund is not asked after all. `isContract`: whether the agreement is a contrat; null while nobody has said who pays. `wasConfirmed`: whether the
cancellation took a confirmed day.';

-- What a mail says.
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
            'isAgreementDue', not (p.days <@ private.confirmed_days(r.id) and p.days @> private.confirmed_days(r.id)),
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
        select jsonb_build_object('reason', ended.detail ->> 'reason')
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
leave out what does not apply to their status, and have in `isFundingSettled`
whether the complete file has gone to the fund, or the fund is not asked after all. A confirmation has the facts that its visitor can still give for the
agreement: none once it has gone out; and in `asked` the days that the owner has put in place of those that the visitor had
asked for, until a mail has told of them. Mails of confirmed days name the agreement as its papers do, and have both words
while nobody knows who pays. A mail about days that stay has in `agreement` the one that was signed, in `leftDays` those of
its days that the visitor has given up, and in `isAgreementDue` whether other days are confirmed by now, so that another must
be signed. The mail about a cancellation by the visitor names the days that were confirmed, also where no mail had told of
them yet, and the agreement that was signed; the one by the owner has in `reason` what the owner writes about it.';

-- A confirmed day that is given up while another one is asked for leaves the calendar with the mail about that.
drop trigger choose_entry on private.outbox;
create trigger choose_entry before update of attempts on private.outbox
  for each row when (new.kind in ('confirmation', 'cancellation', 'calendar', 'asked')) execute function private.choose_entry();
drop trigger follow_entry on private.outbox;
create trigger follow_entry after update of sent_at on private.outbox
  for each row when (old.sent_at is null and new.sent_at is not null
    and new.kind in ('confirmation', 'cancellation', 'calendar', 'asked')) execute function private.follow_entry();

comment on column private.request_events.detail is
  'The days that an action is about, how many are wanted, the channel of told, the paper, the signed agreement that a visitor has left, and what the owner writes about a cancellation. Never a text of the visitor or a note.';
alter table private.request_events add constraint request_events_reason_ok check (length(detail ->> 'reason') <= 500);

drop function public.owner_cancel(uuid, integer);
-- `reason`: what the mail to the visitor says about it in the owner's words; null for nothing.
create function public.owner_cancel(id uuid, version integer, reason text default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  tidy constant text := nullif(private.trimmed(replace(reason, E'\r\n', E'\n')), '');
begin
  if (select l.status from private.lock_reservation(id, version) l) <> 'annulee' then
    update public.reservations r set status = 'annulee', handled_at = now() where r.id = owner_cancel.id;
    perform private.add_event(id, who, 'cancelled', case when tidy is not null then json_build_object('reason', tidy) end);
  end if;
  return private.owned_request_json(id);
end $$;

revoke all on function private.asked_for from public;
revoke all on function public.owner_cancel from public, anon;
grant execute on function public.owner_cancel to authenticated, service_role;

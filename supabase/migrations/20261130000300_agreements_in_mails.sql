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

-- The reservation of a link until so many days after its last day, null when none has this secret, which counts for the network
-- of the caller. It refuses nothing itself: the refusal would undo the count. A network that has reached the limit opens no link.
-- `site.link_by_mail` tells the rest of the call whether a mail brought the link.
create or replace function private.linked_to(secret text, days_after integer) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  rule private.settings;
  caller text;
  called integer;
  oldest timestamptz;
  link private.manage_links;
begin
  select * into strict rule from private.settings;
  caller := private.caller_hash(rule);
  perform pg_advisory_xact_lock(hashtextextended(caller, 5));
  select count(*), min(latest.created_at) into called, oldest
    from (select c.created_at from private.manage_calls c
          where c.address_hash = caller and c.created_at > now() - rule.address_window
          order by c.created_at desc limit rule.manage_per_address) as latest;
  if called >= rule.manage_per_address then
    perform private.refuse_submission('Too many calls from this address', oldest, rule.address_window);
  end if;
  select l.* into link from private.manage_links l join public.reservations r on r.id = l.ref
    where l.digest = sha256(convert_to(left(linked_to.secret, 200), 'UTF8')) and not (r.unwanted or r.is_spam)
      and private.last_day(r.id) + days_after >= private.paris_day(now());
  if link.ref is null then
    insert into private.manage_calls (address_hash) values (caller);
  end if;
  perform set_config('site.link_by_mail', (link.mail_id is not null)::text, true);
  return link.ref;
end $$;

comment on column private.settings.manage_per_address is
  'Calls of one address within address_window with a link that opens nothing; further calls with any link are refused.';
comment on table private.manage_calls is
  'Counts the calls with a link that opens nothing, of each address and about the last day.';

-- Whether a mail of that kind may go to the author of a request now. A mail of an entry follows one that the limits allowed:
-- there is one for each day that the owner has changed. Counted, they would keep the cancellation of a fifth day from the
-- visitor. Mails that visitors cause by themselves (`receipt`, `link`, `asked`) leave room for those that the owner causes. What
-- the owner decides goes with a mail about it that still waits, which is no further one.
create or replace function private.may_tell(request uuid, kind text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  rule private.settings;
  author record;
  mailbox text;
  of_hour integer;
  of_day integer;
begin
  select * into strict rule from private.settings;
  if not rule.visitor_mails then
    return false;
  end if;
  select * into author from private.author_of(request);
  if author.is_trusted is not true then
    return false;
  end if;
  if kind in ('confirmation', 'cancellation') and exists (select from private.outbox o where o.ref = may_tell.request
      and o.kind in ('confirmation', 'cancellation') and o.sent_at is null and o.attempts = 0) then
    return true;
  end if;
  mailbox := private.salted(private.mailbox(author.email));
  select count(*) into of_day from private.outbox o
    where o.recipient_hash = mailbox and o.kind <> 'calendar' and o.created_at > now() - interval '1 day';
  select count(*) into of_hour from private.outbox o
    where o.recipient_hash is not null and o.kind <> 'calendar' and o.created_at > now() - interval '1 hour';
  if kind <> 'calendar' and (of_day >= rule.visitor_mails_per_day or of_hour >= rule.visitor_mails_per_hour) then
    return false;
  end if;
  if kind in ('receipt', 'link') then
    return of_hour < rule.receipts_per_hour
      and not exists (select from private.outbox o where o.recipient_hash = mailbox and o.kind = may_tell.kind
                        and o.created_at > now() - rule.receipt_every);
  end if;
  if kind = 'asked' and (of_hour >= rule.receipts_per_hour or of_day >= rule.visitor_mails_per_day - 1) then
    return false;
  end if;
  -- Nobody needs another mail about days that are over.
  return kind = 'feedback' or exists (select from public.reservation_dates d
                                      where d.reservation_id = request and d.date >= private.paris_day(now()));
end $$;

-- The owner has looked: from now on it is a request like others. It gets the mail that was withheld: a receipt, which nobody needs whom
-- the owner has answered already, or the confirmation of its days, once.
create or replace function public.owner_verify(id uuid, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
begin
  perform private.lock_request(id, version);
  update public.contacts c set flagged = false where c.id = owner_verify.id and c.flagged;
  if not found then
    update public.reservations r set flagged = false where r.id = owner_verify.id and r.flagged;
  end if;
  if found then
    perform private.add_event(id, who, 'verified');
    if private.is_in('todo', one ->> 'kind', one ->> 'status', one ->> 'handledAt' is not null, false, false)
        and not exists (select from private.outbox o where o.ref = owner_verify.id and o.kind = 'receipt')
      from private.owned_request_json(owner_verify.id) as one then
      perform private.queue_visitor_mail(owner_verify.id, 'receipt', now());
    end if;
    perform private.queue_visitor_mail(r.id, 'confirmation', now() + s.visitor_delay)
      from public.reservations r, private.settings s
      where r.id = owner_verify.id and r.status = 'confirmee'
        and not exists (select from private.outbox o where o.ref = r.id and o.kind = 'confirmation');
  end if;
  return private.owned_request_json(id);
end $$;

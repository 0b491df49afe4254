-- Mails to visitors: a request has come in, its days are confirmed, it is cancelled. Off until the owner switches
-- them on. The database decides whether one is written, in the transaction of the row that it is about: a form that
-- mails any address that was typed is a way to mail strangers, and each limit below takes one such way.

-- The mailbox behind an address: what follows a plus sign, and Gmail's dots, lead to the same one.
create function private.mailbox(address text) returns text
language sql immutable set search_path = '' as $$
  select case when part.domain in ('gmail.com', 'googlemail.com')
      then replace(part.local, '.', '') || '@gmail.com' else part.local || '@' || part.domain end
    from (select split_part(lower(address), '@', 2) as domain,
            coalesce(nullif(split_part(split_part(lower(address), '@', 1), '+', 1), ''), lower(address)) as local) as part;
$$;

-- The address of a request, and whether it came in as requests of people do.
create function private.author_of(request uuid, out email text, out is_trusted boolean)
language sql stable set search_path = '' as $$
  select c.email, not (c.flagged or c.unwanted or c.is_spam) from public.contacts c where c.id = request
  union all
  select r.email, not (r.flagged or r.unwanted or r.is_spam) from public.reservations r where r.id = request;
$$;

-- Whether a mail of that kind may go to the author of a request now. A mail of an entry follows one that the limits
-- allowed: there is one for each day that the owner has changed. Counted, they would keep the cancellation of a fifth
-- day from the visitor. Mails that visitors cause by themselves (`receipt`, `link`, `asked`) leave room for those that
-- the owner causes. What the owner decides goes with a mail about it that still waits, which is no further one.
create function private.may_tell(request uuid, kind text) returns boolean
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
  -- Nobody needs another mail about days that are over, unless the calendar still has one to come.
  return kind = 'feedback' or exists (select from public.reservation_dates d
      where d.reservation_id = request and d.date >= private.paris_day(now()))
    or exists (select from private.entry_changes(request));
end $$;

-- Each of several requests at once sees the mails of those before it.
create function private.queue_visitor_mail(request uuid, kind text, not_before timestamptz) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if not (select s.visitor_mails from private.settings s) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.visitor_mails', 0));
  -- One that still waits tells of the request as it will be then.
  update private.outbox o set kind = queue_visitor_mail.kind, not_before = queue_visitor_mail.not_before
    where o.ref = request and o.kind in ('confirmation', 'cancellation') and queue_visitor_mail.kind <> 'receipt'
      and o.sent_at is null and o.attempts = 0;
  if not found and private.may_tell(request, queue_visitor_mail.kind) then
    insert into private.outbox (kind, ref, not_before, recipient_hash)
      select queue_visitor_mail.kind, request, queue_visitor_mail.not_before, private.salted(private.mailbox(a.email))
        from private.author_of(request) a;
  end if;
end $$;

create function private.acknowledge_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_visitor() then
    perform private.queue_visitor_mail(new.id, 'receipt', now());
  end if;
  return null;
end $$;
create trigger tell_visitor after insert on public.contacts
  for each row execute function private.acknowledge_contact();

-- Acknowledges a reservation with its dates, which the mail repeats; those that are added later join it, or nothing.
create function private.acknowledge_reservation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  own_id uuid;
begin
  if private.is_visitor() then
    for own_id in select distinct a.reservation_id from added a loop
      if not exists (select from private.outbox o where o.ref = own_id and o.kind = 'receipt')
          and not exists (select from public.reservations r where r.id = own_id and r.by_phone) then
        perform private.queue_visitor_mail(own_id, 'receipt', now());
      end if;
    end loop;
  end if;
  return null;
end $$;
create trigger tell_visitor after insert on public.reservation_dates
  referencing new table as added for each statement execute function private.acknowledge_reservation();

-- What the owner does, at the terminal too. An event that a dump brings back is older than its transaction. A day that
-- waits for an answer may be moved without a mail, a confirmed one never.
create function private.tell_of_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind constant text := (
    select case when r.status = 'annulee' then 'cancellation'
      when r.status = 'confirmee' or (new.detail ->> 'to')::date = any (private.confirmed_days(r.id)) then 'confirmation' end
    from public.reservations r where r.id = new.ref);
begin
  if new.at = now() and kind is not null then
    perform private.queue_visitor_mail(new.ref, kind, now() + s.visitor_delay) from private.settings s;
  end if;
  return null;
end $$;
create trigger tell_visitor after insert on private.request_events
  for each row when (new.action in ('confirmed', 'cancelled', 'changed_day')) execute function private.tell_of_event();

-- The mail about days that a visitor asks for with the link of a mail: only whoever reads the mailbox has that link,
-- while the page of a form has its own, for whatever address was typed. One that waits tells of the request as it will
-- be then. Its row is waited for: a worker that takes it meanwhile may have read the request before the change.
create function private.queue_asked(request uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if not private.is_reader_known(request) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.visitor_mails', 0));
  perform from private.outbox o where o.ref = request and o.kind = 'asked' and o.sent_at is null and o.attempts = 0
    for update;
  if not found then
    insert into private.outbox (kind, ref, not_before, recipient_hash)
      select 'asked', r.id, now() + s.visitor_delay, private.salted(private.mailbox(r.email))
        from public.reservations r, private.settings s
        where r.id = request and r.status = 'nouvelle' and private.may_tell(r.id, 'asked');
  end if;
end $$;

-- An entry in calendars follows a day of a reservation when it moves, and a mail to a visitor brings one change of
-- their calendar at most: programs show the button of no second one. Why: docs/decisions/031-mails-to-visitors.md.

create table private.calendar_entries (
  ref   uuid not null references public.reservations (id) on delete cascade,
  seat  text not null,
  day   date not null,
  hours text,
  constraint calendar_entries_pkey primary key (ref, seat)
);
comment on table private.calendar_entries is 'The days that mails have put into visitors'' calendars.';
comment on column private.calendar_entries.hours is 'private.settings.day_hours of the mail; null where it was not known.';

-- What the calendar of the visitor lacks, in the order in which mails bring it. Nothing is changed about days that are
-- over.
create function private.entry_changes(request uuid) returns table (method text, seat text, day date)
language sql stable set search_path = '' as $$
  select case when d.date is null then 'CANCEL' else 'REQUEST' end, seat, coalesce(d.date, e.day)
    from private.settings s,
      (select * from public.reservation_dates d where d.reservation_id = entry_changes.request and d.confirmed) as d
      full join (select * from private.calendar_entries e where e.ref = entry_changes.request) as e using (seat)
    where (d.date is distinct from e.day or e.hours <> s.day_hours) and greatest(d.date, e.day) >= private.first_day_ahead()
    order by d.date is null, coalesce(d.date, e.day);
$$;

-- The entry is chosen with each attempt: what the owner changes while a mail is being sent is the change of the next
-- one. A confirmed day that is given up while another one is asked for leaves the calendar with the mail about that.
create function private.choose_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.entry := (select to_json(c) from private.entry_changes(new.ref) c limit 1);
  return new;
end $$;
create trigger choose_entry before update of attempts on private.outbox
  for each row when (new.kind in ('confirmation', 'cancellation', 'calendar', 'asked')) execute function private.choose_entry();

-- What the mail has left of the changes goes in a mail of its own, one after the other.
create function private.follow_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.calendar_entries e where e.ref = new.ref and e.seat = new.entry ->> 'seat';
  if new.entry ->> 'method' = 'REQUEST' then
    insert into private.calendar_entries (ref, seat, day, hours)
      select new.ref, new.entry ->> 'seat', (new.entry ->> 'day')::date, s.day_hours from private.settings s;
  end if;
  if exists (select from private.entry_changes(new.ref)) and private.may_tell(new.ref, 'calendar')
      and not exists (select from private.outbox o where o.ref = new.ref and o.sent_at is null and o.given_up_at is null
        and o.kind in ('confirmation', 'cancellation', 'calendar')) then
    insert into private.outbox (kind, ref, recipient_hash) values ('calendar', new.ref, new.recipient_hash);
  end if;
  return null;
end $$;
create trigger follow_entry after update of sent_at on private.outbox
  for each row when (old.sent_at is null and new.sent_at is not null
    and new.kind in ('confirmation', 'cancellation', 'calendar', 'asked')) execute function private.follow_entry();

-- When the hours of the day change, the people who have others in their calendar can be told by one more confirmation.

create function private.set_day_hours(hours text) returns void
language sql security definer set search_path = '' as $$
  update private.settings set day_hours = hours where day_hours is distinct from hours;
$$;

-- Whether the calendar of the visitor has a day with other hours, and no mail is on its way that mends it.
create function private.has_other_hours(request uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.entry_changes(request) c
      join private.calendar_entries e on e.ref = request and e.seat = c.seat and e.day = c.day where c.method = 'REQUEST')
    and not exists (select from private.outbox o where o.ref = request and o.kind in ('confirmation', 'calendar')
      and o.sent_at is null and o.given_up_at is null)
$$;

create function private.set_visitor_mails(wanted boolean) returns void
language sql security definer set search_path = '' as $$
  update private.settings set visitor_mails = wanted where visitor_mails is distinct from wanted;
$$;

-- Whether the questionnaire is still to be answered once that day, the last confirmed one, is over. Not by who was
-- absent.
create function private.awaits_feedback(reservation uuid, day date) returns boolean
language sql stable set search_path = ''
return day = (select max(d.date) from public.reservation_dates d where d.reservation_id = reservation and d.confirmed)
  and not exists (select from private.day_files f where f.ref = reservation and (f.answered_at is not null
    or f.kept is not null and not exists (select from jsonb_array_elements(f.kept) as h where h ->> 'from' is not null)));

-- Reminders that are due at that moment. Not of a day that the visitor was told of in these last days, nor of a file
-- that has gone to the fund, is not asked for after all, or whose payer is another one by now: of that file, a week
-- before it is due, not on its last day. It has one last day, that of the first training day: the later days of a
-- reservation have no mail of their own once an earlier one has, or still may. The questionnaire waits for the hours,
-- which tell who was absent, three days at most. What a limit withholds of it goes on one of the days after. It follows
-- the last day that was held, also where later ones are called off in the weeks after, as long as its mail is known.
create function private.due_reminders(at timestamptz) returns table (ref uuid, kind text, about date)
language sql stable set search_path = '' as $$
  select d.reservation_id, due.kind, d.date
    from private.settings s, lateral (select private.paris_day(at) as day offset 0) as today,
      lateral (values ('reminder', 1, s.visitor_reminder_days), ('funding', 15, s.funding_reminder_days), ('feedback', -28, -1))
        as due (kind, nearest, farthest),
      public.reservation_dates d join public.reservations r on r.id = d.reservation_id
    where s.visitor_mails and extract(hour from at at time zone 'Europe/Paris') >= s.reminder_hour
      and d.confirmed
      and (due.kind <> 'funding' or exists (
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

-- Queues what is due, each minute, by any number of workers: a reminder that a limit withholds is tried again on these
-- days.
create function private.queue_reminders(at timestamptz default now()) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  due record;
begin
  if not exists (select from private.due_reminders(at)) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.visitor_mails', 0));
  for due in select * from private.due_reminders(at) loop
    if private.may_tell(due.ref, due.kind) then
      insert into private.outbox (kind, ref, about, recipient_hash)
        select due.kind, due.ref, due.about, private.salted(private.mailbox(a.email)) from private.author_of(due.ref) a
        on conflict (ref, kind, about) where about is not null do nothing;
    end if;
  end loop;
end $$;

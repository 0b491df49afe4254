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
  -- Nobody needs another mail about days that are over.
  return kind = 'feedback' or exists (select from public.reservation_dates d
                                      where d.reservation_id = request and d.date >= private.paris_day(now()));
end $$;

-- Of requests at once, each sees the mails of those before it.
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

-- With its dates, which the mail repeats; those that are added later join it, or nothing.
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

-- What the owner does, at the terminal too. An event that a dump brings back is older than its transaction.
create function private.tell_of_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind constant text := (
    select case r.status when 'confirmee' then 'confirmation' when 'annulee' then 'cancellation' end
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
-- be then.
create function private.queue_asked(request uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if not private.is_reader_known(request) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.visitor_mails', 0));
  insert into private.outbox (kind, ref, not_before, recipient_hash)
    select 'asked', r.id, now() + s.visitor_delay, private.salted(private.mailbox(r.email))
      from public.reservations r, private.settings s
      where r.id = request and r.status = 'nouvelle' and private.may_tell(r.id, 'asked')
        and not exists (select from private.outbox o
          where o.ref = r.id and o.kind = 'asked' and o.sent_at is null and o.attempts = 0);
end $$;

-- The days that the visitor knew as reserved before that mail, and in the same places what these have become since. The
-- history until the mail was queued, or until the last mail that was sent: one may have been withheld. A day that the visitor
-- has given up is known as reserved until a mail has told of it.
create function private.known_days(request uuid, mail bigint, out known date[], out became date[])
language plpgsql stable set search_path = ''
as $$
declare
  queued_at constant timestamptz := (select o.created_at from private.outbox o where o.id = mail);
  told_at constant timestamptz := (select max(o.sent_at) from private.outbox o
    where o.ref = request and o.kind in ('confirmation', 'cancellation'));
  event private.request_events;
  is_told boolean;
begin
  known := '{}';
  became := '{}';
  for event in select * from private.request_events e where e.ref = request order by e.id loop
    is_told := event.at < queued_at and event.at <= coalesce(told_at, 'infinity');
    if event.action = 'changed_day' then
      became := array_replace(became, (event.detail ->> 'from')::date, (event.detail ->> 'to')::date);
    elsif is_told and event.action = 'confirmed' then
      became := array(select day::date from json_array_elements_text(event.detail) as day);
    elsif is_told and event.action = 'visitor_gave_up' then
      became := array_remove(became, (event.detail ->> 'day')::date);
    elsif is_told and event.action in ('cancelled', 'reopened') then
      became := '{}';
    end if;
    if is_told then
      known := became;
    end if;
  end loop;
end $$;

-- Up to eight words of Latin letters, some of which may be initials. Anybody can type a text with somebody else's address,
-- and the owner may confirm it without reading it twice: nothing in it reads as an address of a site.
create function private.greeting_name(name text) returns text
language sql immutable set search_path = ''
return (select case when length(plain) <= 60 and plain ~ ('^' || word || '(?: ' || word || '){0,7}$') then plain end
  from (select regexp_replace(private.trimmed(normalize(name)), '[ \u00a0\u202f]+', ' ', 'g') as plain,
    replace('(?:(?:L[.]){1,3}|L+)(?:[''ʼ’\u2010\u2011-](?:L[.]|L+)){0,3}', 'L',
      '(?:[A-Za-zÀ-ÖØ-öø-ɏ\u1e00-\u1eff\u2c60-\u2c7f\ua722-\ua787][\u0300-\u036f]{0,2})') as word) as read);

-- How a receipt greets, which goes to whatever address was typed: by the name that this address has itself, so that it
-- brings nobody another's text. It has the whole name or none, as later mails do. What follows a plus does not belong
-- to the mailbox.
create function private.receipt_name(request uuid) returns text
language sql stable set search_path = '' as $$
  select case when bool_and(private.fold(w.word) = any (
        regexp_split_to_array(private.fold(substring(person.email from '^[^+@]+')), '[^a-z]+')))
      then string_agg(w.word, ' ' order by w.place) end
    from (select r.name, r.email from public.reservations r where r.id = request
          union all select c.prenom || ' ' || c.nom, c.email from public.contacts c where c.id = request) as person,
      regexp_split_to_table(private.greeting_name(person.name), ' ') with ordinality as w (word, place)
$$;

-- An entry in calendars follows a day of a reservation when it moves, and a mail to a visitor brings one change of their
-- calendar at most: programs show the button of no second one. Why: docs/decisions/031-mails-to-visitors.md.

create table private.calendar_entries (
  ref   uuid not null references public.reservations (id) on delete cascade,
  seat  text not null,
  day   date not null,
  hours text,
  constraint calendar_entries_pkey primary key (ref, seat)
);
comment on table private.calendar_entries is 'The days that mails have put into visitors'' calendars.';
comment on column private.calendar_entries.hours is 'private.settings.day_hours of the mail; null where it was not known.';

-- What the calendar of the visitor lacks, in the order in which mails bring it. Nothing is changed about days that are over.
create function private.entry_changes(request uuid) returns table (method text, seat text, day date)
language sql stable set search_path = '' as $$
  select case when d.date is null then 'CANCEL' else 'REQUEST' end, seat, coalesce(d.date, e.day)
    from private.settings s,
      (select * from public.reservation_dates d where d.reservation_id = entry_changes.request and d.confirmed) as d
      full join (select * from private.calendar_entries e where e.ref = entry_changes.request) as e using (seat)
    where (d.date is distinct from e.day or e.hours <> s.day_hours) and greatest(d.date, e.day) >= private.paris_day(now())
    order by d.date is null, coalesce(d.date, e.day);
$$;

-- Chosen with each attempt: what the owner changes while a mail is being sent is the change of the next one. A
-- confirmed day that is given up while another one is asked for leaves the calendar with the mail about that.
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

-- What a mail to a visitor says, null where it no longer applies. Its parts are in VisitorMail. `asked` has the days
-- that wait for an answer, in `instead` the confirmed ones that they are to replace, in `kept` those that stay reserved
-- until then, and in `withdrawn` those that were given up meanwhile. `declined` has the requested days that a
-- confirmation leaves out; one that its visitor has replaced is none. `otherDays` counts them, for earlier programs.
create function private.visitor_detail(kind text, request uuid, mail bigint) returns json
language sql stable set search_path = '' as $$
  with about as (
    select c.id, c.email, null as name, 'contact' as request, c.created_at, c.is_agefice, c.version, null as status
      from public.contacts c where c.id = visitor_detail.request
    union all
    select r.id, r.email, r.name, 'reservation', r.created_at, r.is_agefice, r.version, r.status
      from public.reservations r where r.id = visitor_detail.request
  ), own as (
    select o.created_at, coalesce(o.about, (o.entry ->> 'day')::date) as about, o.entry from private.outbox o where o.id = mail
  ), day as (
    select d.date, d.confirmed from public.reservation_dates d where d.reservation_id = visitor_detail.request
  ), known as (
    select k.day, k.became from private.known_days(visitor_detail.request, mail) as days,
      unnest(days.known, days.became) as k (day, became)
      where visitor_detail.kind in ('confirmation', 'cancellation', 'asked')
  ), told as (
    select d.date from day d where case visitor_detail.kind
      when 'receipt' then true
      when 'asked' then not d.confirmed and d.date >= private.paris_day(now())
      when 'confirmation' then d.confirmed
      when 'cancellation' then not exists (select from known)
      when 'calendar' then false
      else d.confirmed and d.date = (select own.about from own) end
    union
    -- A day that is over was not cancelled.
    select k.day from known k where visitor_detail.kind = 'cancellation' and k.day >= private.paris_day(now())
    union
    select own.about from own where visitor_detail.kind = 'calendar' and own.about is not null
  ), withdrawn as (
    select k.day as date from known k where visitor_detail.kind in ('confirmation', 'asked')
      and k.day not in (select d.date from day d where d.confirmed)
  ), declined as (
    select d.date from day d
      where visitor_detail.kind = 'confirmation' and not d.confirmed and d.date not in (select w.date from withdrawn w)
        and coalesce((select (e.detail ->> 'to')::date = d.date from private.request_events e
          where e.ref = visitor_detail.request and e.action = 'visitor_asked'
            and d.date in ((e.detail ->> 'from')::date, (e.detail ->> 'to')::date) order by e.id desc limit 1), true)
  )
  select json_build_object('id', a.id, 'email', a.email, 'request', a.request,
      'name', case when visitor_detail.kind <> 'receipt' then private.greeting_name(a.name) end,
      'queuedAt', private.iso((select own.created_at from own)),
      'receivedAt', private.iso(a.created_at), 'isAgefice', a.is_agefice,
      'days', (select coalesce(json_agg(t.date order by t.date), '[]') from told t),
      'kept', (select coalesce(json_agg(d.date order by d.date), '[]') from day d
        where visitor_detail.kind = 'asked' and d.confirmed and d.date >= private.paris_day(now())),
      'withdrawn', (select coalesce(json_agg(w.date order by w.date), '[]') from withdrawn w),
      'moved', (select coalesce(json_agg(json_build_object('from', k.day, 'to', k.became) order by k.became), '[]')
        from known k where k.became in (select t.date from told t) and k.day in (select w.date from withdrawn w)
          and visitor_detail.kind = 'confirmation'),
      'instead', (select coalesce(json_agg(json_build_object('from', i.replaced, 'to', i.date) order by i.date), '[]')
        from (select t.date, private.replaced_by(a.id, t.date) as replaced from told t where visitor_detail.kind = 'asked') as i
        where i.replaced is not null),
      'declined', (select coalesce(json_agg(x.date order by x.date), '[]') from declined x),
      'otherDays', (select count(*) from declined),
      'wereConfirmed', exists (select from known) and visitor_detail.kind = 'cancellation',
      'entry', (select json_build_object('method', own.entry -> 'method', 'day', own.entry -> 'day', 'sequence', a.version,
          'uid', private.entry_uid(a.id, own.entry ->> 'seat')) from own where own.entry is not null),
      'hasMoreEntries', (select count(*) > 1 from private.entry_changes(a.id)))
    from about a, private.settings s, private.author_of(visitor_detail.request) author
    where s.visitor_mails and author.is_trusted and (visitor_detail.kind <> 'funding' or a.is_agefice)
      and case visitor_detail.kind when 'receipt' then a.status is null or a.status = 'nouvelle'
        when 'asked' then a.status = 'nouvelle' and exists (select from told)
        when 'cancellation' then a.status = 'annulee'
        when 'calendar' then exists (select from told)
        else a.status = 'confirmee' and exists (select from told) end;
$$;

create function private.set_visitor_mails(wanted boolean) returns void
language sql security definer set search_path = '' as $$
  update private.settings set visitor_mails = wanted where visitor_mails is distinct from wanted;
$$;

-- Whether the questionnaire is still to be answered once that day, the last confirmed one, is over. Not by who was absent.
create function private.awaits_feedback(reservation uuid, day date) returns boolean
language sql stable set search_path = ''
return day = (select max(d.date) from public.reservation_dates d where d.reservation_id = reservation and d.confirmed)
  and not exists (select from private.day_files f where f.ref = reservation and (f.answered_at is not null
    or f.kept is not null and not exists (select from jsonb_array_elements(f.kept) as h where h ->> 'from' is not null)));

-- Reminders that are due at that moment. Not of a day that the visitor was told of in these last days, nor of a file
-- that has gone to the fund, is not asked for after all, or whose payer is another one by now: of that file, a week
-- before it is due, not on its last day. It has one last day, that of the first training day: the later days of a
-- reservation have no mail of their own once an earlier one has, or still may. What a limit withholds of `feedback`
-- goes on one of the two days after.
create function private.due_reminders(at timestamptz) returns table (ref uuid, kind text, about date)
language sql stable set search_path = '' as $$
  select d.reservation_id, due.kind, d.date
    from private.settings s,
      lateral (values ('reminder', 1, s.visitor_reminder_days), ('funding', 15, s.funding_reminder_days), ('feedback', -3, -1))
        as due (kind, nearest, farthest),
      public.reservation_dates d join public.reservations r on r.id = d.reservation_id
    where s.visitor_mails and extract(hour from at at time zone 'Europe/Paris') >= s.reminder_hour
      and d.confirmed and r.status = 'confirmee'
      and (due.kind <> 'funding' or r.is_agefice and exists (
          select from private.file_of(r) as f
            where f.payer = 'agefice' and f.funding_filed_on is null and f.funding_dropped_on is null)
        and not exists (select from public.reservation_dates e
          where e.reservation_id = r.id and e.confirmed and e.date < d.date and (e.date >= private.paris_day(at) + due.nearest
            or exists (select from private.outbox o where o.ref = r.id and o.kind = 'funding' and o.about = e.date))))
      and (due.kind <> 'feedback' or private.awaits_feedback(r.id, d.date))
      and d.date between private.paris_day(at) + due.nearest and private.paris_day(at) + due.farthest
      and not exists (select from private.outbox o where o.ref = r.id and o.kind = due.kind and o.about = d.date)
      and not exists (select from private.request_events e where e.ref = r.id and e.action in ('confirmed', 'changed_day')
        and private.paris_day(e.at) >= d.date - due.farthest)
    order by d.date, d.reservation_id;
$$;

-- Looked at each minute, by any number of workers: a reminder that a limit withholds is tried again on these days.
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

-- An entry in calendars follows a day of a reservation when it moves, and a mail to a visitor brings one change of their
-- calendar at most: programs show the button of no second one. Why: docs/decisions/031-mails-to-visitors.md.

alter table public.reservation_dates add column seat text not null default '';

-- The key under which calendars have the days so far. A move that no mail has told yet keeps the key of the known day.
update public.reservation_dates d set seat = to_char(d.date, 'YYYY-MM-DD') where true;
update public.reservation_dates d set seat = to_char(k.day, 'YYYY-MM-DD')
  from (select distinct on (o.ref) o.ref, o.id from private.outbox o
        where o.kind in ('confirmation', 'cancellation') and o.sent_at is null order by o.ref, o.id) as waiting,
    private.known_days(waiting.ref, waiting.id) as days, unnest(days.known, days.became) as k (day, became)
  where d.reservation_id = waiting.ref and d.date = k.became and not exists (
    select from public.reservation_dates other where other.reservation_id = waiting.ref and other.date = k.day);

alter table public.reservation_dates
  add constraint reservation_dates_seat unique (reservation_id, seat) deferrable;
comment on column public.reservation_dates.seat is
  'Names the day in calendars, whatever its date becomes: the date that it had first, with the version if that is taken.';

-- The page that sends a booking derives the same name from the date.
create function private.take_seat() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.seat := to_char(new.date, 'YYYY-MM-DD');
  if exists (select from public.reservation_dates d where d.reservation_id = new.reservation_id and d.seat = new.seat) then
    new.seat := new.seat || '-' || (select r.version from public.reservations r where r.id = new.reservation_id);
  end if;
  return new;
end $$;
create trigger take_seat before insert on public.reservation_dates
  for each row execute function private.take_seat();

-- A day that is confirmed in place of another one is a move: the two exchange their seats.
create function private.exchange_seats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  with changed as (
    select n.reservation_id, n.date, n.seat, n.confirmed,
        row_number() over (partition by n.reservation_id, n.confirmed order by n.date) as place
      from now_rows n join old_rows o using (reservation_id, seat) where n.confirmed <> o.confirmed
  )
  update public.reservation_dates d set seat = other.seat
    from changed mine join changed other on other.reservation_id = mine.reservation_id and other.place = mine.place
      and other.confirmed <> mine.confirmed
    where d.reservation_id = mine.reservation_id and d.date = mine.date;
  return null;
end $$;
create trigger exchange_seats after update on public.reservation_dates
  referencing old table as old_rows new table as now_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.exchange_seats();

create table private.calendar_entries (
  ref  uuid not null references public.reservations (id) on delete cascade,
  seat text not null,
  day  date not null,
  constraint calendar_entries_pkey primary key (ref, seat)
);
comment on table private.calendar_entries is 'The days that mails have put into visitors'' calendars.';

with waiting as (
  select distinct on (o.ref) o.ref, o.id from private.outbox o
    where o.kind in ('confirmation', 'cancellation') and o.sent_at is null order by o.ref, o.id
), sent as (
  select waiting.ref, to_char(k.day, 'YYYY-MM-DD') as seat, k.day
    from waiting, private.known_days(waiting.ref, waiting.id) as days, unnest(days.known) as k (day)
  union
  select d.reservation_id, d.seat, d.date from public.reservation_dates d
    where d.confirmed and d.reservation_id not in (select waiting.ref from waiting)
)
insert into private.calendar_entries (ref, seat, day)
  select sent.ref, sent.seat, sent.day from sent, private.settings s
    where s.visitor_mails and exists (select from public.reservations r where r.id = sent.ref);

create function private.entry_uid(request uuid, seat text) returns text
language sql immutable set search_path = ''
return private.calendar_id(request) || '-' || seat;

-- What the calendar of the visitor lacks, in the order in which mails bring it. Nothing is changed about days that are over.
create function private.entry_changes(request uuid) returns table (method text, seat text, day date)
language sql stable set search_path = '' as $$
  select case when d.date is null then 'CANCEL' else 'REQUEST' end, seat, coalesce(d.date, e.day)
    from (select * from public.reservation_dates d where d.reservation_id = entry_changes.request and d.confirmed) as d
      full join (select * from private.calendar_entries e where e.ref = entry_changes.request) as e using (seat)
    where d.date is distinct from e.day and greatest(d.date, e.day) >= private.paris_day(now())
    order by d.date is null, coalesce(d.date, e.day);
$$;

alter table private.outbox add column entry json,
  drop constraint outbox_kind_ok,
  add constraint outbox_kind_ok check (case
    when kind in ('contact', 'reservation', 'dates', 'change', 'welcome') then ref is not null and recipient_hash is null
    when kind in ('receipt', 'confirmation', 'cancellation', 'calendar', 'reminder', 'funding')
      then ref is not null and recipient_hash is not null
    when kind in ('digest', 'concerns', 'code') then ref is null and recipient_hash is null
    else false end);
comment on column private.outbox.entry is 'The change of the visitor''s calendar that its last attempt brings.';

-- Chosen with each attempt: what the owner changes while a mail is being sent is the change of the next one.
create function private.choose_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.entry := (select to_json(c) from private.entry_changes(new.ref) c limit 1);
  return new;
end $$;
create trigger choose_entry before update of attempts on private.outbox
  for each row when (new.kind in ('confirmation', 'cancellation', 'calendar')) execute function private.choose_entry();

-- A mail of an entry follows one that the limits allowed: there is one for each day that the owner has changed. Counted,
-- they would keep the cancellation of a fifth day from the visitor.
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
  mailbox := private.salted(private.mailbox(author.email));
  select count(*) into of_day from private.outbox o
    where o.recipient_hash = mailbox and o.kind <> 'calendar' and o.created_at > now() - interval '1 day';
  select count(*) into of_hour from private.outbox o
    where o.recipient_hash is not null and o.kind <> 'calendar' and o.created_at > now() - interval '1 hour';
  if kind <> 'calendar' and (of_day >= rule.visitor_mails_per_day or of_hour >= rule.visitor_mails_per_hour) then
    return false;
  end if;
  if kind = 'receipt' then
    return of_hour < rule.receipts_per_hour
      and not exists (select from private.outbox o where o.recipient_hash = mailbox and o.kind = 'receipt'
                        and o.created_at > now() - rule.receipt_every);
  end if;
  -- Nobody needs a mail about days that are over.
  return exists (select from public.reservation_dates d
                 where d.reservation_id = request and d.date >= private.paris_day(now()));
end $$;

-- What the mail has left of the changes goes in a mail of its own, one after the other.
create function private.follow_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.calendar_entries e where e.ref = new.ref and e.seat = new.entry ->> 'seat';
  if new.entry ->> 'method' = 'REQUEST' then
    insert into private.calendar_entries (ref, seat, day) values (new.ref, new.entry ->> 'seat', (new.entry ->> 'day')::date);
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
    and new.kind in ('confirmation', 'cancellation', 'calendar')) execute function private.follow_entry();

create or replace function private.visitor_detail(kind text, request uuid, mail bigint) returns json
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
      where visitor_detail.kind in ('confirmation', 'cancellation')
  ), told as (
    select d.date from day d where case visitor_detail.kind
      when 'receipt' then true
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
    select k.day as date from known k where visitor_detail.kind = 'confirmation'
      and k.day not in (select d.date from day d where d.confirmed)
  )
  select json_build_object('id', a.id, 'email', a.email, 'request', a.request,
      'name', case when visitor_detail.kind <> 'receipt' then private.greeting_name(a.name) end,
      'queuedAt', private.iso((select own.created_at from own)),
      'receivedAt', private.iso(a.created_at), 'isAgefice', a.is_agefice,
      'days', (select coalesce(json_agg(t.date order by t.date), '[]') from told t),
      'withdrawn', (select coalesce(json_agg(w.date order by w.date), '[]') from withdrawn w),
      'moved', (select coalesce(json_agg(json_build_object('from', k.day, 'to', k.became) order by k.became), '[]')
        from known k where k.became in (select t.date from told t) and k.day in (select w.date from withdrawn w)
          and visitor_detail.kind = 'confirmation'),
      'otherDays', (select count(*) from day d where not d.confirmed and visitor_detail.kind = 'confirmation'
        and d.date not in (select w.date from withdrawn w)),
      'wereConfirmed', exists (select from known) and visitor_detail.kind = 'cancellation',
      'entry', (select json_build_object('method', own.entry -> 'method', 'day', own.entry -> 'day', 'sequence', a.version,
          'uid', private.entry_uid(a.id, own.entry ->> 'seat')) from own where own.entry is not null),
      'hasMoreEntries', (select count(*) > 1 from private.entry_changes(a.id)))
    from about a, private.settings s, private.author_of(visitor_detail.request) author
    where s.visitor_mails and author.is_trusted and (visitor_detail.kind <> 'funding' or a.is_agefice)
      and case visitor_detail.kind when 'receipt' then a.status is null or a.status = 'nouvelle'
        when 'cancellation' then a.status = 'annulee'
        when 'calendar' then exists (select from told)
        else a.status = 'confirmee' and exists (select from told) end;
$$;

-- As before; a mail of a calendar entry alone brings no link, which would end that of the mail before it.
create or replace function private.link_of_mail(mail private.outbox) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  path constant text := '/reservation/gerer#';
  made text;
begin
  select l.secret into made from private.manage_links l where l.mail_id = mail.id and l.secret is not null;
  if found then
    return path || made;
  end if;
  perform from public.reservations r where r.id = mail.ref for key share;
  if not found or mail.kind = 'calendar' or (private.last_day(mail.ref) >= private.paris_day(now())) is not true then
    return null;
  end if;
  made := translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/=', '-_');
  insert into private.manage_links (digest, ref, mail_id, secret)
    values (sha256(convert_to(made, 'UTF8')), mail.ref, mail.id, made);
  return path || made;
end $$;

-- `calendarId`: for pages of earlier releases.
create or replace function private.managed_json(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select json_build_object('status', r.status, 'version', r.version, 'receivedAt', private.iso(r.created_at),
      'isAgefice', r.is_agefice, 'calendarId', private.calendar_id(r.id),
      'days', (select coalesce(json_agg(json_build_object('date', d.date, 'confirmed', d.confirmed,
          'uid', private.entry_uid(r.id, d.seat)) order by d.date), '[]')
               from public.reservation_dates d where d.reservation_id = r.id))
    from public.reservations r where r.id = reservation;
$$;

create or replace function private.feed_days(name_digest bytea) returns json
language sql stable security definer set search_path = '' as $$
  select (
      select coalesce(json_agg(json_build_object('date', d.date, 'id', r.id,
          'uid', private.entry_uid(r.id, d.seat), 'version', r.version, 'name', r.name, 'phone', r.phone, 'email', r.email,
          'isAgefice', r.is_agefice, 'note', r.note, 'receivedAt', private.iso(r.created_at)) order by d.date, r.created_at, r.id), '[]')
        from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
        where d.confirmed and d.date >= private.paris_day(now()) - 92)
    from private.owner_feeds f where f.name_digest = feed_days.name_digest;
$$;

revoke all on private.calendar_entries from public, anon, authenticated;
revoke all on function private.take_seat(), private.exchange_seats(), private.entry_uid(uuid, text),
  private.entry_changes(uuid), private.choose_entry(), private.follow_entry() from public;

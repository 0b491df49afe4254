-- What a database that ends with migration 20261127192728 lacks to be what the first migrations make. A start runs it
-- once (backend/src/database/migrate.ts); docs/hosting/supabase.md has the commands for a hosted project.

-- A search finds a person however the name or the number was typed, and a greeting has any name of Latin letters. The twin
-- of private.dialled() is `readPhone` in contract/src/phone.ts.

-- Without marks and invisible characters, in lower case whatever the server's locale. « lecoeur » finds « Lecœur ».
create or replace function private.fold(value text) returns text
language sql immutable parallel safe
return replace(replace(replace(translate(lower(regexp_replace(normalize(value, NFKD),
    '[\u00ad\u0300-\u036f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g')),
  'ŒÆẞŁłØøĐđÐðŦŧĦħıʼ‘’', 'œæßllooddddtthhi'''''''), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss');

-- The beginnings of a French number by which it is looked for: 06…, 336…, 00336…, 3306…; of another one, its digits.
create function private.dialled(phone text) returns text
language plpgsql immutable parallel safe
as $$
declare
  digits constant text := regexp_replace(normalize(phone, NFKC), '[^0-9]', '', 'g');
  number constant text := right(digits, 9);
  code constant text := '00' || case
    when number ~ '^(?:26[29]|69[23]|639(?!98))' then '262'
    when number ~ '^(?:590|69[01])' then '590'
    when number ~ '^[56]94' then '594'
    when number ~ '^(?:596|69[67])' then '596'
    else '33' end;
begin
  return case when digits ~ '^(?:(?:00)?(?:33|262|59[046])0?|0)[1-9][0-9]{8}$'
    then code || number || ' ' || code || '0' || number else digits end;
end $$;
revoke all on function private.dialled(text) from public;
grant execute on function private.dialled(text) to anon, service_role;

create or replace function private.search_text(words text, phone text) returns text
language sql immutable parallel safe
return private.fold(words || ' ' || coalesce(phone || ' ' || private.dialled(phone), ''));

do $$
begin
  if to_regclass('public.contacts_search') is not null then
    reindex index public.contacts_search;
    reindex index public.reservations_search;
  end if;
end $$;

-- Up to eight words of Latin letters, some of which may be initials. Anybody can type a text with somebody else's address,
-- and the owner may confirm it without reading it twice: nothing in it reads as an address of a site.
create or replace function private.greeting_name(name text) returns text
language sql immutable set search_path = ''
return (select case when length(plain) <= 60 and plain ~ ('^' || word || '(?: ' || word || '){0,7}$') then plain end
  from (select regexp_replace(private.trimmed(normalize(name)), '[ \u00a0\u202f]+', ' ', 'g') as plain,
    replace('(?:(?:L[.]){1,3}|L+)(?:[''ʼ’\u2010\u2011-](?:L[.]|L+)){0,3}', 'L',
      '(?:[A-Za-zÀ-ÖØ-öø-ɏ\u1e00-\u1eff\u2c60-\u2c7f\ua722-\ua787][\u0300-\u036f]{0,2})') as word) as read);

-- What is typed is stored in one spelling. The twin of private.clean_email() is `cleanEmail` in contract/src/email.ts.

-- The address in what was pasted: without invisible characters and spaces, `mailto:`, a name before it, a mark behind it.
create function private.clean_email(value text) returns text
language sql immutable set search_path = ''
return regexp_replace(replace(regexp_replace(regexp_replace(regexp_replace(private.trimmed(value),
    '[ \t\u00a0\u00ad\u061c\u1680\u2000-\u200f\u202a-\u202f\u205f-\u206f\u3000\ufeff]', '', 'g'),
  '^[^<>]*<([^<>]*)>[;,.]*$', '\1'), '^(?:mailto:)+([^?]*).*$', '\1', 'i'), '%40', '@'), '[;,.]+$', '');
revoke all on function private.clean_email(text) from public;

create or replace function private.tidy_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.prenom := private.trimmed(normalize(new.prenom));
  new.nom := private.trimmed(normalize(new.nom));
  new.email := private.clean_email(new.email);
  new.telephone := private.trimmed(new.telephone);
  new.message := nullif(private.trimmed(normalize(replace(new.message, E'\r\n', E'\n'))), '');
  return new;
end $$;

create or replace function private.tidy_reservation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.trimmed(normalize(new.name));
  new.email := private.clean_email(new.email);
  new.phone := nullif(private.trimmed(new.phone), '');
  return new;
end $$;

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
  'Part of the UID of the day in calendars, kept when its date changes: its first date, and the version if another day has that.';
comment on column public.contacts.release is 'Release of the part whose form sent it; null when the client named none.';
comment on column public.reservations.release is 'Release of the part whose form sent it; null when the client named none.';
comment on column private.submissions.address_hash is
  'Salted hash of the network it came from; null when no header named an address.';

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

-- Who may ask what name servers know of the domain of the site's mails. The site's own server asks them and answers in place
-- of this function; elsewhere nobody does, and null says so.
create function public.owner_mail_records() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return null;
end $$;
revoke all on function public.owner_mail_records() from public, anon;
grant execute on function public.owner_mail_records() to authenticated, service_role;

-- A constraint that fails writes the whole row into the log of the database: a visitor's name, address and message. Rows of
-- visitors have none in it, since row security hides them; functions of owners run as the tables' owner, and only a superuser
-- can keep a server from logging. So what such a function would write is refused before, with the same code and words.
create function private.refuse_without_row() returns trigger
language plpgsql stable security definer set search_path = ''
as $$
declare
  failed text;
begin
  select a.attname into failed from pg_attribute a
    where a.attrelid = tg_relid and a.attnum > 0 and a.attnotnull and not a.attisdropped
      and to_jsonb(new) -> a.attname::text = 'null' order by a.attnum limit 1;
  if failed is not null then
    raise not_null_violation using table = tg_table_name, schema = tg_table_schema, column = failed,
      message = format('null value in column "%s" of relation "%s" violates not-null constraint', failed, tg_table_name);
  end if;
  execute (
    select format('select case %s end from (select ($1).*) as given', string_agg(
        format('when not (%s) then %L', pg_get_expr(c.conbin, c.conrelid), c.conname), ' ' order by c.conname))
      from pg_constraint c where c.conrelid = tg_relid and c.contype = 'c'
  ) into failed using new;
  if failed is not null then
    raise check_violation using table = tg_table_name, schema = tg_table_schema, constraint = failed,
      message = format('new row for relation "%s" violates check constraint "%s"', tg_table_name, failed);
  end if;
  return new;
end $$;
revoke all on function private.refuse_without_row() from public;

-- After `tidy`, which changes the row: triggers run by name.
create trigger withhold before insert or update on public.contacts for each row
  when (current_setting('role') = 'authenticated') execute function private.refuse_without_row();
create trigger withhold before insert or update on public.reservations for each row
  when (current_setting('role') = 'authenticated') execute function private.refuse_without_row();

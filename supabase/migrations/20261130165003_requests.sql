-- Contact messages and reservations. Rule: the public key (role anon) may add rows; it may never read, change or remove
-- any, except the id of the reservation that its own statement has just made.

create table public.contacts (
  id         uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  prenom     text not null constraint contacts_prenom_ok    check (private.is_line(prenom, 2, 100)),
  nom        text not null constraint contacts_nom_ok       check (private.is_line(nom, 2, 100)),
  email      text not null constraint contacts_email_ok     check (private.is_email(email)),
  telephone  text not null constraint contacts_telephone_ok check (private.is_line(telephone, 10, 40)),
  message    text          constraint contacts_message_ok   check (private.is_message(message)),
  is_agefice boolean not null default false,
  attempt    uuid constraint contacts_attempt_once unique,
  shell      text constraint contacts_shell_ok   check (shell ~ '^[0-9A-Za-z.-]{1,80}$'),
  release    text constraint contacts_release_ok check (release ~ '^[0-9A-Za-z.-]{1,80}$'),
  flagged    boolean not null default false,
  unwanted   boolean not null default false,
  version    integer not null default 1,
  handled_at timestamptz,
  note       text constraint contacts_note_ok check (private.is_message(note)),
  is_spam    boolean not null default false
);
-- One for each filter of private.is_in(): lists read them in order, counts read nothing else.
-- The first of each table also answers the figures of a month, without reading rows.
create index contacts_newest on public.contacts (created_at desc, id desc) include (is_agefice, is_spam, unwanted);
create index contacts_todo on public.contacts (created_at desc, id desc)
  where handled_at is null and not (is_spam or unwanted);
create index contacts_messages on public.contacts (created_at desc, id desc) where not (is_spam or unwanted);
create index contacts_verify on public.contacts (created_at desc, id desc) where flagged and not (is_spam or unwanted);
create index contacts_spam on public.contacts (created_at desc, id desc) where is_spam or unwanted;
create index contacts_by_address on public.contacts (lower(email));
create index contacts_by_shell on public.contacts (shell) where shell is not null and not (is_spam or unwanted);
create index contacts_by_release on public.contacts (release) where release is not null and not (is_spam or unwanted);

comment on table public.contacts is
  'Messages of the contact form. Visitors add them and never read any; kept for three years after the person''s last contact.';
comment on column public.contacts.attempt is 'Idempotency key of the attempt that stored it; null when the client sent none.';
comment on column public.contacts.flagged is
  'Look twice: came above settings.per_address or total_per_hour, or with the hidden field filled in.';
comment on column public.contacts.unwanted is 'The hidden field was filled in, which people never see: no mail tells of it.';
comment on column public.contacts.shell is 'Release of the shell on the page that sent it; null when the client named none.';
comment on column public.contacts.release is 'Release of the part whose form sent it; null when the client named none.';
comment on column public.contacts.version is 'Counts the changes of the row: an action names the one that its author saw.';
comment on column public.contacts.handled_at is 'When the owner marked it as handled; null while there is something to do.';

create table public.reservations (
  id         uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  made_in    xid8 not null default pg_current_xact_id(),
  name       text not null constraint reservations_name_ok  check (private.is_line(name, 1, 200)),
  email      text not null constraint reservations_email_ok check (private.is_email(email)),
  phone      text          constraint reservations_phone_ok check (private.is_line(phone, 1, 40)),
  is_agefice boolean not null default false,
  status     text not null default 'nouvelle'
             constraint reservations_status_ok check (status in ('nouvelle', 'confirmee', 'annulee')),
  attempt    uuid constraint reservations_attempt_once unique,
  shell      text constraint reservations_shell_ok   check (shell ~ '^[0-9A-Za-z.-]{1,80}$'),
  release    text constraint reservations_release_ok check (release ~ '^[0-9A-Za-z.-]{1,80}$'),
  flagged    boolean not null default false,
  unwanted   boolean not null default false,
  version    integer not null default 1,
  handled_at timestamptz,
  note       text constraint reservations_note_ok check (private.is_message(note)),
  is_spam    boolean not null default false,
  by_phone   boolean not null default false,
  convention_sent_on   date,
  convention_signed_on date,
  paid_on              date,
  held_on              date,
  day_cents   integer constraint reservations_day_cents_ok check (day_cents >= 0),
  days_wanted text constraint reservations_days_wanted_ok check (days_wanted in ('one', 'all'))
);
create index reservations_newest on public.reservations (created_at desc, id desc)
  include (is_agefice, is_spam, unwanted);
create index reservations_todo on public.reservations (created_at desc, id desc)
  where status = 'nouvelle' and not (is_spam or unwanted);
create index reservations_confirmed on public.reservations (created_at desc, id desc)
  where status = 'confirmee' and not (is_spam or unwanted);
create index reservations_cancelled on public.reservations (created_at desc, id desc)
  where status = 'annulee' and not (is_spam or unwanted);
create index reservations_ended on public.reservations (id) where status = 'annulee' and convention_signed_on is not null;
create index reservations_verify on public.reservations (created_at desc, id desc) where flagged and not (is_spam or unwanted);
create index reservations_spam on public.reservations (created_at desc, id desc) where is_spam or unwanted;
create index reservations_by_address on public.reservations (lower(email));
create index reservations_by_shell on public.reservations (shell) where shell is not null and not (is_spam or unwanted);
create index reservations_by_release on public.reservations (release) where release is not null and not (is_spam or unwanted);

comment on table public.reservations is
  'Requests for training days; the days stand in reservation_dates. Kept for three years after the person''s last contact.';
comment on column public.reservations.id is 'Made here; told only to the request that made it, which adds its dates with it.';
comment on column public.reservations.made_in is 'Transaction that made it: only that one may read its id back.';
comment on column public.reservations.status is 'The owner''s word on it: nouvelle, confirmee or annulee.';
comment on column public.reservations.shell is 'Release of the shell on the page that sent it; null when the client named none.';
comment on column public.reservations.release is 'Release of the part whose form sent it; null when the client named none.';
comment on column public.reservations.version is 'Counts the changes of the row and of its dates: an action names the one that its author saw.';
comment on column public.reservations.by_phone is
  'The owner entered it for a person who called: neither limits of callers nor mails of the form apply.';
comment on column public.reservations.convention_sent_on is
  'Day in Paris; the owner notes it, as the three after it: none depends on another, and null means not noted.';
comment on column public.reservations.handled_at is 'When the owner last confirmed or cancelled it; null while there is something to do.';
comment on column public.reservations.day_cents is
  'Announced price of a day, in euro cents with all taxes; null for that of the first price list, of a request from before it.';
comment on column public.reservations.days_wanted is
  'Of several dates: one day on any of them, or a day on each (all). Null where nobody was asked.';

create function private.tidy_contact() returns trigger
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
create trigger tidy before insert on public.contacts
  for each row execute function private.tidy_contact();

create function private.tidy_reservation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.trimmed(normalize(new.name));
  new.email := private.clean_email(new.email);
  new.phone := nullif(private.trimmed(new.phone), '');
  return new;
end $$;
create trigger tidy before insert on public.reservations
  for each row execute function private.tidy_reservation();

-- Rights are named in full, never left to the defaults: hosted ones grant too much and are changing.
alter table public.contacts enable row level security;
alter table public.reservations enable row level security;
revoke all on public.contacts, public.reservations from public, anon, authenticated;
grant all on public.contacts, public.reservations to service_role;

-- Column by column, so that no visitor chooses id, created_at, status, attempt, flagged or unwanted.
grant insert (prenom, nom, email, telephone, message, is_agefice) on public.contacts to anon;
grant insert (name, email, phone, is_agefice, days_wanted) on public.reservations to anon;
create policy contacts_add on public.contacts for insert to anon with check (true);
create policy reservations_add on public.reservations for insert to anon with check (true);

-- RETURNING id needs SELECT on the column and a policy that the new row passes. Only a row that the same transaction
-- has written passes it; a transaction that only reads has no id and sees nothing. Two transactions can begin in one
-- tick of the clock, so created_at does not suffice; after a restore, a new cluster counts transactions anew, and a
-- stored row can have the number of a present one, so made_in does not suffice.
grant select (id) on public.reservations to anon;
create policy reservations_own_insert on public.reservations for select to anon
  using (made_in = pg_current_xact_id_if_assigned() and created_at = now());

-- When a constraint fails, PostgreSQL writes the whole row into its log: a person's name, address and message. It
-- leaves out a row that row security protects from the writer, so nothing is logged of visitors. The functions of
-- owners run as the tables' owner, whom row security does not concern, and only a superuser can switch that log off. So
-- this trigger checks the row before PostgreSQL does, and raises the same error without the row.
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

-- Runs after `tidy`, which changes the row: triggers run by name.
create trigger withhold before insert or update on public.contacts for each row
  when (current_setting('role') = 'authenticated') execute function private.refuse_without_row();
create trigger withhold before insert or update on public.reservations for each row
  when (current_setting('role') = 'authenticated') execute function private.refuse_without_row();

-- How often an address and the whole site may submit. More than usual is stored flagged: the owner reads of it in the
-- digest, and its author gets no mail. Only above limits that no office reaches is it refused.

create table private.submissions (
  id           bigint generated always as identity primary key,
  created_at   timestamptz not null default now(),
  made_in      xid8 not null default pg_current_xact_id(),
  address_hash text
);
-- Both counts stop at their limit, whatever the table holds.
create index submissions_by_address on private.submissions (address_hash, created_at desc);
create index submissions_newest on private.submissions (created_at desc);

comment on table private.submissions is 'Counts the submissions of each address, of about the last day; the address is hashed.';
comment on column private.submissions.made_in is 'Transaction that made it: one request may hold one submission.';
comment on column private.submissions.address_hash is 'Salted hash of the network it came from; null when no header named an address.';

-- Refuses above limits that no office reaches. `waiting_since` is the oldest of the submissions that count.
create function private.refuse_submission(message text, waiting_since timestamptz, span interval) returns void
language plpgsql set search_path = ''
as $$
declare
  wait_seconds constant text := greatest(1, ceil(extract(epoch from waiting_since + span - now())));
begin
  -- In the body too: a page of another origin cannot read this header from hosted Supabase.
  perform private.refuse(429, 'RATE_LIMIT', message, wait_seconds, json_build_object('Retry-After', wait_seconds));
end $$;

create function private.admit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  stored uuid;
  caller text;
  mine integer;
  total integer;
  oldest timestamptz;
  newest timestamptz;
begin
  if not private.is_visitor() then
    return new;
  end if;
  select * into strict rule from private.settings;
  caller := private.caller_hash(rule);
  new.attempt := private.request_attempt();
  new.shell := private.client_release('shell');
  new.release := private.client_release('release');
  new.unwanted := coalesce(private.client_token('honeypot') = 'filled', false);

  -- Requests of one address wait for each other, and so do repeats of one attempt, which may come by
  -- two networks: each then sees the rows of those before it. Always in this order: no deadlock.
  perform pg_advisory_xact_lock(hashtextextended(caller, 1));
  perform pg_advisory_xact_lock(hashtextextended(new.attempt::text, 2));

  if exists (select from private.submissions s where s.created_at = now() and s.made_in = pg_current_xact_id()) then
    perform private.refuse(400, 'ONE_PER_REQUEST', 'One submission per request');
  end if;

  execute format('select id from %I.%I where attempt = $1', tg_table_schema, tg_table_name)
    into stored using new.attempt;
  if stored is not null then
    perform private.refuse(409, 'ALREADY_STORED', 'This attempt is already stored',
      case tg_table_name when 'reservations' then stored::text end);
  end if;

  -- SUBMISSIONS_PER_ADDRESS, for one process: it raises the limits of an address, and none of the whole site.
  rule.per_address := greatest(rule.per_address, nullif(current_setting('app.settings.per_address', true), '')::integer);
  rule.refuse_per_address := greatest(rule.refuse_per_address, rule.per_address);

  select count(*), min(latest.created_at), max(latest.created_at) into mine, oldest, newest
    from (select s.created_at from private.submissions s
          where s.address_hash = caller and s.created_at > now() - rule.address_window
          order by s.created_at desc limit rule.refuse_per_address) as latest;
  if mine >= rule.refuse_per_address then
    perform private.refuse_submission('Too many submissions from this address', oldest, rule.address_window);
  end if;
  -- The ids of the hour bound the number of its rows, whatever it is; only above a limit are the rows counted.
  total := coalesce((select s.id from private.submissions s order by s.id desc limit 1) + 1
    - (select s.id from private.submissions s where s.created_at > now() - interval '1 hour'
       order by s.created_at, s.id limit 1), 0);
  if total >= least(rule.total_per_hour, rule.refuse_per_hour) then
    select count(*) into total
      from (select from private.submissions s where s.created_at > now() - interval '1 hour'
            order by s.created_at desc
            limit case when total < rule.refuse_per_hour then rule.total_per_hour else rule.refuse_per_hour end) as latest;
  end if;
  -- A flood of few addresses must not close the forms for the others.
  if total >= rule.refuse_per_hour and mine > 0 then
    perform private.refuse_submission('Too many submissions', newest, rule.address_window);
  end if;

  insert into private.submissions (address_hash) values (caller);
  new.flagged := new.unwanted or mine >= rule.per_address or total >= rule.total_per_hour;
  return new;
end $$;
create trigger admit before insert on public.contacts
  for each row execute function private.admit();
create trigger admit before insert on public.reservations
  for each row when (not new.by_phone) execute function private.admit();

-- A reservation's dates come in a second request, made with the unguessable id that the first one answered, and only
-- for a few minutes after it.

create table public.reservation_dates (
  reservation_id uuid not null references public.reservations (id) on delete cascade,
  date           date not null,
  created_at     timestamptz not null default now(),
  confirmed      boolean not null default false,
  seat           text not null default '',
  declined       boolean not null default false,
  constraint reservation_dates_pkey primary key (reservation_id, date),
  constraint reservation_dates_seat unique (reservation_id, seat) deferrable
);
create index reservation_dates_by_date on public.reservation_dates (date);
create index reservation_dates_confirmed on public.reservation_dates (date) where confirmed;

comment on table public.reservation_dates is 'The days that a reservation asks for, each once.';
comment on column public.reservation_dates.date is 'A day in Paris, never an instant.';
comment on column public.reservation_dates.confirmed is 'Confirmed by the owner. Only dates of a confirmed reservation are.';
comment on column public.reservation_dates.seat is
  'Part of the UID of the day in calendars, kept when its date changes: its first date, and the version if another day has that.';
comment on column public.reservation_dates.declined is
  'Of a cancelled or reopened reservation, a day that its confirmation had not kept: neither is about it.';

create function private.takes_dates(reservation uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.reservations r, private.settings s
               where r.id = reservation and r.status = 'nouvelle' and r.created_at > now() - s.dates_window);
grant execute on function private.takes_dates(uuid) to anon;

-- Runs before the row-level policy, and a row it drops never meets it. So an id that does not
-- exist is let through, to be refused by the policy like any other forbidden row.
-- Not CHECK constraints: a check must hold for ever, or a dump of an old booking does not restore.
create function private.admit_date() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  today date := private.paris_day(now());
  status text;
begin
  if not private.is_visitor() then
    return new;
  end if;
  -- Two requests at once must not pass the maximum together, nor both store one date.
  select r.status into status from public.reservations r where r.id = new.reservation_id for no key update;
  if not found then
    return new;
  end if;
  -- A booking that is sent again hours later, as after a lost answer, skips the dates it has. Once the
  -- owner has cancelled it, the same wish is a new one.
  if status <> 'annulee' and exists (select from public.reservation_dates d
                                     where d.reservation_id = new.reservation_id and d.date = new.date) then
    return null;
  end if;
  if not private.takes_dates(new.reservation_id) then
    perform private.refuse(410, 'DATES_WINDOW_OVER', 'Dates can no longer be added to this reservation');
  end if;
  select * into strict rule from private.settings;
  if new.date < today then
    perform private.refuse(400, 'DATE_PAST', 'A date is in the past', new.date::text);
  end if;
  if new.date > today + rule.days_ahead then
    perform private.refuse(400, 'DATE_TOO_FAR', 'A date is too far ahead', new.date::text);
  end if;
  if (select count(*) from public.reservation_dates d where d.reservation_id = new.reservation_id) >= rule.max_dates then
    perform private.refuse(400, 'TOO_MANY_DATES', 'Too many dates for one reservation', rule.max_dates::text);
  end if;
  return new;
end $$;
create trigger admit before insert on public.reservation_dates
  for each row execute function private.admit_date();

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

alter table public.reservation_dates enable row level security;
revoke all on public.reservation_dates from public, anon, authenticated;
grant all on public.reservation_dates to service_role;
grant insert (reservation_id, date) on public.reservation_dates to anon;
create policy reservation_dates_add on public.reservation_dates for insert to anon
  with check (private.takes_dates(reservation_id));

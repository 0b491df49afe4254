-- The whole schema, as supabase/schemas had it at this time. The comments are there.

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema public to anon, authenticated, service_role;
grant usage on schema private to service_role;

create function private.trimmed(value text) returns text
language sql immutable set search_path = ''
return btrim(value, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff');

create function private.typed_length(value text) returns integer
language sql immutable set search_path = ''
return char_length(regexp_replace(value, '[\U00010000-\U0010ffff]', 'xx', 'g'));
grant execute on function private.typed_length(text) to anon, service_role;

create function private.is_line(value text, shortest integer, longest integer) returns boolean
language sql immutable set search_path = ''
return private.typed_length(value) between shortest and longest
   and value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
grant execute on function private.is_line(text, integer, integer) to anon, service_role;

create function private.is_message(value text) returns boolean
language sql immutable set search_path = ''
return private.typed_length(value) between 1 and 5000
   and value !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f]';
grant execute on function private.is_message(text) to anon, service_role;

create function private.is_email(value text) returns boolean
language sql immutable set search_path = ''
return length(value) <= 254 and value ~
  '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z0-9][A-Za-z0-9-]{0,61}[A-Za-z0-9]$';
grant execute on function private.is_email(text) to anon, service_role;

create function private.fold(value text) returns text
language sql immutable parallel safe
return translate(lower(value), 'ÀÂÄÁÃÅÇÉÈÊËÍÌÎÏÑÓÒÔÖÕÚÙÛÜÝŸàâäáãåçéèêëíìîïñóòôöõúùûüýÿ’',
  'aaaaaaceeeeiiiinooooouuuuyyaaaaaaceeeeiiiinooooouuuuyy''');

create function private.search_text(words text, phone text) returns text
language sql immutable parallel safe
return private.fold(words || ' ' || coalesce(phone || ' ' || translate(phone, ' .-()+/', ''), ''));
grant execute on function private.fold(text), private.search_text(text, text) to anon, service_role;

create function private.iso(at timestamptz) returns text
language sql immutable set search_path = ''
return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');

create function private.paris_day(at timestamptz) returns date
language sql immutable set search_path = ''
return (at at time zone 'Europe/Paris')::date;

create function private.last_hour(hour integer, at timestamptz) returns timestamptz
language sql stable set search_path = ''
return (date_trunc('day', at at time zone 'Europe/Paris' - make_interval(hours => hour)) + make_interval(hours => hour))
  at time zone 'Europe/Paris';

create table private.settings (
  only_row        boolean primary key default true check (only_row),
  site_origin     text,

  address_salt    text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  address_headers text[] not null default '{cf-connecting-ip,x-forwarded-for}',
  keep_addresses  interval not null default '23 hours',

  per_address        integer not null default 5,
  total_per_hour     integer not null default 300,
  refuse_per_address integer not null default 60,
  refuse_per_hour    integer not null default 20000,
  address_window     interval not null default '10 minutes',
  dates_window       interval not null default '10 minutes',
  max_dates          integer not null default 31,
  days_ahead         integer not null default 730,

  mails_per_hour     integer not null default 30,
  digest_delay       interval not null default '5 minutes',
  digest_every       interval not null default '1 hour',
  mail_lease         interval not null default '2 minutes',
  mail_first_retry   interval not null default '1 minute',
  mail_longest_retry interval not null default '1 hour',
  mail_given_up      interval not null default '2 days',
  keep_sent_mail     interval not null default '30 days',
  reminder_hour      integer not null default 7 constraint settings_reminder_hour_ok check (reminder_hour between 0 and 23),
  todo_late          interval not null default '1 day',

  visitor_mails          boolean not null default false,
  visitor_mails_per_hour integer not null default 30,
  receipts_per_hour      integer not null default 20,
  visitor_mails_per_day  integer not null default 5,
  receipt_every          interval not null default '1 day',
  visitor_delay          interval not null default '1 minute',

  incidents_per_address     integer not null default 20,
  incidents_total_per_hour  integer not null default 1000,
  keep_incidents            interval not null default '30 days',
  alert_unsent              integer not null default 3,
  alert_reporters           integer not null default 3,
  alert_rate                numeric not null default 0.05,
  alert_reporters_uncounted integer not null default 10,

  code_lifetime    interval not null default '10 minutes',
  code_tries       integer not null default 5,
  code_every       interval not null default '1 minute',
  codes_per_hour   integer not null default 6,
  codes_per_day    integer not null default 20,
  codes_per_caller integer not null default 10,
  tries_per_caller integer not null default 20,
  tries_window     interval not null default '10 minutes',
  session_idle     interval not null default '60 days',

  keep_requests  interval not null default '3 years',
  retention_gap  interval not null default '30 days',
  retention_wait interval not null default '7 days',
  backup_hour    integer not null default 3 constraint settings_backup_hour_ok check (backup_hour between 0 and 23),
  backup_lease   interval not null default '30 minutes',
  backup_late    interval not null default '2 days',
  low_disk_bytes bigint not null default 1000000000
);
insert into private.settings default values;

comment on table private.settings is 'Limits and periods, in one row. A change counts from the next request on.';
comment on column private.settings.only_row is 'Keeps the table to one row.';
comment on column private.settings.site_origin is
  'Address of the site that last started on this database, so that two sites on one database are noticed; null before.';
comment on column private.settings.address_salt is 'Makes the hashes of addresses useless elsewhere; made at installation.';
comment on column private.settings.address_headers is
  'Headers believed for the caller''s address: the first present counts, and of a list its last entry.';
comment on column private.settings.keep_addresses is 'How long the hashes of callers'' addresses are kept.';
comment on column private.settings.per_address is 'Submissions of one address within address_window; further ones are stored flagged.';
comment on column private.settings.total_per_hour is 'Submissions of all addresses in an hour; further ones are stored flagged.';
comment on column private.settings.refuse_per_address is 'Submissions of one address within address_window; further ones are refused.';
comment on column private.settings.refuse_per_hour is 'Submissions of all addresses in an hour; further ones are refused.';
comment on column private.settings.address_window is 'Window of per_address and refuse_per_address.';
comment on column private.settings.dates_window is 'How long after a reservation its dates may be added.';
comment on column private.settings.max_dates is 'Dates that one reservation may have.';
comment on column private.settings.days_ahead is 'How many days from today on may be asked for.';
comment on column private.settings.mails_per_hour is 'Requests in an hour from which on the owner gets digests instead of single mails.';
comment on column private.settings.digest_delay is 'How long a digest waits for further requests.';
comment on column private.settings.digest_every is 'Shortest time between two digests.';
comment on column private.settings.mail_lease is 'How long a worker has for a mail before another may take it; longer than its time-outs.';
comment on column private.settings.mail_first_retry is 'Wait after the first failure; it doubles with each further one.';
comment on column private.settings.mail_longest_retry is 'Longest wait between two attempts at a mail.';
comment on column private.settings.mail_given_up is 'How long after its first attempt a mail is tried again.';
comment on column private.settings.keep_sent_mail is 'How long the outbox remembers a mail that was sent.';
comment on column private.settings.reminder_hour is 'Hour in Paris from which on the owner is told of what needs them and is not urgent.';
comment on column private.settings.todo_late is 'Age of a request to do from which on the owner is told.';
comment on column private.settings.visitor_mails is 'Whether visitors get mails at all; each start of the site writes it from site.json.';
comment on column private.settings.visitor_mails_per_hour is 'Mails to visitors in an hour, of all kinds, to all of them.';
comment on column private.settings.receipts_per_hour is
  'Of visitor_mails_per_hour, those that a submission causes: a flood leaves the rest to what the owner confirms.';
comment on column private.settings.visitor_mails_per_day is 'Mails to one mailbox in a day, of all kinds.';
comment on column private.settings.receipt_every is 'Further requests of one mailbox within it are not acknowledged.';
comment on column private.settings.visitor_delay is
  'How long a confirmation or cancellation waits, so that a wrong press that is corrected at once sends nothing wrong.';
comment on column private.settings.incidents_per_address is 'Incidents that one address may store in an hour.';
comment on column private.settings.incidents_total_per_hour is 'Incidents that all visitors may store in an hour.';
comment on column private.settings.keep_incidents is 'How long incidents are kept.';
comment on column private.settings.alert_unsent is 'Mails that failed and wait, from which on the owner is told at once.';
comment on column private.settings.alert_reporters is
  'Addresses that report failures of one release within a day, from which on the owner is told at once.';
comment on column private.settings.alert_rate is
  'Share of the pages served with a release that as many addresses must reach for that.';
comment on column private.settings.alert_reporters_uncounted is
  'Addresses that report failures within a day, from which on the owner is told at once where nobody counts pages.';
comment on column private.settings.code_lifetime is 'How long a code may be used.';
comment on column private.settings.code_tries is 'Tries of one code, right or wrong.';
comment on column private.settings.code_every is 'Shortest time between two codes for one address.';
comment on column private.settings.codes_per_hour is 'Codes for one address in an hour, so that nobody fills the owner''s mailbox.';
comment on column private.settings.codes_per_day is 'Codes for one address in a day: it bounds what can be guessed from everywhere.';
comment on column private.settings.codes_per_caller is 'Codes that one network may ask for in an hour, for any addresses.';
comment on column private.settings.tries_per_caller is 'Codes that one network may try within tries_window.';
comment on column private.settings.tries_window is 'Window of tries_per_caller.';
comment on column private.settings.session_idle is 'A session that was not used for so long is over.';
comment on column private.settings.keep_requests is 'How long after a person''s last contact their requests are kept.';
comment on column private.settings.retention_gap is 'Time without a run from which on the clock is in doubt.';
comment on column private.settings.retention_wait is
  'How long a doubtful clock must run, and the owner has to object, before retention resumes.';
comment on column private.settings.backup_hour is 'Hour in Paris from which on the day''s backup is due.';
comment on column private.settings.backup_lease is 'How long one server may work on a backup before another may begin.';
comment on column private.settings.backup_late is 'Age of the last backup from which on the owner is told.';
comment on column private.settings.low_disk_bytes is
  'Free bytes of a disk below which the owner is told: fifteen times as much as the gateway needs to go on.';

create function private.is_visitor() returns boolean
language sql stable set search_path = ''
return coalesce(nullif(current_setting('role', true), 'none'), session_user) in ('anon', 'authenticated');

create function private.request_header(name text) returns text
language sql stable set search_path = ''
return nullif(current_setting('request.headers', true), '')::json ->> name;

create function private.entry_address(entry text) returns inet
language plpgsql immutable set search_path = ''
as $$
declare
  trimmed constant text := btrim(left(entry, 200), E' \t"');
  bare constant text := split_part(coalesce(substring(trimmed from '^\[([^][]*)\](?::\d+)?$'),
    regexp_replace(trimmed, '(\.\d+):\d+$', '\1')), '%', 1);
  address inet;
begin
  if bare !~ '^(?:[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*|(?:(?:0|[1-9]\d{0,2})(?:\.|$)){4})$' or bare ~ '\.$' then
    return null;
  end if;
  address := bare::inet;
  return case when address <<= '::ffff:0:0/96' then '0.0.0.0'::inet + (address - '::ffff:0:0'::inet) else address end;
exception when invalid_text_representation then
  return null;
end $$;

create function private.caller_network(believed text[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  given text;
  address inet;
begin
  select entry into given
    from unnest(believed) with ordinality as header (name, rank),
         lateral btrim(split_part(private.request_header(header.name), ',', -1)) as entry
    where entry <> '' order by header.rank limit 1;
  if given is null then
    return null;
  end if;
  address := private.entry_address(given);
  return coalesce(case family(address) when 6 then network(set_masklen(address, 64))::text else host(address) end,
    'unknown');
end $$;

create function private.caller_hash(rule private.settings) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(rule.address_salt || private.caller_network(rule.address_headers), 'UTF8')), 'hex')
$$;

create function private.salted(value text) returns text
language sql stable set search_path = ''
return (select encode(sha256(convert_to(s.address_salt || value, 'UTF8')), 'hex') from private.settings s);

create function private.network_hash(address text) returns text
language plpgsql volatile set search_path = ''
as $$
begin
  perform set_config('request.headers', json_build_object('x-forwarded-for', address)::text, true);
  return private.salted(private.caller_network('{x-forwarded-for}'));
end $$;

create function private.client_token(name text) returns text
language sql stable set search_path = ''
return substring(private.request_header('x-client-info') from '(?:^|[ ;,])' || name || '=([^ ;,]*)');

create function private.request_attempt() returns uuid
language sql stable set search_path = ''
return substring(private.client_token('attempt') from '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$')::uuid;

create function private.refuse(status integer, code text, message text,
  details text default null, headers json default '{}', hint text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', message, 'details', details, 'hint', hint)::text,
    detail = json_build_object('status', status, 'headers', headers)::text;
end $$;

create function private.refuse_action(message text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(409, 'NOT_POSSIBLE', message);
end $$;

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
  flagged    boolean not null default false,
  unwanted   boolean not null default false,
  version    integer not null default 1,
  handled_at timestamptz,
  note       text constraint contacts_note_ok check (private.is_message(note)),
  is_spam    boolean not null default false
);
create index contacts_newest on public.contacts (created_at desc, id desc);
create index contacts_todo on public.contacts (created_at desc, id desc)
  where handled_at is null and not (is_spam or unwanted);
create index contacts_messages on public.contacts (created_at desc, id desc) where not (is_spam or unwanted);
create index contacts_verify on public.contacts (created_at desc, id desc) where flagged and not (is_spam or unwanted);
create index contacts_spam on public.contacts (created_at desc, id desc) where is_spam or unwanted;
create index contacts_by_address on public.contacts (lower(email));

comment on table public.contacts is
  'Messages of the contact form. Visitors add them and never read any; kept for three years after the person''s last contact.';
comment on column public.contacts.id is 'Made here; never told to a visitor.';
comment on column public.contacts.created_at is 'When the message was stored.';
comment on column public.contacts.prenom is 'First name, trimmed, 2 to 100 UTF-16 units, one line.';
comment on column public.contacts.nom is 'Last name, trimmed, 2 to 100 UTF-16 units, one line.';
comment on column public.contacts.email is 'Address to reply to, trimmed, by the rule of private.is_email().';
comment on column public.contacts.telephone is 'As typed, trimmed, 10 to 40 UTF-16 units, one line.';
comment on column public.contacts.message is 'Free text of up to 5000 UTF-16 units; null when left empty.';
comment on column public.contacts.is_agefice is 'Whether the person wishes for funding by AGEFICE.';
comment on column public.contacts.attempt is 'Idempotency key of the attempt that stored it; null when the client sent none.';
comment on column public.contacts.flagged is
  'Look twice: came above settings.per_address or total_per_hour, or with the hidden field filled in.';
comment on column public.contacts.unwanted is 'The hidden field was filled in, which people never see: no mail tells of it.';
comment on column public.contacts.version is 'Counts the changes of the row: an action names the one that its author saw.';
comment on column public.contacts.handled_at is 'When the owner marked it as handled; null while there is something to do.';
comment on column public.contacts.note is 'The owner''s note; no visitor sees it.';
comment on column public.contacts.is_spam is 'Marked as spam by the owner.';

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
  flagged    boolean not null default false,
  unwanted   boolean not null default false,
  version    integer not null default 1,
  handled_at timestamptz,
  note       text constraint reservations_note_ok check (private.is_message(note)),
  is_spam    boolean not null default false
);
create index reservations_newest on public.reservations (created_at desc, id desc);
create index reservations_todo on public.reservations (created_at desc, id desc)
  where status = 'nouvelle' and not (is_spam or unwanted);
create index reservations_confirmed on public.reservations (created_at desc, id desc)
  where status = 'confirmee' and not (is_spam or unwanted);
create index reservations_cancelled on public.reservations (created_at desc, id desc)
  where status = 'annulee' and not (is_spam or unwanted);
create index reservations_verify on public.reservations (created_at desc, id desc) where flagged and not (is_spam or unwanted);
create index reservations_spam on public.reservations (created_at desc, id desc) where is_spam or unwanted;
create index reservations_by_address on public.reservations (lower(email));

comment on table public.reservations is
  'Requests for training days; the days stand in reservation_dates. Kept for three years after the person''s last contact.';
comment on column public.reservations.id is 'Made here; told only to the request that made it, which adds its dates with it.';
comment on column public.reservations.created_at is 'When the reservation was stored; its dates may follow for settings.dates_window.';
comment on column public.reservations.made_in is 'Transaction that made it: only that one may read its id back.';
comment on column public.reservations.name is 'Full name, trimmed, 1 to 200 UTF-16 units, one line.';
comment on column public.reservations.email is 'Address to reply to, trimmed, by the rule of private.is_email().';
comment on column public.reservations.phone is 'As typed, trimmed, up to 40 UTF-16 units, one line; null when left empty.';
comment on column public.reservations.is_agefice is 'Whether the person wishes for funding by AGEFICE.';
comment on column public.reservations.status is 'The owner''s word on it: nouvelle, confirmee or annulee.';
comment on column public.reservations.attempt is 'Idempotency key of the attempt that stored it; null when the client sent none.';
comment on column public.reservations.flagged is
  'Look twice: came above settings.per_address or total_per_hour, or with the hidden field filled in.';
comment on column public.reservations.unwanted is 'The hidden field was filled in, which people never see: no mail tells of it.';
comment on column public.reservations.version is 'Counts the changes of the row and of its dates: an action names the one that its author saw.';
comment on column public.reservations.handled_at is 'When the owner last confirmed or cancelled it; null while there is something to do.';
comment on column public.reservations.note is 'The owner''s note; no visitor sees it.';
comment on column public.reservations.is_spam is 'Marked as spam by the owner.';

create function private.tidy_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.prenom := private.trimmed(new.prenom);
  new.nom := private.trimmed(new.nom);
  new.email := private.trimmed(new.email);
  new.telephone := private.trimmed(new.telephone);
  new.message := nullif(private.trimmed(replace(new.message, E'\r\n', E'\n')), '');
  return new;
end $$;
create trigger tidy before insert on public.contacts
  for each row execute function private.tidy_contact();

create function private.tidy_reservation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.phone := nullif(private.trimmed(new.phone), '');
  return new;
end $$;
create trigger tidy before insert on public.reservations
  for each row execute function private.tidy_reservation();

alter table public.contacts enable row level security;
alter table public.reservations enable row level security;
revoke all on public.contacts, public.reservations from public, anon, authenticated;
grant all on public.contacts, public.reservations to service_role;

grant insert (prenom, nom, email, telephone, message, is_agefice) on public.contacts to anon;
grant insert (name, email, phone, is_agefice) on public.reservations to anon;
create policy contacts_add on public.contacts for insert to anon with check (true);
create policy reservations_add on public.reservations for insert to anon with check (true);

grant select (id) on public.reservations to anon;
create policy reservations_own_insert on public.reservations for select to anon
  using (made_in = pg_current_xact_id_if_assigned() and created_at = now());

create table private.submissions (
  id           bigint generated always as identity primary key,
  created_at   timestamptz not null default now(),
  made_in      xid8 not null default pg_current_xact_id(),
  address_hash text
);
create index submissions_by_address on private.submissions (address_hash, created_at desc);
create index submissions_newest on private.submissions (created_at desc);

comment on table private.submissions is 'Counts the submissions of each address, of about the last day; the address is hashed.';
comment on column private.submissions.id is 'In the order of arrival.';
comment on column private.submissions.created_at is 'When it came in.';
comment on column private.submissions.made_in is 'Transaction that made it: one request may hold one submission.';
comment on column private.submissions.address_hash is 'Salted hash of the network it came from; null when nobody said.';

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
  for each row execute function private.admit();

create table public.reservation_dates (
  reservation_id uuid not null references public.reservations (id) on delete cascade,
  date           date not null,
  created_at     timestamptz not null default now(),
  confirmed      boolean not null default false,
  constraint reservation_dates_pkey primary key (reservation_id, date)
);
create index reservation_dates_by_date on public.reservation_dates (date);
create index reservation_dates_confirmed on public.reservation_dates (date) where confirmed;

comment on table public.reservation_dates is 'The days that a reservation asks for, each once.';
comment on column public.reservation_dates.reservation_id is 'The reservation; its dates go with it.';
comment on column public.reservation_dates.date is 'A day in Paris, never an instant.';
comment on column public.reservation_dates.created_at is 'When the day was added.';
comment on column public.reservation_dates.confirmed is 'Confirmed by the owner. Only dates of a confirmed reservation are.';

create function private.takes_dates(reservation uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.reservations r, private.settings s
               where r.id = reservation and r.status = 'nouvelle' and r.created_at > now() - s.dates_window);
grant execute on function private.takes_dates(uuid) to anon;

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

alter table public.reservation_dates enable row level security;
revoke all on public.reservation_dates from public, anon, authenticated;
grant all on public.reservation_dates to service_role;
grant insert (reservation_id, date) on public.reservation_dates to anon;
create policy reservation_dates_add on public.reservation_dates for insert to anon
  with check (private.takes_dates(reservation_id));

create table private.opening_rule (
  only_row       boolean primary key default true check (only_row),
  weekly         boolean[] not null default '{t,t,t,t,t,t,t}'
                 constraint opening_rule_weekly_ok check (array_ndims(weekly) = 1 and cardinality(weekly) = 7
                   and array_position(weekly, null) is null and true = any (weekly)),
  holidays       boolean not null default false,
  off            date[] not null default '{}'
                 constraint opening_rule_off_ok check (cardinality(off) <= 1000 and array_position(off, null) is null),
  confirmed_days boolean not null default false,
  version        integer not null default 1
);
insert into private.opening_rule default values;

comment on table private.opening_rule is 'Which days can be booked; one row. At first every day can.';
comment on column private.opening_rule.only_row is 'Keeps the table to one row.';
comment on column private.opening_rule.weekly is 'Whether each weekday is open, Monday first.';
comment on column private.opening_rule.holidays is 'Whether the public holidays of metropolitan France are closed.';
comment on column private.opening_rule.off is 'Single days that are closed.';
comment on column private.opening_rule.confirmed_days is 'Whether days of which a reservation is confirmed are closed.';
comment on column private.opening_rule.version is 'Counts the changes: a change names the one that its author saw.';
grant select, update on private.opening_rule to service_role;

create function private.easter(year integer) returns date
language plpgsql immutable set search_path = ''
as $$
declare
  golden constant integer := year % 19;
  century constant integer := year / 100;
  epact constant integer :=
    (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30;
  weekday constant integer := (32 + 2 * (century % 4) + 2 * (year % 100 / 4) - epact - year % 100 % 4) % 7;
  shift constant integer := (golden + 11 * epact + 22 * weekday) / 451;
  place constant integer := epact + weekday - 7 * shift + 114;
begin
  return make_date(year, place / 31, place % 31 + 1);
end $$;

create function private.holidays(year integer) returns date[]
language plpgsql immutable set search_path = ''
as $$
declare
  easter constant date := private.easter(year);
begin
  return array(select make_date(year, month, day)
      from (values (1, 1), (5, 1), (5, 8), (7, 14), (8, 15), (11, 1), (11, 11), (12, 25)) as fixed (month, day))
    || array[easter + 1, easter + 39, easter + 50];
end $$;

create function private.is_holiday(day date) returns boolean
language sql immutable set search_path = ''
as $$ select day = any (private.holidays(extract(year from day)::integer)) $$;

create function private.is_closed(rule private.opening_rule, day date) returns boolean
language sql stable set search_path = '' as $$
  select not rule.weekly[extract(isodow from day)::integer]
  or day = any (rule.off)
  or rule.holidays and private.is_holiday(day)
  or rule.confirmed_days and exists (select from public.reservation_dates d where d.date = day and d.confirmed)
$$;

create function private.admit_open_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_visitor() and (select private.is_closed(r, new.date) from private.opening_rule r) then
    perform private.refuse(400, 'DATE_CLOSED', 'A date is closed', new.date::text);
  end if;
  return new;
end $$;
create trigger admit_open_day before insert on public.reservation_dates
  for each row execute function private.admit_open_day();

create function public.closed_days(first date default null, last date default null) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  rule private.opening_rule;
  start constant date := greatest(coalesce(first, private.paris_day(now())), private.paris_day(now()));
  finish date;
  closed date[];
  days json;
begin
  perform set_config('response.headers', '[{"Cache-Control": "public, max-age=60"}]', true);
  select * into strict rule from private.opening_rule;
  select least(coalesce(last, until), until) into strict finish
    from private.settings s, lateral (select private.paris_day(now()) + s.days_ahead) as horizon (until);
  closed := rule.off
    || array(select h.day from generate_series(extract(year from start)::integer, extract(year from finish)::integer) y,
        unnest(private.holidays(y)) as h (day) where rule.holidays)
    || array(select distinct d.date from public.reservation_dates d
        where rule.confirmed_days and d.confirmed and d.date between start and finish);
  select coalesce(json_agg(day::date order by day), '[]') into days
    from generate_series(start::timestamp, finish::timestamp, '1 day') as day
    where not rule.weekly[extract(isodow from day)::integer] or day::date = any (closed);
  return days;
end $$;

create function private.days_json(rule private.opening_rule) returns json
language sql stable set search_path = '' as $$
  select json_build_object('weekly', rule.weekly, 'holidays', rule.holidays, 'off', to_json(rule.off),
  'confirmedDays', rule.confirmed_days, 'version', rule.version)
$$;

create function public.owner_days() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return (select private.days_json(r) from private.opening_rule r);
end $$;

create function public.owner_set_days(weekly boolean[], holidays boolean, off date[], version integer,
  "confirmedDays" boolean default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  rule private.opening_rule;
begin
  perform private.require_owner();
  select * into strict rule from private.opening_rule for update;
  if rule.version is distinct from version then
    perform private.refuse(409, 'CHANGED_SINCE', 'The days have changed', private.days_json(rule)::text);
  end if;
  update private.opening_rule r
    set weekly = owner_set_days.weekly, holidays = owner_set_days.holidays, version = r.version + 1,
      off = array(select distinct day from unnest(owner_set_days.off) as day
                  where (day < private.paris_day(now())) is not true order by day),
      confirmed_days = coalesce("confirmedDays", r.confirmed_days)
    where true
    returning * into rule;
  return private.days_json(rule);
end $$;

create table private.request_events (
  id     bigint generated always as identity primary key,
  ref    uuid not null,
  at     timestamptz not null default now(),
  who    text not null,
  action text not null,
  detail json
);
create index request_events_by_ref on private.request_events (ref, id);

comment on table private.request_events is 'What was done with a request. Goes with the request.';
comment on column private.request_events.id is 'In the order of the actions.';
comment on column private.request_events.ref is 'A contact message or a reservation.';
comment on column private.request_events.at is 'When it was done.';
comment on column private.request_events.who is 'Address of the owner, or terminal.';
comment on column private.request_events.action is 'confirmed, changed_day, cancelled, reopened, verified, handled, unhandled, noted or spam.';
comment on column private.request_events.detail is 'The days that an action is about. Never a text of the visitor or a note.';
grant select, insert, delete on private.request_events to service_role;

create function private.count_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger count_change before update on public.contacts
  for each row execute function private.count_change();
create trigger count_change before update on public.reservations
  for each row execute function private.count_change();

create function private.count_dates() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  own_id uuid;
begin
  -- In steps, as in release_reservation: a plan of a join made while the table was small would read all of it.
  if private.is_visitor() then
    for own_id in select distinct a.reservation_id from added a loop
      update public.reservations r set version = r.version + 1 where r.id = own_id;
    end loop;
  end if;
  return null;
end $$;
create trigger count_dates after insert on public.reservation_dates
  referencing new table as added for each statement execute function private.count_dates();

create function private.follow_status() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status <> 'confirmee' then
    update public.reservation_dates d set confirmed = false where d.reservation_id = new.id and d.confirmed;
  elsif not exists (select from public.reservation_dates d where d.reservation_id = new.id and d.confirmed) then
    update public.reservation_dates d set confirmed = true where d.reservation_id = new.id;
  end if;
  return null;
end $$;
create trigger follow_status after update of status on public.reservations
  for each row when (old.status is distinct from new.status) execute function private.follow_status();

create function private.forget_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.request_events e where e.ref = old.id;
  return null;
end $$;
create trigger forget after delete on public.contacts
  for each row execute function private.forget_request();
create trigger forget after delete on public.reservations
  for each row execute function private.forget_request();

create function private.hold_days(request uuid, days date[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  taken json;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.day', wanted.day - date '2000-01-01'))
    from (select distinct d.day from unnest(days) as d (day) order by d.day) as wanted;
  if current_setting('site.also_confirmed', true) = request::text then
    return;
  end if;
  select json_agg(json_build_object('date', d.date, 'id', r.id, 'name', r.name) order by d.date, r.created_at, r.id) into taken
    from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
    where d.confirmed and d.date = any (days) and r.id <> request;
  if taken is not null then
    perform private.refuse(409, 'DAY_TAKEN', 'Another reservation is confirmed for this day', taken::text);
  end if;
end $$;

create function private.hold_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_days(new.reservation_id, array[new.date]);
  return new;
end $$;
create trigger hold_day before update of confirmed, date on public.reservation_dates
  for each row when (new.confirmed and (not old.confirmed or old.date <> new.date)) execute function private.hold_day();

create function private.contact_json(contact public.contacts) returns json
language sql stable set search_path = '' as $$
  select json_build_object('kind', 'contact', 'id', contact.id, 'receivedAt', private.iso(contact.created_at),
  'prenom', contact.prenom, 'nom', contact.nom, 'name', contact.prenom || ' ' || contact.nom,
  'email', contact.email, 'phone', contact.telephone, 'isAgefice', contact.is_agefice, 'message', contact.message,
  'dates', '[]'::json, 'status', null, 'flagged', contact.flagged, 'unwanted', contact.unwanted)
$$;

create function private.reservation_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('kind', 'reservation', 'id', reservation.id, 'receivedAt', private.iso(reservation.created_at),
  'prenom', null, 'nom', null, 'name', reservation.name,
  'email', reservation.email, 'phone', reservation.phone, 'isAgefice', reservation.is_agefice, 'message', null,
  'dates', (
    select coalesce(json_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id),
  'status', reservation.status, 'flagged', reservation.flagged, 'unwanted', reservation.unwanted)
$$;

create function private.request_json(request uuid) returns json
language sql stable set search_path = '' as $$
  select private.contact_json(c) from public.contacts c where c.id = request
  union all
  select private.reservation_json(r) from public.reservations r where r.id = request;
$$;

create function private.owned_contact_json(contact public.contacts) returns json
language sql stable set search_path = '' as $$
  select (private.contact_json(contact)::jsonb || jsonb_build_object('version', contact.version,
  'confirmedDates', '[]'::jsonb, 'handledAt', private.iso(contact.handled_at), 'note', contact.note,
  'isSpam', contact.is_spam or contact.unwanted))::json
$$;

create function private.owned_reservation_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select (private.reservation_json(reservation)::jsonb || jsonb_build_object('version', reservation.version,
  'confirmedDates', (
    select coalesce(jsonb_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id and d.confirmed),
  'handledAt', private.iso(reservation.handled_at), 'note', reservation.note,
  'isSpam', reservation.is_spam or reservation.unwanted))::json
$$;

create function private.owned_request_json(request uuid) returns json
language sql stable set search_path = '' as $$
  select private.owned_contact_json(c) from public.contacts c where c.id = request
  union all
  select private.owned_reservation_json(r) from public.reservations r where r.id = request;
$$;

create function private.clashes(reservation uuid)
returns table (date date, name text, status text, created_at timestamptz)
language sql stable set search_path = ''
as $$
  select mine.date, other.name, other.status, other.created_at
    from public.reservation_dates mine
    join public.reservation_dates theirs on theirs.date = mine.date and theirs.reservation_id <> mine.reservation_id
    join public.reservations other on other.id = theirs.reservation_id
      and other.status <> 'annulee' and not (other.unwanted or other.is_spam)
    where mine.reservation_id = clashes.reservation;
$$;

create table private.outbox (
  id             bigint generated always as identity primary key,
  created_at     timestamptz not null default now(),
  kind           text not null constraint outbox_kind_ok check (
                   (kind in ('contact', 'reservation', 'dates', 'digest', 'concerns', 'code', 'alert', 'retention', 'reminder'))
                   or kind in ('receipt', 'confirmation', 'cancellation')),
  ref            uuid,
  not_before     timestamptz not null default now(),
  attempts       integer not null default 0,
  sent_at        timestamptz,
  last_error     text,
  message_id     uuid not null default gen_random_uuid(),
  claimed_until  timestamptz,
  first_tried_at timestamptz,
  given_up_at    timestamptz,
  digest_id      bigint,
  recipient_hash text,
  visitor_error  text,
  told           text[],
  constraint outbox_ref_ok check ((kind in ('digest', 'concerns', 'code', 'alert', 'retention', 'reminder')) = (ref is null)),
  constraint outbox_digest_ok check (digest_id is null or ref is not null),
  constraint outbox_recipient_ok
    check ((kind in ('receipt', 'confirmation', 'cancellation')) = (recipient_hash is not null))
);
create index outbox_open on private.outbox (attempts, id)
  where sent_at is null and given_up_at is null and digest_id is null;
create index outbox_ref on private.outbox (ref);
create index outbox_newest on private.outbox (created_at desc);
create index outbox_unsent on private.outbox (id) where sent_at is null and digest_id is null;
create index outbox_about_site on private.outbox (kind, created_at desc) where ref is null;
create index outbox_digest on private.outbox (digest_id) where digest_id is not null and sent_at is null;
create unique index outbox_open_digest on private.outbox (kind)
  where kind = 'digest' and attempts = 0 and sent_at is null;
create index outbox_by_recipient on private.outbox (recipient_hash, created_at) where recipient_hash is not null;
create index outbox_to_visitors on private.outbox (created_at desc) where recipient_hash is not null;

comment on table private.outbox is
  'What the owner is still to be told by mail, written in the transaction of the row it tells of, and what was sent.';
comment on column private.outbox.id is 'In the order of arrival.';
comment on column private.outbox.created_at is 'When the row was written.';
comment on column private.outbox.kind is
  'What the mail is about: the kinds of ClaimedMail in functions/_shared/claimed-mail.ts. An old backup has alert, retention and reminder, which nobody sends.';
comment on column private.outbox.ref is 'The contact or reservation; null for a mail about none or several.';
comment on column private.outbox.not_before is 'Not sent before: dates are waited for, or an attempt has failed.';
comment on column private.outbox.attempts is 'How often a worker has taken it.';
comment on column private.outbox.sent_at is 'When the mail server took it; null until then.';
comment on column private.outbox.last_error is 'What the last failed attempt ended with.';
comment on column private.outbox.message_id is 'First half of its Message-ID, the same for every attempt.';
comment on column private.outbox.claimed_until is 'A worker has it until then, or has died meanwhile.';
comment on column private.outbox.first_tried_at is 'When a worker took it first.';
comment on column private.outbox.given_up_at is 'When it was tried for settings.mail_given_up in vain.';
comment on column private.outbox.digest_id is 'The digest that tells of it; null when it has a mail of its own.';
comment on column private.outbox.recipient_hash is
  'Salted hash of the visitor''s mailbox, by which mails to it are counted; null for mails to the owner.';
comment on column private.outbox.visitor_error is
  'As last_error, which is null for mails to visitors: an address that a visitor mistyped is no concern of the owner.';
comment on column private.outbox.told is 'What a mail of concerns tells of, by private.concern_names(); null for others.';
grant select, update on private.outbox to service_role;

create function private.open_digest() returns bigint
language plpgsql set search_path = ''
as $$
declare
  digest bigint;
begin
  loop
    select o.id into digest from private.outbox o
      where o.kind = 'digest' and o.attempts = 0 and o.sent_at is null;
    exit when found;
    insert into private.outbox (kind, not_before)
      select 'digest', greatest(now() + s.digest_delay,
        (select max(o.created_at) from private.outbox o where o.kind = 'digest') + s.digest_delay + s.digest_every)
      from private.settings s
      on conflict (kind) where kind = 'digest' and attempts = 0 and sent_at is null do nothing;
  end loop;
  return digest;
end $$;

create function private.queue_request(kind text, ref uuid, not_before timestamptz, is_flagged boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.outbox (kind, ref, not_before, digest_id)
    select queue_request.kind, queue_request.ref, queue_request.not_before,
      case when is_flagged or s.mails_per_hour <= (
        select count(*) from (
          select from private.outbox o
          where o.created_at > now() - interval '1 hour' and o.ref is not null and o.recipient_hash is null
          order by o.created_at desc limit s.mails_per_hour) as latest)
      then private.open_digest() end
    from private.settings s;
end $$;

create function private.queue_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_visitor() and not new.unwanted then
    perform private.queue_request('contact', new.id, now(), new.flagged);
  end if;
  return null;
end $$;
create trigger tell_owner after insert on public.contacts
  for each row execute function private.queue_contact();

create function private.queue_reservation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_visitor() and not new.unwanted then
    perform private.queue_request('reservation', new.id, now() + s.dates_window + interval '1 minute', new.flagged)
      from private.settings s;
  end if;
  return null;
end $$;
create trigger tell_owner after insert on public.reservations
  for each row execute function private.queue_reservation();

create function private.release_reservation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reservation public.reservations;
  own_id uuid;
  open_digest bigint;
begin
  if not private.is_visitor() then
    return null;
  end if;
  -- In steps: as one query with joins, the whole outbox would be read for each booking.
  select d.id into open_digest from private.outbox d
    where d.kind = 'digest' and d.attempts = 0 and d.sent_at is null;
  for own_id in select distinct a.reservation_id from added a loop
    select * into strict reservation from public.reservations r where r.id = own_id;
    continue when reservation.unwanted or reservation.is_spam;
    update private.outbox o
      set not_before = case when o.kind = 'reservation' and o.attempts = 0 then now() else o.not_before end
      where o.ref = reservation.id and o.kind in ('reservation', 'dates')
        and o.sent_at is null and coalesce(o.claimed_until, '-infinity') <= now()
        and (o.digest_id is null or o.digest_id = open_digest);
    if not found then
      perform private.queue_request('dates', reservation.id,
        reservation.created_at + s.dates_window + interval '1 minute', reservation.flagged)
        from private.settings s;
    end if;
  end loop;
  return null;
end $$;
create trigger tell_owner after insert on public.reservation_dates
  referencing new table as added for each statement execute function private.release_reservation();

create function private.mailbox(address text) returns text
language sql immutable set search_path = '' as $$
  select case when part.domain in ('gmail.com', 'googlemail.com')
      then replace(part.local, '.', '') || '@gmail.com' else part.local || '@' || part.domain end
    from (select split_part(lower(address), '@', 2) as domain,
            coalesce(nullif(split_part(split_part(lower(address), '@', 1), '+', 1), ''), lower(address)) as local) as part;
$$;

create function private.author_of(request uuid, out email text, out is_trusted boolean)
language sql stable set search_path = '' as $$
  select c.email, not (c.flagged or c.unwanted or c.is_spam) from public.contacts c where c.id = request
  union all
  select r.email, not (r.flagged or r.unwanted or r.is_spam) from public.reservations r where r.id = request;
$$;

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
  mailbox := private.salted(private.mailbox(author.email));
  select count(*) into of_day from private.outbox o
    where o.recipient_hash = mailbox and o.created_at > now() - interval '1 day';
  select count(*) into of_hour from private.outbox o
    where o.recipient_hash is not null and o.created_at > now() - interval '1 hour';
  if of_day >= rule.visitor_mails_per_day or of_hour >= rule.visitor_mails_per_hour then
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

create function private.acknowledge_reservation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  own_id uuid;
begin
  if private.is_visitor() then
    for own_id in select distinct a.reservation_id from added a loop
      if not exists (select from private.outbox o where o.ref = own_id and o.kind = 'receipt') then
        perform private.queue_visitor_mail(own_id, 'receipt', now());
      end if;
    end loop;
  end if;
  return null;
end $$;
create trigger tell_visitor after insert on public.reservation_dates
  referencing new table as added for each statement execute function private.acknowledge_reservation();

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

create function private.told_days(request uuid) returns table (day text)
language sql stable set search_path = '' as $$
  select day from private.request_events e, json_array_elements_text(e.detail) as day
    where e.ref = request and e.action = 'confirmed'
  union
  select e.detail ->> one from private.request_events e, unnest('{from,to}'::text[]) as one
    where e.ref = request and e.action = 'changed_day';
$$;

create function private.visitor_detail(kind text, request uuid, mail bigint) returns json
language sql stable set search_path = '' as $$
  with about as (
    select c.id, c.email, 'contact' as request, c.created_at, c.is_agefice, c.version, null as status
      from public.contacts c where c.id = visitor_detail.request
    union all
    select r.id, r.email, 'reservation', r.created_at, r.is_agefice, r.version, r.status
      from public.reservations r where r.id = visitor_detail.request
  ), day as (
    select d.date::text as date, d.confirmed from public.reservation_dates d where d.reservation_id = visitor_detail.request
  ), known as (
    select day.date from day where day.confirmed or visitor_detail.kind = 'cancellation'
    union
    select t.day from private.told_days(visitor_detail.request) t
  )
  select json_build_object('id', a.id, 'email', a.email, 'request', a.request,
      'queuedAt', private.iso((select o.created_at from private.outbox o where o.id = mail)),
      'receivedAt', private.iso(a.created_at), 'isAgefice', a.is_agefice,
      'days', (select coalesce(json_agg(d.date order by d.date), '[]') from day d
               where d.confirmed or visitor_detail.kind <> 'confirmation'),
      'withdrawn', (select coalesce(json_agg(k.date order by k.date), '[]') from known k
                    where visitor_detail.kind = 'cancellation' or visitor_detail.kind = 'confirmation'
                      and k.date not in (select d.date from day d where d.confirmed)),
      'hasOtherDays', exists (select from day d where not d.confirmed and visitor_detail.kind = 'confirmation'),
      'sequence', a.version, 'calendarId', left(encode(sha256(convert_to(a.id::text, 'UTF8')), 'hex'), 32))
    from about a, private.settings s, private.author_of(visitor_detail.request) author
    where s.visitor_mails and author.is_trusted
      and case visitor_detail.kind when 'receipt' then a.status is null or a.status = 'nouvelle'
        when 'confirmation' then a.status = 'confirmee' and exists (select from day d where d.confirmed)
        else a.status = 'annulee' end;
$$;

create function private.set_visitor_mails(wanted boolean) returns void
language sql security definer set search_path = '' as $$
  update private.settings set visitor_mails = wanted where visitor_mails is distinct from wanted;
$$;
grant execute on function private.set_visitor_mails(boolean) to service_role;

create table public.incidents (
  id         bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  remote     text not null constraint incidents_remote_ok  check (remote ~ '^[a-z][a-z0-9-]{0,39}$'),
  release    text not null constraint incidents_release_ok check (release ~ '^[0-9A-Za-z.-]{1,80}$'),
  phase      text not null constraint incidents_phase_ok
             check (phase in ('entry', 'page', 'render', 'runtime', 'shell')),
  code       text not null constraint incidents_code_ok    check (code ~ '^[a-z0-9-]{1,60}$'),
  route      text not null constraint incidents_route_ok   check (route ~
    '^/[^?#\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]{0,199}$'),
  preview    boolean not null default false
);
create index incidents_newest on public.incidents (created_at desc);

comment on table public.incidents is
  'Releases that failed in a browser, once a day for each address and release. Written by visitors, read by the owner, kept for 30 days.';
comment on column public.incidents.id is 'In the order of arrival.';
comment on column public.incidents.created_at is 'When the report came in.';
comment on column public.incidents.remote is 'Name of the part that failed.';
comment on column public.incidents.release is 'Id of its release that failed.';
comment on column public.incidents.phase is
  'What failed: the script of the entry, the module of the page, its rendering, its handlers and timers, or the shell itself.';
comment on column public.incidents.code is 'Kind of failure, such as timeout or integrity; never a message.';
comment on column public.incidents.route is 'Path that was on screen at the first failure, without query and fragment.';
comment on column public.incidents.preview is 'Whether the page was a preview: it counts in no rate and causes no mail.';

create table private.incident_reports (
  id           bigint generated always as identity primary key,
  created_at   timestamptz not null default now(),
  address_hash text,
  remote       text,
  release      text,
  preview      boolean
);
create index incident_reports_recent on private.incident_reports (created_at, address_hash);
create index incident_reports_by_release on private.incident_reports (remote, release, address_hash);

comment on table private.incident_reports is 'Counts the incidents of each address, of about the last day; the address is hashed.';
comment on column private.incident_reports.id is 'In the order of arrival.';
comment on column private.incident_reports.created_at is 'When it came in.';
comment on column private.incident_reports.address_hash is 'Salted hash of the network that the report came from.';
comment on column private.incident_reports.remote is 'Part that failed; null for reports of before this column.';
comment on column private.incident_reports.release is 'Its release.';
comment on column private.incident_reports.preview is 'Whether the page was a preview.';

create table private.known_releases (
  remote     text not null,
  release    text not null,
  was_active boolean not null default true,
  given_at   timestamptz not null default now(),
  constraint known_releases_pkey primary key (remote, release)
);

comment on table private.known_releases is
  'The site''s releases, given by each server at its start and when it serves another index entry, and kept as long as incidents. Empty where nobody gives them.';
comment on column private.known_releases.remote is 'Name of a part of the site.';
comment on column private.known_releases.release is 'Id of a release of it.';
comment on column private.known_releases.was_active is 'Visitors got it at some time. Of others, only previews are known.';
comment on column private.known_releases.given_at is 'When a server last gave the name.';

create table private.served_pages (
  hour    timestamptz not null,
  remote  text not null,
  release text not null,
  pages   bigint not null,
  constraint served_pages_pkey primary key (hour, remote, release)
);

comment on table private.served_pages is
  'HTML pages served with a release, by hour; any number of servers add to it. Kept as long as incidents, empty where nobody counts.';
comment on column private.served_pages.hour is 'Begin of the hour.';
comment on column private.served_pages.remote is 'Name of a part of the site.';
comment on column private.served_pages.release is 'Id of its release that the pages ran.';
comment on column private.served_pages.pages is 'How many pages were opened.';

create function private.add_served_pages(counts json) returns void
language sql security definer set search_path = '' as $$
  insert into private.served_pages as p (hour, remote, release, pages)
    select date_trunc('hour', now(), 'UTC'), part.key, count.key, count.value::bigint
      from json_each(counts) as part, json_each_text(part.value) as count
      order by part.key, count.key
    on conflict (hour, remote, release) do update set pages = p.pages + excluded.pages;
$$;
grant execute on function private.add_served_pages(json) to service_role;

create function private.set_known_releases(list json, published json default '{}') returns void
language sql security definer set search_path = '' as $$
  insert into private.known_releases as k (remote, release, was_active)
    select given.remote, given.release, bool_or(given.was_active) from (
        select part.key as remote, id as release, true as was_active
          from json_each(list) as part, json_array_elements_text(part.value) as id
        union all
        select part.key, id, false from json_each(published) as part, json_array_elements_text(part.value) as id
      ) as given
      group by given.remote, given.release order by given.remote, given.release
    on conflict (remote, release) do update
      set was_active = k.was_active or excluded.was_active, given_at = excluded.given_at;
$$;
grant execute on function private.set_known_releases(json, json) to service_role;

create function private.admit_incident() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  caller text;
  mine bigint;
  total bigint;
  allowed integer;
begin
  if not private.is_visitor() then
    return new;
  end if;
  -- One at a time, so that parallel reports see each other's rows.
  perform pg_advisory_xact_lock(hashtextextended('private.incident_reports', 0));
  select * into strict rule from private.settings;
  caller := private.caller_hash(rule);
  if exists (select from private.known_releases)
    and not exists (select from private.known_releases k where k.remote = new.remote and k.release = new.release
                    and (k.was_active or new.preview)) then
    new.remote := 'other';
    new.release := 'other';
    new.code := 'other';
    new.route := '/';
  end if;

  -- What follows is dropped, never refused: a browser can do nothing with a refusal.
  if exists (select from private.incident_reports r
             where r.remote = new.remote and r.release = new.release and r.preview = new.preview
               and r.address_hash is not distinct from caller and r.created_at > now() - rule.keep_addresses) then
    return null;
  end if;
  select count(*) filter (where r.address_hash = caller), count(*)
    into mine, total
    from private.incident_reports r where r.created_at > now() - interval '1 hour';
  -- A test or load run raises the limits per address for its own process only.
  allowed := greatest(rule.incidents_per_address,
    nullif(current_setting('app.settings.per_address', true), '')::integer);
  if mine >= allowed or total >= rule.incidents_total_per_hour then
    return null;
  end if;
  insert into private.incident_reports (address_hash, remote, release, preview)
    values (caller, new.remote, new.release, new.preview);
  return new;
end $$;
create trigger admit before insert on public.incidents
  for each row execute function private.admit_incident();

alter table public.incidents enable row level security;
revoke all on public.incidents from public, anon, authenticated;
revoke all on sequence public.incidents_id_seq from public, anon, authenticated;
grant all on public.incidents to service_role;
grant insert (remote, release, phase, code, route, preview) on public.incidents to anon;
create policy incidents_add on public.incidents for insert to anon with check (true);

create function private.day_start() returns timestamptz
language sql stable set search_path = ''
return date_trunc('hour', now(), 'UTC') - interval '23 hours';

create function private.release_failures(since timestamptz)
returns table (remote text, release text, failures bigint, pages bigint, last_at timestamptz)
language sql stable set search_path = '' as $$
  with failed as (
    select i.remote, i.release, count(*) as failures, max(i.created_at) as last_at
      from public.incidents i where i.created_at >= since and not i.preview group by i.remote, i.release
  ), served as (
    select p.remote, p.release, sum(p.pages)::bigint as pages
      from private.served_pages p where p.hour >= since group by p.remote, p.release
  )
  select remote, release, coalesce(f.failures, 0), coalesce(s.pages, 0), f.last_at
    from failed f full join served s using (remote, release);
$$;

create function private.reporters() returns bigint
language sql stable set search_path = '' as $$
  select count(distinct coalesce(r.address_hash, '')) from private.incident_reports r
    where r.created_at > now() - interval '1 day' and r.preview is not true;
$$;

create function private.failing_releases()
returns table (remote text, release text, failures bigint, pages bigint, last_at timestamptz)
language sql stable set search_path = '' as $$
  select f.remote, f.release, f.failures, f.pages, f.last_at
    from private.settings s, private.release_failures(private.day_start()) f
    where f.pages > 0 and (
      select count(distinct coalesce(r.address_hash, '')) from private.incident_reports r
        where r.remote = f.remote and r.release = f.release and not r.preview
          and r.created_at >= private.day_start()) >= greatest(s.alert_reporters, s.alert_rate * f.pages);
$$;

create table private.owners (
  id       uuid primary key default gen_random_uuid(),
  email    text not null unique constraint owners_email_ok check (email = lower(email) and private.is_email(email)),
  name     text not null constraint owners_name_ok check (btrim(name) <> '' and length(name) <= 100 and name !~ '[[:cntrl:]]'),
  added_at timestamptz not null default now()
);

comment on table private.owners is 'Who may use the owner''s space. A row removed ends its sessions.';
comment on column private.owners.id is 'The subject of the access tokens of this install; hosted Auth has its own.';
comment on column private.owners.email is 'Where codes go, in lower case.';
comment on column private.owners.name is 'How the log of releases names the person.';
comment on column private.owners.added_at is 'When the row was written.';
grant select, insert, update, delete on private.owners to service_role;

create table private.owner_sessions (
  id            uuid primary key default gen_random_uuid(),
  owner_id      uuid not null references private.owners (id) on delete cascade,
  created_at    timestamptz not null default now(),
  used_at       timestamptz not null default now(),
  refresh_count integer not null default 0,
  user_agent    text
);
create index owner_sessions_by_owner on private.owner_sessions (owner_id);

comment on table private.owner_sessions is 'Browsers that are signed in, where Auth is not hosted. A row removed ends the session.';
comment on column private.owner_sessions.id is 'Stands in access and refresh tokens as their session.';
comment on column private.owner_sessions.owner_id is 'Whose session it is; it goes with the owner.';
comment on column private.owner_sessions.created_at is 'When a code was accepted.';
comment on column private.owner_sessions.used_at is 'When its tokens were last made.';
comment on column private.owner_sessions.refresh_count is 'The number of the refresh token that counts; older ones were used.';
comment on column private.owner_sessions.user_agent is 'How the browser names itself, so that the owner recognises it.';

create function private.live_session() returns table (session_id uuid, user_id uuid, email text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  session constant uuid := nullif(claims ->> 'session_id', '');
  subject constant uuid := nullif(claims ->> 'sub', '');
begin
  if claims ->> 'role' is distinct from 'authenticated' then
    return;
  end if;
  return query select s.id, o.id, o.email from private.owner_sessions s join private.owners o on o.id = s.owner_id
    where s.id = session and o.id = subject;
  if found or to_regclass('auth.sessions') is null or (claims -> 'amr' @> '[{"method": "otp"}]') is not true then
    return;
  end if;
  return query execute '
    select s.id, u.id, lower(u.email) from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = $1 and u.id = $2 and u.email_confirmed_at is not null and u.deleted_at is null
        and coalesce(u.banned_until, ''-infinity'') < now() and coalesce(s.not_after, ''infinity'') > now()'
    using session, subject;
end $$;

create function private.require_owner() returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  address text;
begin
  if not private.is_visitor() then
    return null;
  end if;
  select s.email into address from private.live_session() s;
  if address is null then
    perform private.refuse(401, '42501', 'This session has ended, or is none: sign in', null,
      '{"WWW-Authenticate": "Bearer"}');
  end if;
  if not exists (select from private.owners o where o.email = address) then
    perform private.refuse(403, '42501', 'This address is not an owner''s');
  end if;
  return address;
end $$;

create function public.owner_me() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  address constant text := private.require_owner();
begin
  return json_build_object('email', address,
    'name', (select o.name from private.owners o where o.email = address),
    'sessionId', (select s.session_id from private.live_session() s));
end $$;

create function public.owner_sessions() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  address constant text := private.require_owner();
  own private.owner_sessions[];
  listed json;
begin
  select array_agg(s) into own from private.owner_sessions s join private.owners o on o.id = s.owner_id
    where o.email = address;
  if own is null and address is not null and to_regclass('auth.sessions') is not null then
    execute '
      select array_agg(row(s.id, s.user_id, s.created_at,
          coalesce(s.refreshed_at at time zone ''UTC'', s.created_at), 0, s.user_agent)::private.owner_sessions)
        from auth.sessions s where s.user_id = $1 and coalesce(s.not_after, ''infinity'') > now()'
      into own using (select s.user_id from private.live_session() s);
  end if;
  select coalesce(json_agg(json_build_object('id', s.id, 'createdAt', private.iso(s.created_at),
      'usedAt', private.iso(s.used_at), 'userAgent', left(s.user_agent, 300),
      'isThis', coalesce(s.id = (select l.session_id from private.live_session() l), false))
      order by s.used_at desc, s.id), '[]') into listed
    from unnest(own) s;
  return listed;
end $$;

create function public.owner_end_session(id uuid) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address constant text := private.require_owner();
  ended integer;
begin
  delete from private.owner_sessions s using private.owners o
    where s.id = owner_end_session.id and o.id = s.owner_id and o.email = address;
  get diagnostics ended = row_count;
  if ended = 0 and address is not null and to_regclass('auth.sessions') is not null then
    execute 'delete from auth.sessions s where s.id = $1 and s.user_id = $2'
      using owner_end_session.id, (select s.user_id from private.live_session() s);
    get diagnostics ended = row_count;
  end if;
  if ended = 0 then
    perform private.refuse(404, 'UNKNOWN_SESSION', 'There is no such session');
  end if;
  -- The session that called may be the one that has ended.
  return case when exists (select from private.live_session()) then public.owner_sessions() else '[]' end;
end $$;

create table private.install_keys (
  only_row    boolean primary key default true check (only_row),
  secret_hash text not null,
  jwt_secret  text constraint install_keys_secret_ok check (length(jwt_secret) >= 32),
  anon_key    text,
  made_at     timestamptz not null default now(),
  constraint install_keys_both_ok check ((jwt_secret is null) = (anon_key is null))
);

comment on table private.install_keys is
  'The keys of this install, in one row that the first server makes. Empty where Auth is hosted, or the database is that of DATA_DIR.';
comment on column private.install_keys.only_row is 'Keeps the table to one row.';
comment on column private.install_keys.secret_hash is 'SHA-256 of the secret: servers with another one are refused.';
comment on column private.install_keys.jwt_secret is
  'Signs tokens, codes and refresh tokens; null where every server has it in SITE_JWT_SECRET.';
comment on column private.install_keys.anon_key is 'The public key in the site''s pages; null with jwt_secret.';
comment on column private.install_keys.made_at is 'When the first server started.';
revoke all on private.install_keys from service_role;

create table private.sign_in_codes (
  address_hash text primary key,
  owner_id     uuid,
  nonce        text not null,
  expires_at   timestamptz not null,
  tries        integer not null default 0,
  mail_id      bigint
);
create index sign_in_codes_by_mail on private.sign_in_codes (mail_id);

comment on table private.sign_in_codes is
  'The last code of each address, also of addresses that are no owner''s: both are answered with the same work.';
comment on column private.sign_in_codes.address_hash is 'Salted hash of the address in lower case.';
comment on column private.sign_in_codes.owner_id is 'Whose address it is; null when it is no owner''s.';
comment on column private.sign_in_codes.nonce is 'What the code is computed from, with the secret of the install.';
comment on column private.sign_in_codes.expires_at is 'When it can no longer be used.';
comment on column private.sign_in_codes.tries is 'How often it was tried.';
comment on column private.sign_in_codes.mail_id is 'The mail that brings it; null when the terminal showed it.';

create table private.sign_in_attempts (
  id           bigint generated always as identity primary key,
  created_at   timestamptz not null default now(),
  kind         text not null constraint sign_in_attempts_kind_ok check (kind in ('ask', 'try')),
  address_hash text not null,
  caller_hash  text
);
create index sign_in_attempts_by_address on private.sign_in_attempts (address_hash, kind, created_at desc);
create index sign_in_attempts_by_caller on private.sign_in_attempts (caller_hash, kind, created_at desc);
create index sign_in_attempts_by_time on private.sign_in_attempts (created_at);

comment on table private.sign_in_attempts is 'Counts codes asked for and tried, of the last day.';
comment on column private.sign_in_attempts.id is 'In the order of arrival.';
comment on column private.sign_in_attempts.created_at is 'When it came in.';
comment on column private.sign_in_attempts.kind is 'ask: a code was sent; try: one was typed.';
comment on column private.sign_in_attempts.address_hash is 'Salted hash of the address that was given.';
comment on column private.sign_in_attempts.caller_hash is 'Salted hash of the network it came from.';

create function private.code_detail(mail bigint) returns json
language sql stable set search_path = '' as $$
  select json_build_object('email', o.email, 'nonce', c.nonce, 'code', null)
    from private.sign_in_codes c join private.owners o on o.id = c.owner_id
    where c.mail_id = mail and c.expires_at > now();
$$;

create function private.lock_sign_in(caller text, address text) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended(caller, 3));
  select pg_advisory_xact_lock(hashtextextended(address, 4));
$$;

create function private.wait_for(attempts timestamptz[], most integer, span interval) returns integer
language sql stable set search_path = ''
return case when coalesce(array_length(attempts, 1), 0) < most then 0
  else greatest(0, ceil(extract(epoch from attempts[most] + span - now()))) end;

create function private.put_code(email text, code_nonce text, is_mailed boolean) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  hash constant text := private.salted(email);
  mail bigint;
begin
  if is_mailed then
    insert into private.outbox (kind) values ('code') returning id into mail;
  end if;
  insert into private.sign_in_codes (address_hash, owner_id, nonce, expires_at, mail_id)
    select hash, (select o.id from private.owners o where o.email = put_code.email), code_nonce,
      now() + s.code_lifetime, mail from private.settings s
    on conflict (address_hash) do update set owner_id = excluded.owner_id, nonce = excluded.nonce,
      expires_at = excluded.expires_at, tries = 0, mail_id = excluded.mail_id;
end $$;

create function private.ask_code(email text, code_nonce text, caller text, out blocked_by text, out wait integer)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  rule private.settings;
  address constant text := private.salted(email);
  network constant text := private.network_hash(caller);
  asked timestamptz[];
begin
  select * into strict rule from private.settings;
  perform private.lock_sign_in(network, address);
  select array_agg(a.created_at order by a.created_at desc) into asked
    from private.sign_in_attempts a where a.caller_hash = network and a.kind = 'ask';
  wait := private.wait_for(asked, rule.codes_per_caller, '1 hour');
  if wait > 0 then
    blocked_by := 'caller';
    return;
  end if;
  select array_agg(a.created_at order by a.created_at desc) into asked
    from private.sign_in_attempts a where a.address_hash = address and a.kind = 'ask';
  wait := greatest(private.wait_for(asked, 1, rule.code_every), private.wait_for(asked, rule.codes_per_hour, '1 hour'),
    private.wait_for(asked, rule.codes_per_day, '1 day'));
  if wait > 0 then
    blocked_by := 'address';
    return;
  end if;
  insert into private.sign_in_attempts (kind, address_hash, caller_hash) values ('ask', address, network);
  perform private.put_code(email, code_nonce, true);
end $$;

create function private.try_code(email text, caller text, out wait integer, out code_nonce text)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  rule private.settings;
  address constant text := private.salted(email);
  network constant text := private.network_hash(caller);
  tried timestamptz[];
begin
  select * into strict rule from private.settings;
  perform private.lock_sign_in(network, address);
  select array_agg(a.created_at order by a.created_at desc) into tried from private.sign_in_attempts a
    where a.caller_hash = network and a.kind = 'try' and a.created_at > now() - rule.tries_window;
  wait := private.wait_for(tried, rule.tries_per_caller, rule.tries_window);
  if wait > 0 then
    return;
  end if;
  insert into private.sign_in_attempts (kind, address_hash, caller_hash) values ('try', address, network);
  update private.sign_in_codes c set tries = c.tries + 1
    where c.address_hash = address and c.expires_at > now() and c.tries < rule.code_tries
    returning c.nonce into code_nonce;
end $$;

create type private.signed_in as (session_id uuid, refresh_count integer, owner_id uuid, email text,
  started_at timestamptz, added_at timestamptz);

create function private.signed_in(session uuid) returns private.signed_in
language sql stable set search_path = '' as $$
  select row(s.id, s.refresh_count, o.id, o.email, s.created_at, o.added_at)::private.signed_in
    from private.owner_sessions s join private.owners o on o.id = s.owner_id where s.id = session;
$$;

create function private.begin_session(code_nonce text, user_agent text) returns private.signed_in
language plpgsql volatile security definer set search_path = ''
as $$
declare
  owner uuid;
  session uuid;
begin
  delete from private.sign_in_codes c where c.nonce = code_nonce and c.expires_at > now() returning c.owner_id into owner;
  perform from private.owners o where o.id = owner for key share;
  if not found then
    return null;
  end if;
  insert into private.owner_sessions (owner_id, user_agent) values (owner, left(begin_session.user_agent, 300))
    returning id into session;
  return private.signed_in(session);
end $$;

create function private.refresh_session(session uuid, number integer, out outcome text,
  out signed private.signed_in)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  rule private.settings;
  known private.owner_sessions;
begin
  select * into strict rule from private.settings;
  select * into known from private.owner_sessions s where s.id = session for update;
  if known.id is null or known.used_at < now() - rule.session_idle or known.refresh_count < number then
    outcome := 'unknown';
  elsif known.refresh_count = number then
    update private.owner_sessions s set refresh_count = number + 1, used_at = now() where s.id = session;
    outcome := 'live';
  elsif known.refresh_count = number + 1 then
    outcome := 'live';
  else
    delete from private.owner_sessions s where s.id = session;
    outcome := 'reused';
  end if;
  if outcome = 'live' then
    signed := private.signed_in(session);
  end if;
end $$;

create function private.end_sessions(session uuid, scope text) returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.owner_sessions s using private.owner_sessions this
    where this.id = session and s.owner_id = this.owner_id
      and case scope when 'local' then s.id = this.id when 'others' then s.id <> this.id else true end;
$$;

create function private.lock_request(request uuid, seen integer, out kind text, out status text, out is_spam boolean)
language plpgsql volatile set search_path = ''
as $$
declare
  version integer;
begin
  select 'reservation', r.status, r.is_spam or r.unwanted, r.version into kind, status, is_spam, version
    from public.reservations r where r.id = request for no key update;
  if not found then
    select 'contact', null, c.is_spam or c.unwanted, c.version into kind, status, is_spam, version
      from public.contacts c where c.id = request for no key update;
  end if;
  if version is null then
    perform private.refuse(404, 'UNKNOWN_REQUEST', 'There is no such request');
  end if;
  if seen is distinct from version and (seen is not null or private.is_visitor()) then
    perform private.refuse(409, 'CHANGED_SINCE', 'This request has changed', private.owned_request_json(request)::text);
  end if;
end $$;

create function private.lock_reservation(request uuid, seen integer, out status text, out is_spam boolean)
language plpgsql volatile set search_path = ''
as $$
declare
  kind text;
begin
  select l.kind, l.status, l.is_spam into kind, status, is_spam from private.lock_request(request, seen) l;
  if kind <> 'reservation' then
    perform private.refuse_action('A message has no days and no status');
  end if;
end $$;

create function private.add_event(request uuid, who text, action text, detail json default null) returns void
language sql volatile set search_path = '' as $$
  insert into private.request_events (ref, who, action, detail)
    values (request, coalesce(add_event.who, 'terminal'), add_event.action, add_event.detail);
$$;

create function private.confirm_request(who text, request uuid, seen integer, days date[],
  also_confirmed boolean default false) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  state record;
  wanted date[];
  already date[];
begin
  select * into state from private.lock_reservation(request, seen);
  select array_agg(d.date order by d.date) filter (where days is null or d.date = any (days)),
      array_agg(d.date order by d.date) filter (where d.confirmed)
    into wanted, already from public.reservation_dates d where d.reservation_id = request;
  if days = '{}' then
    perform private.refuse_action('Name at least one day');
  end if;
  if exists (select from unnest(days) as day where day is null or day <> all (coalesce(wanted, '{}'))) then
    perform private.refuse_action('This day is not one of the reservation''s');
  end if;
  if state.status <> 'confirmee' or already is distinct from wanted or state.is_spam then
    perform set_config('site.also_confirmed', case when also_confirmed then request::text else '' end, true);
    -- All at once, so that the refusal names every day.
    perform private.hold_days(request, array(
      select day from unnest(wanted) as day where day <> all (coalesce(already, '{}'))));
    update public.reservation_dates d set confirmed = d.date = any (wanted) where d.reservation_id = request;
    update public.reservations r set status = 'confirmee', handled_at = now(), is_spam = false, unwanted = false
      where r.id = request;
    perform private.add_event(request, who, 'confirmed', to_json(coalesce(wanted, '{}')));
  end if;
  return private.owned_request_json(request);
end $$;

create function private.cancel_request(who text, request uuid, seen integer) returns json
language plpgsql volatile set search_path = ''
as $$
begin
  if (select l.status from private.lock_reservation(request, seen) l) <> 'annulee' then
    update public.reservations r set status = 'annulee', handled_at = now() where r.id = request;
    perform private.add_event(request, who, 'cancelled');
  end if;
  return private.owned_request_json(request);
end $$;

create function private.reopen_request(who text, request uuid, seen integer) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  state record;
begin
  select * into state from private.lock_request(request, seen);
  if not state.is_spam and state.status is distinct from 'annulee' then
    perform private.refuse_action('This request is open');
  end if;
  if state.kind = 'contact' then
    update public.contacts c set is_spam = false, unwanted = false where c.id = request;
  else
    update public.reservations r set is_spam = false, unwanted = false, handled_at = null,
        status = case when r.status = 'annulee' then 'nouvelle' else r.status end
      where r.id = request;
  end if;
  perform private.add_event(request, who, 'reopened');
  return private.owned_request_json(request);
end $$;

create function private.verify_request(who text, request uuid, seen integer) returns json
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.lock_request(request, seen);
  update public.contacts c set flagged = false where c.id = request and c.flagged;
  if not found then
    update public.reservations r set flagged = false where r.id = request and r.flagged;
  end if;
  if found then
    perform private.add_event(request, who, 'verified');
    -- The receipt that was withheld. Whom the owner has answered already needs none.
    if private.is_in('todo', one ->> 'kind', one ->> 'status', one ->> 'handledAt' is not null, false, false)
        and not exists (select from private.outbox o where o.ref = request and o.kind = 'receipt')
      from private.owned_request_json(request) as one then
      perform private.queue_visitor_mail(request, 'receipt', now());
    end if;
  end if;
  return private.owned_request_json(request);
end $$;

create function private.change_day(who text, request uuid, seen integer, from_day date, to_day date,
  also_confirmed boolean default false) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  today constant date := private.paris_day(now());
begin
  if (select l.status from private.lock_reservation(request, seen) l) = 'annulee' then
    perform private.refuse_action('This reservation is cancelled');
  end if;
  if to_day < today or to_day > today + (select s.days_ahead from private.settings s) then
    perform private.refuse_action('This day is in the past or too far ahead');
  end if;
  if exists (select from public.reservation_dates d where d.reservation_id = request and d.date = to_day) then
    perform private.refuse_action('The reservation has this day already');
  end if;
  perform set_config('site.also_confirmed', case when also_confirmed then request::text else '' end, true);
  update public.reservation_dates d set date = to_day where d.reservation_id = request and d.date = from_day;
  if not found then
    perform private.refuse_action('This day is not one of the reservation''s');
  end if;
  update public.reservations r set version = r.version where r.id = request;
  perform private.add_event(request, who, 'changed_day', json_build_object('from', from_day, 'to', to_day));
  return private.owned_request_json(request);
end $$;

create function private.handle_request(who text, request uuid, seen integer, handled boolean) returns json
language plpgsql volatile set search_path = ''
as $$
begin
  if (select l.kind from private.lock_request(request, seen) l) <> 'contact' then
    perform private.refuse_action('A reservation is confirmed or cancelled');
  end if;
  update public.contacts c set handled_at = case when handled then now() end
    where c.id = request and (c.handled_at is null) = handled;
  if found then
    perform private.add_event(request, who, case when handled then 'handled' else 'unhandled' end);
  end if;
  return private.owned_request_json(request);
end $$;

create function private.note_request(who text, request uuid, seen integer, note text) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  tidy constant text := nullif(private.trimmed(replace(note, E'\r\n', E'\n')), '');
begin
  perform private.lock_request(request, seen);
  update public.contacts c set note = tidy where c.id = request and c.note is distinct from tidy;
  if not found then
    update public.reservations r set note = tidy where r.id = request and r.note is distinct from tidy;
  end if;
  if found then
    perform private.add_event(request, who, 'noted');
  end if;
  return private.owned_request_json(request);
end $$;

create function private.mark_spam(who text, requests uuid[], expected integer) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  found_ids uuid[];
begin
  perform from public.contacts c where c.id = any (requests) order by c.id for no key update;
  perform from public.reservations r where r.id = any (requests) order by r.id for no key update;
  select coalesce(array_agg(one.id), '{}') into found_ids from (
    select c.id from public.contacts c where c.id = any (requests) and not (c.is_spam or c.unwanted)
    union all
    select r.id from public.reservations r
      where r.id = any (requests) and not (r.is_spam or r.unwanted) and r.status = 'nouvelle') as one;
  if expected is not null then
    if expected <> cardinality(found_ids) then
      perform private.refuse(409, 'CHANGED_SINCE', 'These requests have changed',
        json_build_object('count', cardinality(found_ids))::text);
    end if;
    update public.contacts c set is_spam = true where c.id = any (found_ids);
    update public.reservations r set is_spam = true where r.id = any (found_ids);
    perform private.add_event(id, who, 'spam') from unnest(found_ids) as id;
  end if;
  return json_build_object('count', cardinality(found_ids));
end $$;

create function private.is_in(filter text, kind text, status text, is_handled boolean, is_flagged boolean, is_spam boolean)
returns boolean
language sql immutable
return case filter
  when 'all' then true
  when 'spam' then is_spam
  when 'verify' then is_flagged and not is_spam
  when 'messages' then kind = 'contact' and not is_spam
  when 'todo' then not is_spam and case kind when 'contact' then not is_handled else status = 'nouvelle' end
  when 'confirmed' then not is_spam and status = 'confirmee'
  when 'cancelled' then not is_spam and status = 'annulee' end;

create function private.about(counted bigint, index regclass) returns bigint
language sql stable set search_path = '' as $$
  select case when counted <= 10000 then counted
    else greatest(counted, (select c.reltuples::bigint from pg_class c where c.oid = index)) end
$$;

create function private.count_all() returns bigint
language sql stable set search_path = '' as $$
  select private.about((select count(*) from (select from public.contacts limit 10001) as c), 'public.contacts_newest')
    + private.about((select count(*) from (select from public.reservations limit 10001) as r), 'public.reservations_newest')
$$;

create function private.count_requests() returns json
language sql stable set search_path = '' as $$
  select json_build_object(
    'todo', private.about((select count(*) from (select from public.contacts c
          where c.handled_at is null and not (c.is_spam or c.unwanted) limit 10001) as c), 'public.contacts_todo')
      + private.about((select count(*) from (select from public.reservations r
          where r.status = 'nouvelle' and not (r.is_spam or r.unwanted) limit 10001) as r), 'public.reservations_todo'),
    'verify', private.about((select count(*) from (select from public.contacts c
          where c.flagged and not (c.is_spam or c.unwanted) limit 10001) as c), 'public.contacts_verify')
      + private.about((select count(*) from (select from public.reservations r
          where r.flagged and not (r.is_spam or r.unwanted) limit 10001) as r), 'public.reservations_verify'),
    'confirmed', private.about((select count(*) from (select from public.reservations r
      where r.status = 'confirmee' and not (r.is_spam or r.unwanted) limit 10001) as r), 'public.reservations_confirmed'),
    'cancelled', private.about((select count(*) from (select from public.reservations r
      where r.status = 'annulee' and not (r.is_spam or r.unwanted) limit 10001) as r), 'public.reservations_cancelled'),
    'messages', private.about((select count(*) from (select from public.contacts c
      where not (c.is_spam or c.unwanted) limit 10001) as c), 'public.contacts_messages'),
    'spam', private.about((select count(*) from (select from public.contacts c
          where c.is_spam or c.unwanted limit 10001) as c), 'public.contacts_spam')
      + private.about((select count(*) from (select from public.reservations r
          where r.is_spam or r.unwanted limit 10001) as r), 'public.reservations_spam'),
    'all', private.count_all())
$$;

do $$
declare
  place text;
begin
  begin
    if exists (select from pg_available_extensions where name = 'pg_trgm') then
      create schema if not exists extensions;
      create extension if not exists pg_trgm with schema extensions;
    end if;
  exception when insufficient_privilege then
    null;
  end;
  select n.nspname into place from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if place is not null then
    execute format('create index contacts_search on public.contacts using gin (private.search_text(
      prenom || '' '' || nom || '' '' || email || coalesce('' '' || message, ''''), telephone) %I.gin_trgm_ops)', place);
    execute format('create index reservations_search on public.reservations using gin (private.search_text(
      name || '' '' || email, phone) %I.gin_trgm_ops)', place);
  end if;
end $$;

create function private.searched_since(wanted text, before timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  is_long constant boolean := wanted ~ '[[:alnum:]]{3}';
  most constant integer := case when is_long then 20000 else 500 end;
begin
  if wanted = '' or is_long and to_regclass('public.contacts_search') is not null then
    return '-infinity';
  end if;
  return coalesce(least(
    (select c.created_at from public.contacts c where c.created_at <= before
      order by c.created_at desc offset most limit 1),
    (select r.created_at from public.reservations r where r.created_at <= before
      order by r.created_at desc offset most limit 1)), '-infinity');
end $$;

create function private.list_requests(filter text, search text, before text, size integer) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  wanted constant text := private.fold(private.trimmed(coalesce(search, '')));
  digits constant text := case when wanted ~ '^[0-9+(). -]{4,}$' then regexp_replace(wanted, '[^0-9]', '', 'g') else '' end;
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  number constant text := '%' || coalesce(nullif(digits, ''), wanted) || '%';
  most constant integer := least(greatest(coalesce(size, 30), 1), 200);
  last_at constant timestamptz := coalesce(nullif(split_part(before, '~', 1), '')::timestamptz, 'infinity');
  last_id constant uuid := coalesce(nullif(split_part(before, '~', 2), '')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  since constant timestamptz := private.searched_since(coalesce(nullif(digits, ''), wanted), last_at);
  page json;
begin
  if private.is_in(filter, '', '', false, false, false) is null then
    perform private.refuse(400, '22023', 'There is no such filter');
  end if;
  if length(search) > 200 then
    perform private.refuse(400, '22023', 'The search is too long');
  end if;
  with found as (
    (select c.created_at, c.id, c as contact, null::public.reservations as reservation from public.contacts c
      where (c.created_at, c.id) < (last_at, last_id) and c.created_at >= since
        and private.is_in(filter, 'contact', null, c.handled_at is not null, c.flagged, c.is_spam or c.unwanted)
        and (wanted = ''
          or private.search_text(c.prenom || ' ' || c.nom || ' ' || c.email || coalesce(' ' || c.message, ''), c.telephone)
            like pattern
          or digits <> ''
            and private.search_text(c.prenom || ' ' || c.nom || ' ' || c.email || coalesce(' ' || c.message, ''), c.telephone)
              like number)
      order by c.created_at desc, c.id desc limit most + 1)
    union all
    (select r.created_at, r.id, null, r from public.reservations r
      where (r.created_at, r.id) < (last_at, last_id) and r.created_at >= since
        and private.is_in(filter, 'reservation', r.status, false, r.flagged, r.is_spam or r.unwanted)
        and (wanted = '' or private.search_text(r.name || ' ' || r.email, r.phone) like pattern
          or digits <> '' and private.search_text(r.name || ' ' || r.email, r.phone) like number)
      order by r.created_at desc, r.id desc limit most + 1)
  ), ranked as (
    select found.*, row_number() over (order by found.created_at desc, found.id desc) as place from found
  )
  select json_build_object(
      'items', coalesce(json_agg(
        case when (r.contact).id is null then private.owned_reservation_json(r.reservation)
          else private.owned_contact_json(r.contact) end order by r.place)
        filter (where r.place <= most), '[]'),
      'next', (
        select to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || l.id
        from ranked l where l.place = most and exists (select from ranked m where m.place = most + 1)),
      'counts', private.count_requests(), 'asOf', private.iso(now()))
    into page from ranked r where r.place <= most;
  return page;
end $$;

create function private.request_whole(request uuid) returns json
language sql stable set search_path = '' as $$
  select json_build_object('request', one.value,
      'history', (
        select json_agg(json_build_object('at', private.iso(e.at), 'who', e.who, 'action', e.action, 'detail', e.detail)
                        order by e.id)
        from (select 0::bigint as id, (one.value ->> 'receivedAt')::timestamptz as at, null as who,
                'received' as action, null::json as detail
              union all
              select h.id, h.at, h.who, h.action, h.detail from private.request_events h where h.ref = request) as e),
      'mails', (
        select coalesce(json_agg(json_build_object('kind', o.kind, 'sentAt', private.iso(o.sent_at),
          'failedAt', private.iso(o.given_up_at)) order by o.id), '[]')
        from private.outbox o where o.ref = request),
      'clashes', (
        select coalesce(json_agg(json_build_object('date', c.date, 'name', c.name, 'status', c.status)
                                 order by c.date, c.created_at), '[]')
        from (select * from private.clashes(request) c order by c.date, c.created_at limit 50) as c))
    from (select private.owned_request_json(request) as value) as one where one.value is not null;
$$;

create function private.all_requests() returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(request.value order by request.created_at desc, request.id), '[]') from (
    select c.created_at, c.id, private.owned_contact_json(c) as value from public.contacts c
    union all
    select r.created_at, r.id, private.owned_reservation_json(r) from public.reservations r) as request;
$$;

create function private.agenda(first date, last date) returns json
language sql stable set search_path = '' as $$
  with booked as (
    select d.date, json_agg(private.owned_reservation_json(r) order by r.created_at, r.id) as requests
      from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
      where d.confirmed and d.date between agenda.first and agenda.last group by d.date
  )
  select coalesce(json_agg(json_build_object('date', b.date, 'requests', b.requests) order by b.date), '[]') from booked b;
$$;

create function private.person_json(address text) returns json
language sql stable set search_path = '' as $$
  with kept as (
    select c.created_at, c.id, private.owned_contact_json(c)::jsonb as value
      from public.contacts c where lower(c.email) = lower(private.trimmed(address))
    union all
    select r.created_at, r.id, private.owned_reservation_json(r)::jsonb
      from public.reservations r where lower(r.email) = lower(private.trimmed(address))
  ), whole as (
    select kept.*, kept.value || jsonb_build_object(
      'mails', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', o.kind, 'queuedAt', private.iso(o.created_at),
          'sentAt', private.iso(o.sent_at), 'givenUpAt', private.iso(o.given_up_at)) order by o.id), '[]')
        from private.outbox o where o.ref = kept.id),
      'history', (
        select coalesce(jsonb_agg(jsonb_build_object('at', private.iso(e.at), 'action', e.action, 'detail', e.detail)
                                  order by e.id), '[]')
        from private.request_events e where e.ref = kept.id)) as request
      from kept
  )
  select json_build_object(
      'contacts', coalesce(json_agg(w.request order by w.created_at, w.id)
                           filter (where w.value ->> 'kind' = 'contact'), '[]'),
      'reservations', coalesce(json_agg(w.request order by w.created_at, w.id)
                               filter (where w.value ->> 'kind' = 'reservation'), '[]'))
    from whole w having count(*) > 0;
$$;

create table private.erased_requests (
  ref       uuid primary key,
  erased_at timestamptz not null default now()
);

comment on table private.erased_requests is
  'Ids of requests that were erased, until the worker has removed the files that held them.';
comment on column private.erased_requests.ref is 'The id that the request had.';
comment on column private.erased_requests.erased_at is 'When its row was deleted.';

create function private.requests_of(address text) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select c.id from public.contacts c where lower(c.email) = lower(private.trimmed(address))
    union all
    select r.id from public.reservations r where lower(r.email) = lower(private.trimmed(address)))
$$;

create function private.remove_requests(requests uuid[], unsettled boolean default false) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  refs uuid[];
  digests bigint[];
  contacts integer;
  mails integer;
  is_under_way boolean;
begin
  with contact as (
    delete from public.contacts c where c.id = any (requests) returning c.id
  ), reservation as (
    delete from public.reservations r
      where r.id = any (requests) and (not unsettled or r.status = 'nouvelle') returning r.id
  )
  select array(select id from contact union all select id from reservation), (select count(*) from contact)
    into refs, contacts;
  -- Deleted first: a claim that is under way is waited for and then seen. One that comes later finds no row.
  with mail as (
    delete from private.outbox o where o.ref = any (refs)
      returning o.digest_id, o.sent_at is null and o.claimed_until > clock_timestamp() as is_claimed
  )
  select count(*), coalesce(bool_or(m.is_claimed), false), array_agg(distinct m.digest_id)
    into mails, is_under_way, digests from mail m;
  -- A worker that is sending one of these mails could write its file later.
  if is_under_way or exists (select from private.outbox d
      where d.id = any (digests) and d.sent_at is null and d.claimed_until > clock_timestamp()) then
    perform private.refuse_action('A mail about this person is being sent: try again in two minutes');
  end if;
  -- Where no worker of ours runs, there are no files.
  insert into private.erased_requests (ref) select unnest(refs);
  return json_build_object('contacts', contacts, 'reservations', cardinality(refs) - contacts, 'mails', mails,
    'refs', to_json(refs));
end $$;

create function private.erase_person(address text, typed text) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  whose constant text := lower(private.trimmed(address));
begin
  if coalesce(whose, '') = '' or lower(private.trimmed(typed)) is distinct from whose then
    perform private.refuse(400, '22023', 'The address that was typed is another');
  end if;
  return (private.remove_requests(private.requests_of(whose))::jsonb - 'refs')::json;
end $$;

create table private.retention_state (
  only_row    boolean primary key default true check (only_row),
  last_run_at timestamptz,
  held_at     timestamptz,
  held_reason text constraint retention_state_reason_ok check (held_reason in ('share', 'clock')),
  looked_at   timestamptz,
  seen_at     timestamptz
);
insert into private.retention_state default values;

comment on table private.retention_state is 'When retention last ran, and why its next run waits for the owner; one row.';
comment on column private.retention_state.only_row is 'Keeps the table to one row.';
comment on column private.retention_state.last_run_at is 'When it last ran to its end: nothing was due any more.';
comment on column private.retention_state.held_at is 'Since when a run waits to be confirmed; null when none does.';
comment on column private.retention_state.held_reason is
  'share: it would remove more than a tenth of all requests, and more than ten; clock: the clock is in doubt.';
comment on column private.retention_state.looked_at is 'When a worker last applied retention, also when the run was held.';
comment on column private.retention_state.seen_at is
  'When it was last applied, also when the run was held; null before the first time and after a restore.';

create function private.requests_last_heard_of(before timestamptz) returns table (id uuid, created_at timestamptz)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query select old.id, old.created_at from (
      select c.id, c.created_at, lower(c.email) as address from public.contacts c where c.created_at < before
      union all
      select r.id, r.created_at, lower(r.email) from public.reservations r where r.created_at < before) as old
    where not exists (select from public.contacts c where lower(c.email) = old.address and c.created_at >= before)
      and not exists (
        select from public.reservations r where lower(r.email) = old.address and (r.created_at >= before or exists (
          select from public.reservation_dates d
            where d.reservation_id = r.id and d.date::timestamp at time zone 'Europe/Paris' >= before)));
end $$;

create function private.due_requests(out due bigint, out total bigint)
language sql stable set search_path = '' as $$
  select (select count(*) from private.settings s, private.requests_last_heard_of(now() - s.keep_requests)), private.count_all()
$$;

create function private.held_retention() returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object('requests', d.due, 'total', d.total, 'reason', t.held_reason,
      'since', private.iso(t.held_at), 'lastRunAt', private.iso(t.last_run_at),
      'resumesAt', private.iso(
        case t.held_reason when 'clock' then t.held_at + s.retention_wait else t.last_run_at + interval '1 day' end))
    from private.retention_state t, private.settings s, private.due_requests() d where t.held_at is not null
$$;
grant execute on function private.held_retention() to service_role;

create function private.clean_up() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  incidents bigint;
begin
  select * into strict rule from private.settings;
  delete from private.outbox o where o.created_at < now() - rule.keep_sent_mail
    and (o.sent_at < now() - rule.keep_sent_mail or o.ref is null and o.given_up_at < now() - rule.keep_sent_mail);
  -- Also those of a clock that was ahead: they would count until their time has come.
  delete from private.submissions s where s.created_at not between now() - rule.keep_addresses and now() + interval '1 hour';
  delete from private.incident_reports r where r.created_at < now() - rule.keep_addresses;
  delete from private.served_pages p where p.hour < now() - rule.keep_incidents;
  delete from private.known_releases k where k.given_at < now() - rule.keep_incidents;
  delete from private.sign_in_attempts a where a.created_at < now() - interval '1 day';
  delete from private.sign_in_codes c where c.expires_at < now();
  delete from private.owner_sessions s where s.used_at < now() - rule.session_idle;
  delete from private.servers s where s.seen_at < now() - interval '7 days';
  -- Where no worker of ours runs, nobody asks for these.
  delete from private.erased_requests e where e.erased_at < now() - interval '30 days';
  delete from public.incidents i where i.created_at < now() - rule.keep_incidents;
  get diagnostics incidents = row_count;
  return incidents;
end $$;

create function private.apply_retention(confirmed boolean default false) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  state private.retention_state;
  due bigint;
  total bigint;
  most bigint;
  doubted_since timestamptz;
  reason text;
  requests bigint;
  mails bigint;
  incidents bigint;
begin
  select * into strict rule from private.settings;
  select * into strict state from private.retention_state for update;
  select d.due, d.total into due, total from private.due_requests() d;
  most := greatest(10, total / 10);
  -- A time in the future comes from a clock that was wrong and has been corrected.
  doubted_since := case
    when state.seen_at is null or now() - state.seen_at > rule.retention_gap then now()
    when state.held_reason = 'clock' and state.held_at <= now() then state.held_at end;
  reason := case
    when due = 0 or confirmed then null
    when now() < doubted_since + rule.retention_wait then 'clock'
    when due > most and state.last_run_at between now() - interval '1 day' and now() + interval '1 hour' then 'share' end;
  if reason is not null then
    update private.retention_state set held_reason = reason,
      held_at = case reason when 'clock' then doubted_since else least(state.held_at, now()) end where true;
  else
    with oldest as materialized (
      select request.id from private.requests_last_heard_of(now() - rule.keep_requests) as request
        order by request.created_at, request.id limit case when not confirmed then most end
    ), contacts as (
      delete from public.contacts c using oldest where c.id = oldest.id returning c.id
    ), reservations as (
      delete from public.reservations r using oldest where r.id = oldest.id returning r.id
    ), gone as (
      select * from contacts union all select * from reservations
    ), told as (
      delete from private.outbox o using gone where o.ref = gone.id returning o.id
    ), erased as (
      -- Confirmed in the owner's space, where no file can be removed.
      insert into private.erased_requests (ref) select gone.id from gone where confirmed
    )
    select (select count(*) from gone), (select count(*) from told) into requests, mails;
    update private.retention_state set held_at = null, held_reason = null,
      last_run_at = case when requests = due then now() else state.last_run_at end where true;
  end if;
  update private.retention_state set seen_at = now() where true;

  incidents := private.clean_up();
  return json_build_object(
    'removed', json_build_object('requests', coalesce(requests, 0), 'mails', coalesce(mails, 0), 'incidents', incidents),
    'held', private.held_retention(),
    'keptSince', private.iso(now() - rule.keep_requests));
end $$;
grant execute on function private.apply_retention(boolean) to service_role;

create function private.confirm_retention(seen bigint default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from private.retention_state t where t.held_at is not null for update;
  if not found then
    return null;
  end if;
  if seen <> (select d.due from private.due_requests() d) then
    perform private.refuse(409, 'CHANGED_SINCE', 'Another number of requests is due', private.held_retention()::text);
  end if;
  return private.apply_retention(true);
end $$;
grant execute on function private.confirm_retention(bigint) to service_role;

create function private.apply_due_retention() returns json
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.retention_state t
    where (t.looked_at between now() - interval '1 hour' and now() + interval '1 hour') is not true for update skip locked;
  if not found then
    return null;
  end if;
  update private.retention_state set looked_at = now() where true;
  return private.apply_retention();
end $$;

create function private.kept_since() returns text
language sql stable set search_path = '' as $$
  select private.iso(now() - s.keep_requests) from private.settings s, private.retention_state t where t.held_at is null;
$$;

create table private.upkeep (
  only_row      boolean primary key default true check (only_row),
  since         timestamptz not null default now(),
  claimed_until timestamptz,
  last_at       timestamptz,
  host          text,
  folder        text,
  same_disk     boolean,
  with_releases boolean,
  row_count     bigint,
  bytes         bigint,
  failed_since  timestamptz,
  failure       text constraint upkeep_failure_ok check (failure in ('full', 'refused', 'other')),
  reminded_at   timestamptz not null default now(),
  constraint upkeep_failed_ok check ((failed_since is null) = (failure is null))
);
insert into private.upkeep default values;

comment on table private.upkeep is 'What the servers do once a day, whichever of them is the first; one row, in no backup.';
comment on column private.upkeep.only_row is 'Keeps the table to one row.';
comment on column private.upkeep.since is 'When the database was made: no backup is due before the next backup_hour.';
comment on column private.upkeep.claimed_until is 'Until when a server has the backup to itself; null when none works on one.';
comment on column private.upkeep.last_at is 'When the last verified backup was made; null before the first.';
comment on column private.upkeep.host is 'Machine that holds it.';
comment on column private.upkeep.folder is 'Its folder there.';
comment on column private.upkeep.same_disk is 'Whether it is on the disk of the data folder, and would be lost with it.';
comment on column private.upkeep.with_releases is 'False where the releases are in an object store.';
comment on column private.upkeep.row_count is 'How many rows of tables it holds.';
comment on column private.upkeep.bytes is 'Size of its files.';
comment on column private.upkeep.failed_since is 'When backups began to fail; null when the last one succeeded.';
comment on column private.upkeep.failure is 'full: no room on the disk; refused: the folder cannot be written; other: see the log.';
comment on column private.upkeep.reminded_at is 'When the concerns of a morning were last looked at.';
revoke all on private.upkeep from service_role;

create table private.servers (
  host               text not null,
  data_dir           text not null,
  seen_at            timestamptz not null default now(),
  free_bytes         bigint not null,
  total_bytes        bigint not null,
  backup_dir         text,
  backup_free_bytes  bigint,
  backup_total_bytes bigint,
  same_disk          boolean,
  site_gaps          text[] not null default '{}',
  constraint servers_pkey primary key (host, data_dir)
);

comment on table private.servers is 'The site''s servers as each reports itself; in no backup. Empty where Supabase is hosted.';
comment on column private.servers.host is 'Name of its machine.';
comment on column private.servers.data_dir is 'Its data folder.';
comment on column private.servers.seen_at is 'When it last reported; rows go after a week.';
comment on column private.servers.free_bytes is 'Free on the disk of the data folder.';
comment on column private.servers.total_bytes is 'Size of that disk.';
comment on column private.servers.backup_dir is 'Folder of its backups; null where it makes none.';
comment on column private.servers.backup_free_bytes is 'Free on the disk of the backups.';
comment on column private.servers.backup_total_bytes is 'Size of that disk.';
comment on column private.servers.same_disk is 'Whether backups and data folder share a disk.';
comment on column private.servers.site_gaps is 'What site.json lacks although strangers can reach the site, in French; empty for a complete one.';
revoke all on private.servers from service_role;

create function private.claim_backup(at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  update private.upkeep u set claimed_until = at + s.backup_lease from private.settings s
    where (coalesce(u.last_at, u.since) between private.last_hour(s.backup_hour, at) and at + interval '1 hour') is not true
      and (u.claimed_until > at and u.claimed_until <= at + s.backup_lease + interval '1 hour') is not true;
  return found;
end $$;

create function private.backup_made(made json, at timestamptz default now()) returns void
language sql volatile set search_path = '' as $$
  update private.upkeep set claimed_until = null, last_at = at, failed_since = null, failure = null,
    host = made ->> 'host', folder = made ->> 'folder', same_disk = (made ->> 'sameDisk')::boolean,
    with_releases = (made ->> 'withReleases')::boolean, row_count = (made ->> 'rows')::bigint,
    bytes = (made ->> 'bytes')::bigint where true;
$$;

create function private.backup_failed(reason text, at timestamptz default now()) returns void
language sql volatile set search_path = '' as $$
  update private.upkeep set claimed_until = null, failed_since = coalesce(failed_since, at), failure = reason
    where true;
$$;

create function private.report_server(report json) returns void
language sql volatile set search_path = '' as $$
  insert into private.servers (host, data_dir, free_bytes, total_bytes, backup_dir, backup_free_bytes, backup_total_bytes,
      same_disk, site_gaps)
    values (report ->> 'host', report ->> 'dataDir', (report ->> 'freeBytes')::bigint, (report ->> 'totalBytes')::bigint,
      report ->> 'backupDir', (report ->> 'backupFreeBytes')::bigint, (report ->> 'backupTotalBytes')::bigint,
      (report ->> 'sameDisk')::boolean,
      (select coalesce(array_agg(gap.value), '{}') from json_array_elements_text(report -> 'siteGaps') as gap))
    on conflict (host, data_dir) do update set seen_at = now(), free_bytes = excluded.free_bytes,
      total_bytes = excluded.total_bytes, backup_dir = excluded.backup_dir,
      backup_free_bytes = excluded.backup_free_bytes, backup_total_bytes = excluded.backup_total_bytes,
      same_disk = excluded.same_disk, site_gaps = excluded.site_gaps;
$$;

create function private.live_servers() returns setof private.servers
language sql stable set search_path = '' as $$
  select s.* from private.servers s where s.seen_at > now() - interval '1 hour';
$$;

create function private.backup_health() returns json
language sql stable set search_path = '' as $$
  select json_build_object('isOn', exists (select from private.live_servers() l where l.backup_dir is not null),
      'at', private.iso(u.last_at), 'host', u.host, 'folder', u.folder, 'sameDisk', u.same_disk,
      'withReleases', u.with_releases, 'rows', u.row_count, 'bytes', u.bytes,
      'failedSince', private.iso(u.failed_since), 'failure', u.failure)
    from private.upkeep u where exists (select from private.live_servers());
$$;

create function private.concerns() returns json
language sql stable set search_path = ''
as $$
  with late as (
    -- Nobody needs a number above 10,000.
    (select c.created_at from public.contacts c
      where c.created_at < now() - (select s.todo_late from private.settings s)
        and private.is_in('todo', 'contact', null, c.handled_at is not null, c.flagged, c.is_spam or c.unwanted)
      order by c.created_at limit 10000)
    union all
    (select r.created_at from public.reservations r
      where r.created_at < now() - (select s.todo_late from private.settings s)
        and private.is_in('todo', 'reservation', r.status, false, r.flagged, r.is_spam or r.unwanted)
      order by r.created_at limit 10000)
  ), lost as (
    select o.* from private.outbox o
      where o.given_up_at is not null and o.sent_at is null and o.digest_id is null and o.kind not in ('code', 'concerns')
  ), unsent as (
    select o.* from private.outbox o
      where o.sent_at is null and o.digest_id is null and o.kind <> 'concerns' and o.last_error is not null
        and coalesce(o.given_up_at, 'infinity') > now() - interval '1 hour'
  ), disk as (
    select l.host, l.data_dir as folder, l.free_bytes from private.live_servers() l
    union all
    select l.host, l.backup_dir, l.backup_free_bytes from private.live_servers() l where not l.same_disk
  ), concern as (
    select 1 as place, '' as name, json_build_object('kind', 'requests', 'isUrgent', false, 'count', count(*),
        'oldestAt', private.iso(min(late.created_at))) as detail
      from late having count(*) > 0
    union all
    select 2, '', json_build_object('kind', 'mails', 'isUrgent', false, 'count', count(*),
        'lastError', (select l.last_error from lost l order by l.id desc limit 1))
      from lost having count(*) > 0
    union all
    select 3, '', json_build_object('kind', 'unsent', 'isUrgent', true, 'count', count(*),
        'oldestAt', private.iso(min(u.created_at)), 'lastError', (select l.last_error from unsent l order by l.id desc limit 1))
      from unsent u having count(*) >= (select s.alert_unsent from private.settings s)
    union all
    select 3, f.remote, json_build_object('kind', 'part', 'isUrgent', true, 'remote', f.remote, 'release', f.release,
        'count', f.failures, 'pages', f.pages, 'lastAt', private.iso(f.last_at))
      from private.failing_releases() f
    union all
    -- A visitor's broken browser is no failure of the site. Where no server of ours counts pages there is no rate, and
    -- more addresses are needed.
    select 3, '', json_build_object('kind', 'incidents', 'isUrgent', true, 'count', (
          select count(*) from public.incidents i where i.created_at > now() - interval '1 day' and not i.preview),
        'reporters', r.reporters)
      from private.settings s, (select private.reporters() as reporters) r
      where r.reporters >= s.alert_reporters_uncounted and not exists (select from private.live_servers())
        and exists (select from public.incidents i where i.created_at > now() - interval '1 day' and not i.preview)
    union all
    select 4, '', json_build_object('kind', 'backup', 'isUrgent', false, 'failure', u.failure,
        'failedSince', private.iso(u.failed_since), 'lastAt', private.iso(u.last_at))
      from private.upkeep u, private.settings s
      where (u.failure is not null or coalesce(u.last_at, u.since) < now() - s.backup_late)
        and exists (select from private.live_servers() l where l.backup_dir is not null)
    union all
    select 5, d.host, json_build_object('kind', 'disk', 'isUrgent', true, 'host', d.host, 'folder', d.folder,
        'freeBytes', d.free_bytes)
      from disk d, private.settings s where d.free_bytes < s.low_disk_bytes
    union all
    select 6, '', json_build_object('kind', 'site', 'isUrgent', false, 'gaps', json_agg(distinct gap))
      from private.live_servers() l, unnest(l.site_gaps) as gap having count(*) > 0
    union all
    -- What goes on within a day must be told before.
    select 7, '', (jsonb_build_object('kind', 'retention',
        'isUrgent', (h.held ->> 'resumesAt')::timestamptz <= now() + interval '1 day') || h.held::jsonb)::json
      from (select private.held_retention() as held) as h where h.held is not null
  )
  select json_agg(c.detail order by (c.detail ->> 'isUrgent')::boolean desc, c.place, c.name) from concern c
$$;

create function private.health() returns json
language sql stable set search_path = '' as $$
  with unsent as (
    select o.* from private.outbox o where o.sent_at is null and o.digest_id is null and o.kind <> 'code'
  )
  select json_build_object(
      'mails', json_build_object(
        'waiting', (select count(*) from unsent u where u.given_up_at is null and (u.not_before <= now() or u.attempts > 0)),
        'givenUp', (select count(*) from unsent u where u.given_up_at is not null),
        'oldestAt', (select private.iso(min(u.created_at)) from unsent u
                     where u.given_up_at is not null or u.not_before <= now() or u.attempts > 0),
        'lastError', (select u.last_error from unsent u where u.last_error is not null order by u.id desc limit 1)),
      'retention', private.held_retention(),
      'backup', private.backup_health(),
      'disks', (
        select json_agg(json_build_object('host', d.host, 'folder', d.folder, 'isBackup', d.is_backup, 'freeBytes', d.free,
            'totalBytes', d.total, 'isLow', d.free < s.low_disk_bytes) order by d.host, d.is_backup, d.folder)
        from private.settings s, (
          select l.host, l.data_dir as folder, false as is_backup, l.free_bytes as free, l.total_bytes as total
            from private.live_servers() l
          union all
          select l.host, l.backup_dir, true, l.backup_free_bytes, l.backup_total_bytes
            from private.live_servers() l where not l.same_disk) as d),
      'concerns', coalesce(private.concerns(), '[]'),
      'database', json_build_object('bytes', pg_database_size(current_database()),
        'requests', private.count_all()));
$$;

create function private.concern_names(concerns json) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(concat_ws(' ', c ->> 'kind', c ->> 'remote', c ->> 'release', c ->> 'host', c ->> 'folder'))
    from json_array_elements(concerns) as c;
$$;

create function private.queue_concerns(at timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_morning boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.queue_concerns', 0));
  update private.upkeep u set reminded_at = at from private.settings s
    where (u.reminded_at between private.last_hour(s.reminder_hour, at) and at + interval '1 hour') is not true;
  is_morning := found;
  if not exists (select from private.outbox o where o.kind = 'concerns' and o.sent_at is null
        and coalesce(o.given_up_at, 'infinity') > now() - interval '1 hour')
      and exists (
        select from json_array_elements(private.concerns()) as c
          where (is_morning or (c ->> 'isUrgent')::boolean)
            -- Two mornings are a little less than a day apart.
            and not exists (select from private.outbox o where o.kind = 'concerns' and o.told && private.concern_names(json_build_array(c))
                  and o.sent_at > at - case when (c ->> 'isUrgent')::boolean then interval '1 day' else interval '20 hours' end)) then
    insert into private.outbox (kind) values ('concerns');
  end if;
end $$;
grant execute on function private.queue_concerns(timestamptz) to service_role;

create function private.reservation_detail(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select (private.reservation_json(r)::jsonb || jsonb_build_object(
      'clashes', (
        select coalesce(json_agg(json_build_object('date', c.date, 'name', c.name, 'status', c.status)
                                 order by c.date, c.created_at), '[]')
        from (select * from private.clashes(r.id) c order by c.date, c.created_at limit 5) as c),
      'clashCount', (select count(*) from private.clashes(r.id))))::json
    from public.reservations r where r.id = reservation;
$$;

create function private.digest_detail(digest bigint) returns json
language sql stable set search_path = '' as $$
  with request as (
    select o.id as place, o.kind, o.ref, c.created_at, c.flagged
      from private.outbox o join public.contacts c on c.id = o.ref
      where o.digest_id = digest and o.attempts > 0 and o.sent_at is null and o.kind = 'contact'
    union all
    select o.id, o.kind, o.ref, r.created_at, r.flagged
      from private.outbox o join public.reservations r on r.id = o.ref
      where o.digest_id = digest and o.attempts > 0 and o.sent_at is null and o.kind <> 'contact'
  ), named as (
    select * from request order by place limit 20
  )
  select json_build_object(
      'since', private.iso(min(request.created_at)),
      'contacts', count(*) filter (where request.kind = 'contact'),
      'reservations', count(*) filter (where request.kind <> 'contact'),
      'flagged', count(*) filter (where request.flagged),
      'requests', (
        select json_agg(private.request_json(n.ref)::jsonb || jsonb_build_object('kind', n.kind) order by n.place)
        from named n),
      'more', count(*) - (select count(*) from named))
    from request having count(*) > 0;
$$;

create function private.owner_mail_detail(kind text, ref uuid, mail bigint) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case kind
    when 'contact' then private.request_json(ref)
    when 'digest' then private.digest_detail(mail)
    when 'concerns' then (select json_build_object('concerns', c.list) from (select private.concerns() as list) c where c.list is not null)
    when 'code' then private.code_detail(mail)
    else private.reservation_detail(ref) end;
end $$;

create function private.mail_detail(kind text, ref uuid, mail bigint) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case when kind in ('receipt', 'confirmation', 'cancellation') then private.visitor_detail(kind, ref, mail)
    else private.owner_mail_detail(kind, ref, mail) end;
end $$;

create function private.claim_mail()
returns table (id text, kind text, "messageId" uuid, attempts integer, detail json)
language plpgsql security definer set search_path = ''
as $$
declare
  claimed private.outbox;
begin
  perform private.rejoin_digests();
  loop
    -- Fewest attempts first: a mail that cannot be sent never holds up the others.
    update private.outbox o
      set attempts = o.attempts + 1,
          first_tried_at = coalesce(o.first_tried_at, now()),
          claimed_until = clock_timestamp() + (select s.mail_lease from private.settings s)
      where o.id = (
        select open.id from private.outbox open
        where open.sent_at is null and open.given_up_at is null and open.digest_id is null
          and open.not_before <= now() and coalesce(open.claimed_until, '-infinity') <= now()
        order by open.attempts, open.id limit 1 for update skip locked)
      returning o.* into claimed;
    if not found then
      return;
    end if;
    -- From now on nothing joins it; a request that is just joining is not counted as told.
    if claimed.kind = 'digest' then
      update private.outbox o set attempts = o.attempts + 1 where o.digest_id = claimed.id and o.sent_at is null;
    end if;
    -- A statement of its own: it sees dates that came in while the row was waited for.
    detail := private.mail_detail(claimed.kind, claimed.ref, claimed.id);
    if detail is not null then
      if claimed.kind = 'concerns' then
        update private.outbox o set told = private.concern_names(detail -> 'concerns') where o.id = claimed.id;
      end if;
      id := claimed.id;
      kind := claimed.kind;
      "messageId" := claimed.message_id;
      attempts := claimed.attempts;
      return next;
      return;
    end if;
    -- Rows of a digest whose requests have all gone must not open the next one.
    delete from private.outbox o where o.id = claimed.id or o.digest_id = claimed.id and o.attempts > 0 and o.sent_at is null;
  end loop;
end $$;
grant execute on function private.claim_mail() to service_role;

create function private.rejoin_digests() returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (select from private.outbox o left join private.outbox d on d.id = o.digest_id
             where o.digest_id is not null and o.sent_at is null and (d.id is null or d.sent_at is not null)) then
    update private.outbox o set digest_id = private.open_digest()
      where o.digest_id is not null and o.sent_at is null
        and not exists (select from private.outbox d where d.id = o.digest_id and d.sent_at is null);
  end if;
end $$;

create function private.mail_sent(mail bigint) returns void
language sql security definer set search_path = '' as $$
  update private.outbox set sent_at = now(), claimed_until = null, last_error = null, given_up_at = null
    where id = mail or digest_id = mail and sent_at is null and attempts > 0;
$$;
grant execute on function private.mail_sent(bigint) to service_role;

create function private.mail_failed(mail bigint, error text, is_final boolean default false) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.outbox o
    set claimed_until = null,
        last_error = case when o.recipient_hash is null then left(error, 500) end,
        visitor_error = case when o.recipient_hash is not null then left(error, 500) end,
        not_before = now() + least(s.mail_longest_retry, s.mail_first_retry * power(2, least(o.attempts, 20) - 1)),
        given_up_at = case when is_final or case when o.recipient_hash is null
          then now() >= o.first_tried_at + s.mail_given_up and o.attempts >= 20 else o.attempts >= 10 end then now() end
    from private.settings s where o.id = mail and o.sent_at is null;
  delete from private.outbox o where o.id = mail and o.kind = 'receipt' and o.given_up_at is not null;
end $$;
grant execute on function private.mail_failed(bigint, text, boolean) to service_role;

create function public.owner_requests(filter text default 'all', search text default '', before text default null,
  size integer default 30) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.list_requests(filter, search, before, size);
end $$;

create function public.owner_request(id uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return (private.request_whole(owner_request.id)::jsonb
    || jsonb_build_object('tellsVisitor', private.may_tell(owner_request.id, 'confirmation')))::json;
end $$;

create function public.owner_confirm(id uuid, version integer, dates date[] default null,
  also_confirmed boolean default false) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.confirm_request(private.require_owner(), owner_confirm.id, version, dates, also_confirmed);
end $$;

create function public.owner_change_day(id uuid, version integer, from_day date, to_day date,
  also_confirmed boolean default false) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.change_day(private.require_owner(), owner_change_day.id, version, from_day, to_day, also_confirmed);
end $$;

create function public.owner_cancel(id uuid, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.cancel_request(private.require_owner(), owner_cancel.id, version);
end $$;

create function public.owner_reopen(id uuid, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.reopen_request(private.require_owner(), owner_reopen.id, version);
end $$;

create function public.owner_verify(id uuid, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.verify_request(private.require_owner(), owner_verify.id, version);
end $$;

create function public.owner_handle(id uuid, version integer, handled boolean) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.handle_request(private.require_owner(), owner_handle.id, version, handled);
end $$;

create function public.owner_note(id uuid, version integer, note text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.note_request(private.require_owner(), owner_note.id, version, note);
end $$;

create function public.owner_spam(ids uuid[], expected integer default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.mark_spam(private.require_owner(), ids, expected);
end $$;

create function public.owner_export() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.all_requests();
end $$;

create function public.owner_person(email text) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.person_json(email);
end $$;

create function public.owner_erase_person(email text, typed text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.erase_person(email, typed);
end $$;

create function public.owner_agenda(first date, last date) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if first is null or last is null or last - first > 400 then
    perform private.refuse(400, '22023', 'Name a first and a last day, a year apart at most');
  end if;
  return private.agenda(first, last);
end $$;

create function public.owner_health() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.health();
end $$;

create function public.owner_confirm_retention(requests integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  run json;
begin
  perform private.require_owner();
  if requests is null then
    perform private.refuse(400, '22023', 'Name the number of requests');
  end if;
  run := private.confirm_retention(requests);
  if run is null then
    perform private.refuse_action('No removal waits for a confirmation');
  end if;
  return run -> 'removed';
end $$;

create table private.owner_feeds (
  owner_id    uuid primary key references private.owners (id) on delete cascade,
  name_digest bytea not null unique constraint owner_feeds_name_digest_ok check (octet_length(name_digest) = 32),
  renewed_at  timestamptz not null default now()
);

comment on table private.owner_feeds is 'Private calendar addresses, one an owner. A row removed, or its owner, ends the address.';
comment on column private.owner_feeds.owner_id is 'Whose address it is; it goes with the owner.';
comment on column private.owner_feeds.name_digest is 'SHA-256 of the name of the file in the address. Who reads it cannot compute the address.';
comment on column private.owner_feeds.renewed_at is 'When the address was made.';

create function private.owner_id(address text) returns uuid
language sql stable set search_path = ''
return (select o.id from private.owners o where o.email = address);

create function public.owner_feed() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := private.owner_id(private.require_owner());
begin
  return json_build_object('renewedAt',
    (select private.iso(f.renewed_at) from private.owner_feeds f where f.owner_id = owner));
end $$;

create function public.owner_renew_feed() returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  owner constant uuid := private.owner_id(private.require_owner());
  name constant text := translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'),
    '+/=', '-_') || '.ics';
  made timestamptz;
begin
  if owner is null then
    perform private.refuse_action('An address belongs to an owner: the terminal is none');
  end if;
  insert into private.owner_feeds as f (owner_id, name_digest) values (owner, sha256(convert_to(name, 'UTF8')))
    on conflict (owner_id) do update set name_digest = excluded.name_digest, renewed_at = now()
    returning f.renewed_at into made;
  return json_build_object('path', '/espace/agenda/' || name, 'renewedAt', private.iso(made));
end $$;

create function private.feed_days(name_digest bytea) returns json
language sql stable security definer set search_path = '' as $$
  select (
      select coalesce(json_agg(json_build_object('date', d.date, 'id', r.id, 'version', r.version, 'name', r.name,
          'phone', r.phone, 'receivedAt', private.iso(r.created_at)) order by d.date, r.created_at, r.id), '[]')
        from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
        where d.confirmed and d.date >= private.paris_day(now()) - 92)
    from private.owner_feeds f where f.name_digest = feed_days.name_digest;
$$;

create function private.wake_notifier() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  url text;
  secret text;
begin
  perform private.queue_concerns();
  if not exists (select from private.outbox o
                 where o.sent_at is null and o.given_up_at is null and o.not_before <= now()
                   and coalesce(o.claimed_until, '-infinity') <= now()
                   -- A request in a digest that is still to come is due with it.
                   and not exists (select from private.outbox d where d.id = o.digest_id and d.sent_at is null)) then
    return;
  end if;
  select s.decrypted_secret into url from vault.decrypted_secrets s where s.name = 'notify_owner_url';
  select s.decrypted_secret into secret from vault.decrypted_secrets s where s.name = 'notify_owner_secret';
  if url is null or secret is null then
    raise exception 'Mails are waiting, and Vault lacks notify_owner_url or notify_owner_secret';
  end if;
  perform net.http_post(url => url, body => '{}'::jsonb, timeout_milliseconds => 55000,
    headers => jsonb_build_object('content-type', 'application/json', 'x-notify-secret', secret));
end $$;

create function private.schedule_jobs() returns void
language plpgsql set search_path = ''
as $$
begin
  perform cron.schedule('notify-owner', '* * * * *', 'select private.wake_notifier()');
  -- pg_cron keeps a row for each run and never removes any.
  perform cron.schedule('retention', '7 * * * *', $job$
    select private.apply_retention();
    delete from cron.job_run_details where end_time < now() - interval '7 days';$job$);
end $$;

do $$
begin
  if (select count(*) from pg_available_extensions where name in ('pg_cron', 'pg_net', 'supabase_vault')) = 3 then
    create extension if not exists pg_cron with schema pg_catalog;
    create extension if not exists pg_net with schema extensions;
    create extension if not exists supabase_vault;
    perform private.schedule_jobs();
  end if;
end $$;

revoke all on all tables in schema private from public, anon, authenticated;
revoke all on all functions in schema private from public;

do $$
declare
  name regprocedure;
begin
  for name in select p.oid::regprocedure from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proname like 'owner\_%' loop
    execute format('revoke all on function %s from public, anon', name);
    execute format('grant execute on function %s to authenticated, service_role', name);
  end loop;
end $$;
revoke all on function public.closed_days(date, date) from public;
grant execute on function public.closed_days(date, date) to anon, authenticated, service_role;

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema public to anon, authenticated, service_role;

-- Limits and periods.

create table private.settings (
  only_row        boolean primary key default true check (only_row),
  site_origin     text,

  -- Callers' addresses.
  address_salt    text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  address_headers text[] not null default '{cf-connecting-ip,x-forwarded-for}',
  keep_addresses  interval not null default '23 hours',

  -- Requests.
  per_address        integer not null default 5,
  total_per_hour     integer not null default 300,
  refuse_per_address integer not null default 60,
  refuse_per_hour    integer not null default 20000,
  address_window     interval not null default '10 minutes',
  dates_window       interval not null default '10 minutes',
  max_dates          integer not null default 31,
  days_ahead         integer not null default 730,

  -- Mails to the owner.
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

  -- Mails to visitors.
  visitor_mails          boolean not null default false,
  visitor_mails_per_hour integer not null default 30,
  receipts_per_hour      integer not null default 20,
  visitor_mails_per_day  integer not null default 5,
  receipt_every          interval not null default '1 day',
  visitor_delay          interval not null default '1 minute',
  visitor_reminder_days  integer not null default 2,
  funding_reminder_days  integer not null default 22,

  -- Links with which visitors manage their request.
  manage_per_address     integer not null default 60,
  manage_changes_per_day integer not null default 10,

  -- Incidents.
  incidents_per_address     integer not null default 20,
  incidents_total_per_hour  integer not null default 1000,
  keep_incidents            interval not null default '30 days',
  live_per_address          integer not null default 20,
  live_total_per_hour       integer not null default 100000,
  live_names_per_hour       integer not null default 500,
  live_routes_per_hour      integer not null default 50,
  speeds_per_address        integer not null default 20,
  speeds_total_per_hour     integer not null default 5000,
  alert_unsent              integer not null default 3,
  unsent_late               interval not null default '10 minutes',
  alert_reporters           integer not null default 3,
  alert_rate                numeric not null default 0.05,
  alert_reporters_uncounted integer not null default 10,

  -- Signing in.
  code_lifetime    interval not null default '10 minutes',
  code_tries       integer not null default 5,
  code_every       interval not null default '1 minute',
  codes_per_hour   integer not null default 6,
  codes_per_day    integer not null default 20,
  codes_per_caller integer not null default 10,
  tries_per_caller integer not null default 20,
  tries_window     interval not null default '10 minutes',
  session_idle     interval not null default '60 days',
  session_noted    interval not null default '5 minutes',

  -- Retention, backups and disks.
  keep_requests  interval not null default '3 years',
  retention_gap  interval not null default '30 days',
  retention_wait interval not null default '7 days',
  backup_hour    integer not null default 3 constraint settings_backup_hour_ok check (backup_hour between 0 and 23),
  backup_lease   interval not null default '30 minutes',
  backup_late    interval not null default '2 days',
  low_disk_bytes bigint not null default 1000000000,

  -- The trainer's year, and the day itself.
  reported_year         integer constraint settings_reported_year_ok check (reported_year between 2000 and 2999),
  video_link            text,
  day_hours             text,
  vat                   text,
  due_days              integer,
  professional_due_days integer,
  asks_deposit          boolean not null default false,
  agreed_texts          jsonb
);
insert into private.settings default values;

comment on table private.settings is 'Limits and periods, in one row. A change counts from the next request on.';
comment on column private.settings.site_origin is
  'Address of the site that last started on this database, so that two sites on one database are noticed; null before.';
comment on column private.settings.address_salt is 'Makes the hashes of addresses useless elsewhere; made at installation.';
comment on column private.settings.address_headers is
  'Headers believed for the caller''s address: the first present counts, and of a list its last entry.';
comment on column private.settings.per_address is 'Submissions of one address within address_window; further ones are stored flagged.';
comment on column private.settings.total_per_hour is 'Submissions of all addresses in an hour; further ones are stored flagged.';
comment on column private.settings.refuse_per_address is 'Submissions of one address within address_window; further ones are refused.';
comment on column private.settings.refuse_per_hour is 'Submissions of all addresses in an hour; further ones are refused.';
comment on column private.settings.days_ahead is 'How many days from today on may be asked for.';
comment on column private.settings.mails_per_hour is 'Requests in an hour from which on the owner gets digests instead of single mails.';
comment on column private.settings.digest_delay is 'How long a digest waits for further requests.';
comment on column private.settings.mail_lease is 'How long a worker has for a mail before another may take it; longer than its time-outs.';
comment on column private.settings.mail_first_retry is 'Wait after the first failure; it doubles with each further one.';
comment on column private.settings.mail_given_up is 'How long after its first attempt a mail is tried again.';
comment on column private.settings.reminder_hour is 'Hour in Paris from which on the owner is told of what needs them and is not urgent, and visitors are reminded.';
comment on column private.settings.todo_late is 'Age of a request to do from which on the owner is told.';
comment on column private.settings.visitor_mails is 'Whether visitors get mails at all; each start of the site writes it from site.json.';
comment on column private.settings.visitor_mails_per_hour is 'Mails to visitors in an hour, of all kinds, to all of them.';
comment on column private.settings.receipts_per_hour is
  'Of visitor_mails_per_hour, those that a submission causes: a flood leaves the rest to what the owner confirms.';
comment on column private.settings.receipt_every is 'Further requests of one mailbox within it are not acknowledged.';
comment on column private.settings.visitor_delay is
  'How long a confirmation or cancellation waits, so that a wrong press that is corrected at once sends nothing wrong.';
comment on column private.settings.visitor_reminder_days is 'How many days before a confirmed day its visitor is reminded.';
comment on column private.settings.funding_reminder_days is
  'How many days before it a visitor is reminded of the file for the fund, which is due 15 days before.';
comment on column private.settings.manage_per_address is
  'Calls of one address within address_window with a link that opens nothing; further calls with any link are refused.';
comment on column private.settings.manage_changes_per_day is 'Changes that a visitor may make to one request in a day.';
comment on column private.settings.live_per_address is
  'Live pages of one address in an hour; as many served pages count.';
comment on column private.settings.live_total_per_hour is
  'Live pages of all addresses in an hour: far above any visits, and only a bound for a flood of many networks.';
comment on column private.settings.live_names_per_hour is
  'Releases and routes that are counted in an hour where nobody gives the names of the releases.';
comment on column private.settings.live_routes_per_hour is 'Routes of one release that are counted by name in an hour.';
comment on column private.settings.speeds_per_address is
  'Pages of one address in a day whose speed is counted: a forger with one network weighs as much as one visitor.';
comment on column private.settings.speeds_total_per_hour is 'Pages of all addresses in an hour whose speed is counted.';
comment on column private.settings.alert_unsent is 'Mails that failed and wait, from which on the owner is told at once.';
comment on column private.settings.unsent_late is
  'Age of a mail that failed and waits, from which on the owner''s space tells of it.';
comment on column private.settings.alert_reporters is
  'Addresses that report failures of one release within a day, from which on the owner is told at once.';
comment on column private.settings.alert_rate is
  'Share of the pages served with a release that as many addresses must reach for that.';
comment on column private.settings.alert_reporters_uncounted is
  'Addresses that report failures within a day, from which on the owner is told at once where nobody counts pages.';
comment on column private.settings.code_tries is 'Tries of one code, right or wrong.';
comment on column private.settings.codes_per_hour is 'Codes for one address in an hour, so that nobody fills the owner''s mailbox.';
comment on column private.settings.codes_per_day is 'Codes for one address in a day: it bounds what can be guessed from everywhere.';
comment on column private.settings.codes_per_caller is 'Codes that one network may ask for in an hour, for any addresses.';
comment on column private.settings.tries_per_caller is 'Codes that one network may try within tries_window.';
comment on column private.settings.session_idle is 'A session that was not used for so long is over.';
comment on column private.settings.session_noted is 'How long after a use of a session the next one is noted.';
comment on column private.settings.keep_requests is 'How long after a person''s last contact their requests are kept.';
comment on column private.settings.retention_gap is 'Time without a run from which on the clock is in doubt.';
comment on column private.settings.retention_wait is
  'How long a doubtful clock must run, and the owner has to object, before retention resumes.';
comment on column private.settings.backup_hour is 'Hour in Paris from which on the day''s backup is due.';
comment on column private.settings.backup_lease is 'How long one server may work on a backup before another may begin.';
comment on column private.settings.backup_late is 'Age of the last backup from which on the owner is told.';
comment on column private.settings.low_disk_bytes is
  'Free bytes of a disk below which the owner is told: fifteen times as much as the gateway needs to go on.';
comment on column private.settings.reported_year is 'The last year whose report the owner has marked as filed; null before the first.';
comment on column private.settings.video_link is
  'The address of the video call, for those alone whose day is confirmed. Each start of the site and each change of its facts writes it.';
comment on column private.settings.day_hours is
  'When the training day begins and ends, as mails say it; null until the site has told.';
comment on column private.settings.vat is 'Regime of VAT of the announced prices; null until the site has told.';
comment on column private.settings.due_days is
  'Days from the last day of the training until its invoice is due, where the owner has said a number.';
comment on column private.settings.professional_due_days is
  'The same of professionals, for whom the law has a number where nothing else is agreed.';
comment on column private.settings.asks_deposit is 'Whether a contract asks for 30 % once its ten days to withdraw are over.';
comment on column private.settings.agreed_texts is
  'Texts of the site that an agreement fixes, AgreedTexts in contract/src/owner-facts.ts; null until the site has told.';

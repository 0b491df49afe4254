-- What the site does by itself: it forgets, makes backups and tells the owner what is wrong.

-- How long personal data are kept. Called every hour, by pg_cron or by the local worker. Retention that was held resumes
-- by itself: a clock that is ahead by a month removes requests a month early, which harms nobody; only a longer gap
-- between two runs looks like a wrong clock.

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
comment on column private.retention_state.last_run_at is 'When it last ran to its end: nothing was due any more.';
comment on column private.retention_state.held_at is 'Since when a run waits to be confirmed; null when none does.';
comment on column private.retention_state.held_reason is
  'share: it would remove more than a tenth of all requests, and more than ten; clock: the clock is in doubt.';
comment on column private.retention_state.looked_at is 'When a worker last applied retention, also when the run was held.';
comment on column private.retention_state.seen_at is
  'When it was last applied, also when the run was held; null before the first time and after a restore.';

-- Requests of the persons whose last contact was before this time: their latest request, or the latest day booked.
-- Planned for each call: mostly few requests are as old.
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

-- Requests that are due for removal, and all there are, about.
create function private.due_requests(out due bigint, out total bigint)
language sql stable set search_path = '' as $$
  select (select count(*) from private.settings s, private.requests_last_heard_of(now() - s.keep_requests)), private.count_all()
$$;

-- `resumesAt`: when it goes on without the owner.
create function private.held_retention() returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object('requests', d.due, 'total', d.total, 'reason', t.held_reason,
      'since', private.iso(t.held_at), 'lastRunAt', private.iso(t.last_run_at),
      'resumesAt', private.iso(
        case t.held_reason when 'clock' then t.held_at + s.retention_wait else t.last_run_at + interval '1 day' end))
    from private.retention_state t, private.settings s, private.due_requests() d where t.held_at is not null
$$;

-- Removes what is too old and is no request: it comes again, or is of no use after so long. Nothing else removes by age,
-- so that no visitor waits for it. Returns how many incidents were removed.
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
  delete from private.manage_calls c where c.created_at not between now() - rule.keep_addresses and now() + interval '1 hour';
  delete from private.incident_reports r where r.created_at < now() - rule.keep_addresses;
  delete from private.live_reports r where r.since < now() - rule.keep_addresses;
  delete from private.speed_reports r where r.hour < now() - rule.keep_addresses;
  delete from private.page_counts p where p.hour < now() - rule.keep_incidents;
  delete from private.page_months m where m.month < now() - interval '2 years';
  delete from private.speed_counts c where c.hour < now() - rule.keep_incidents;
  delete from private.release_networks n where n.since < now() - rule.keep_incidents;
  delete from private.dropped_reports d where d.hour < now() - rule.keep_incidents;
  delete from private.watched_changes w where w.at < now() - rule.keep_incidents;
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

-- Removes at most ten requests or a tenth, the oldest first; the rest an hour later. It is held for `retention_wait` when
-- the clock is in doubt, and for a day when more is due at once. `confirmed` removes everything that is due.
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

-- Runs what is held; null when nothing is. `seen` is the number of requests that the owner saw; null: whatever it is.
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
    perform private.refuse_action('No removal waits for a confirmation', 'no-removal');
  end if;
  return run -> 'removed';
end $$;

-- Once an hour, whatever the number of workers; null when it is not due or another worker is at it. A time
-- in the future comes from a clock that was wrong.
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

-- What each machine needs for its own mail files. Null while a run waits for the owner.
create function private.kept_since() returns text
language sql stable set search_path = '' as $$
  select private.iso(now() - s.keep_requests) from private.settings s, private.retention_state t where t.held_at is null;
$$;

-- The daily backup and the disks of the site's servers. Servers report what SQL cannot see; the rules are here, the
-- same for the owner's space, the terminal and mails.

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
comment on column private.upkeep.since is 'When the database was made: no backup is due before the next backup_hour.';
comment on column private.upkeep.claimed_until is 'Until when a server has the backup to itself; null when none works on one.';
comment on column private.upkeep.last_at is 'When the last verified backup was made; null before the first.';
comment on column private.upkeep.same_disk is 'Whether it is on the disk of the data folder, and would be lost with it.';
comment on column private.upkeep.with_releases is 'False where the releases are in an object store.';
comment on column private.upkeep.failure is 'full: no room on the disk; refused: the folder cannot be written; other: see the log.';
comment on column private.upkeep.reminded_at is 'When the concerns of a morning were last looked at.';

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
comment on column private.servers.seen_at is 'When it last reported; rows go after a week.';
comment on column private.servers.backup_dir is 'Folder of its backups; null where it makes none.';
comment on column private.servers.site_gaps is 'What site.json lacks although strangers can reach the site, in French; empty for a complete one.';

-- Gives the day's backup to the caller: once a day, whatever the number of servers, and again when it failed. A time in
-- the future comes from a clock that was wrong.
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

-- Servers that run: each reports every ten minutes.
create function private.live_servers() returns setof private.servers
language sql stable set search_path = '' as $$
  select s.* from private.servers s where s.seen_at > now() - interval '1 hour';
$$;

-- The daily backup; null where no server of ours runs, which alone can make one.
create function private.backup_health() returns json
language sql stable set search_path = '' as $$
  select json_build_object('isOn', exists (select from private.live_servers() l where l.backup_dir is not null),
      'at', private.iso(u.last_at), 'host', u.host, 'folder', u.folder, 'sameDisk', u.same_disk,
      'withReleases', u.with_releases, 'rows', u.row_count, 'bytes', u.bytes,
      'failedSince', private.iso(u.failed_since), 'failure', u.failure)
    from private.upkeep u where exists (select from private.live_servers());
$$;

-- What needs the owner, for the owner's space and the mail of the morning.

-- What needs the owner now, the most urgent first; null when all is well. Its parts are Concern in
-- functions/_shared/claimed-mail.ts.
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
    select 3, '', json_build_object('kind', 'unsent', 'isUrgent', count(*) >= s.alert_unsent, 'count', count(*),
        'oldestAt', private.iso(min(u.created_at)), 'lastError', (select l.last_error from unsent l order by l.id desc limit 1))
      from unsent u, private.settings s group by s.alert_unsent, s.unsent_late
      having count(*) >= s.alert_unsent or min(u.created_at) < now() - s.unsent_late
    union all
    select 3, f.remote, json_build_object('kind', 'part', 'isUrgent', true, 'remote', f.remote, 'release', f.release,
        'count', f.failures, 'pages', f.pages, 'lastAt', private.iso(f.last_at))
      from private.failing_releases() f
    union all
    select 3, w.name, w.detail from private.watch_concerns() w
    union all
    -- A visitor's broken browser is no failure of the site. Where no server of ours counts pages there is no rate, and
    -- more addresses are needed.
    select 3, '', json_build_object('kind', 'incidents', 'isUrgent', true, 'count', (
          select count(*) from public.incidents i where i.created_at > now() - interval '1 day' and not i.preview
            and i.mended is distinct from 'retry'),
        'reporters', r.reporters)
      from private.settings s, (select private.reporters() as reporters) r
      where r.reporters >= s.alert_reporters_uncounted and not exists (select from private.live_servers())
        and exists (select from public.incidents i where i.created_at > now() - interval '1 day' and not i.preview
            and i.mended is distinct from 'retry')
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
    union all
    select 8, '', c.detail from (select private.own_calendar_concern() as detail) as c where c.detail is not null
  )
  select json_agg(c.detail order by (c.detail ->> 'isUrgent')::boolean desc, c.place, c.name) from concern c
$$;

-- Mails of digests are counted by their digest; those of codes are of no use after ten minutes.
create function public.owner_health() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return (with unsent as (
    select o.* from private.outbox o where o.sent_at is null and o.digest_id is null and o.kind <> 'code'
  )
  select json_build_object(
      'mails', json_build_object(
        'waiting', (select count(*) from unsent u where u.given_up_at is null and (u.not_before <= now() or u.attempts > 0)),
        'givenUp', (select count(*) from unsent u where u.given_up_at is not null),
        'failed', (select count(*) from private.failed_mails()),
        'oldestAt', (select private.iso(min(u.created_at)) from unsent u
                     where u.given_up_at is not null or u.not_before <= now() or u.attempts > 0),
        'lastError', (select u.last_error from unsent u where u.last_error is not null order by u.id desc limit 1),
        'toVisitors', (select s.visitor_mails from private.settings s)),
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
        'requests', private.count_all())));
end $$;

-- Names what a concern is about: a mail tells of the same once a day.
create function private.concern_names(concerns json) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(concat_ws(' ', c ->> 'kind', c ->> 'remote', c ->> 'release', c ->> 'outcome', c ->> 'host', c ->> 'folder'))
    from json_array_elements(concerns) as c;
$$;

-- A mail goes at once for what is urgent, and in the morning for the rest: once a day for each concern, whatever the
-- number of workers. It lists all there are. While one waits, a further one would say the same.
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

-- Hosted Supabase runs no worker of ours: pg_cron looks each minute, and pg_net wakes the Edge Function
-- notify-owner when a mail is due. Elsewhere these extensions are missing and the local worker does both.

-- Where the function is and what proves that we call stand in Vault, under these two names:
--   select vault.create_secret('https://<ref>.supabase.co/functions/v1/notify-owner', 'notify_owner_url');
--   select vault.create_secret('<the function''s NOTIFY_OWNER_SECRET>', 'notify_owner_secret');
create function private.wake_notifier() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  url text;
  secret text;
begin
  perform private.queue_concerns();
  perform private.queue_reminders();
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

-- Named jobs: scheduling them again replaces them.
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

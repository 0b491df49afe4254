-- The daily backup and the disks of the site's servers. Servers report what SQL cannot see; the rules are here, the
-- same for the owner's space, the terminal and mails.

alter table private.settings
  add column backup_hour    integer  not null default 3 constraint settings_backup_hour_ok check (backup_hour between 0 and 23),
  add column backup_lease   interval not null default '30 minutes',
  add column backup_late    interval not null default '2 days',
  add column low_disk_bytes bigint   not null default 1000000000,
  add column todo_late      interval not null default '1 day';
comment on column private.settings.backup_hour is 'Hour in Paris from which on the day''s backup is due.';
comment on column private.settings.backup_lease is 'How long one server may work on a backup before another may begin.';
comment on column private.settings.backup_late is 'Age of the last backup from which on the owner is told.';
comment on column private.settings.low_disk_bytes is
  'Free bytes of a disk below which the owner is told: fifteen times as much as the engine needs to go on.';
comment on column private.settings.todo_late is 'Age of a request to do from which on the owner is told.';

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
  constraint upkeep_failed_ok check ((failed_since is null) = (failure is null))
);
insert into private.upkeep default values;
revoke all on private.upkeep from public, anon, authenticated, service_role;

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
revoke all on private.servers from public, anon, authenticated, service_role;

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

-- The last time that this hour began in Paris.
create function private.last_hour(hour integer, at timestamptz) returns timestamptz
language sql stable set search_path = ''
return (date_trunc('day', at at time zone 'Europe/Paris' - make_interval(hours => hour)) + make_interval(hours => hour))
  at time zone 'Europe/Paris';

-- Gives the day's backup to the caller: once a day, whatever the number of servers, and again when it failed. A time in
-- the future comes from a clock that was wrong.
create function private.claim_backup(at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  update private.upkeep u set claimed_until = at + s.backup_lease from private.settings s
    where (coalesce(u.last_at, u.since) between private.last_hour(s.backup_hour, at) and at) is not true
      and (u.claimed_until > at and u.claimed_until <= at + s.backup_lease) is not true;
  return found;
end $$;

create function private.backup_made(made json, at timestamptz default now()) returns void
language sql volatile set search_path = ''
begin atomic
  update private.upkeep set claimed_until = null, last_at = at, failed_since = null, failure = null,
    host = made ->> 'host', folder = made ->> 'folder', same_disk = (made ->> 'sameDisk')::boolean,
    with_releases = (made ->> 'withReleases')::boolean, row_count = (made ->> 'rows')::bigint,
    bytes = (made ->> 'bytes')::bigint where true;
end;

create function private.backup_failed(reason text, at timestamptz default now()) returns void
language sql volatile set search_path = ''
begin atomic
  update private.upkeep set claimed_until = null, failed_since = coalesce(failed_since, at), failure = reason
    where true;
end;

create function private.report_server(report json) returns void
language sql volatile set search_path = ''
begin atomic
  delete from private.servers s where s.seen_at < now() - interval '7 days';
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
end;

-- Servers that run: each reports every ten minutes.
create function private.live_servers() returns setof private.servers
language sql stable set search_path = ''
begin atomic
  select s.* from private.servers s where s.seen_at > now() - interval '1 hour';
end;

-- What needs the owner now, the most urgent first; null when all is well. Its parts are Concern in
-- functions/_shared/claimed-mail.ts.
create function private.concerns() returns json
language sql stable set search_path = ''
begin atomic
  with late as (
    select c.created_at from public.contacts c, private.settings s
      where c.created_at < now() - s.todo_late
        and private.is_in('todo', 'contact', null, c.handled_at is not null, c.is_spam or c.unwanted)
    union all
    select r.created_at from public.reservations r, private.settings s
      where r.created_at < now() - s.todo_late
        and private.is_in('todo', 'reservation', r.status, false, r.is_spam or r.unwanted)
  ), lost as (
    select o.* from private.outbox o
      where o.given_up_at is not null and o.sent_at is null and o.digest_id is null and o.kind <> 'code'
  ), disk as (
    select l.host, l.data_dir as folder, l.free_bytes from private.live_servers() l
    union all
    select l.host, l.backup_dir, l.backup_free_bytes from private.live_servers() l where not l.same_disk
  ), concern as (
    select 1 as place, '' as name, json_build_object('kind', 'requests', 'count', count(*),
        'oldestAt', private.iso(min(late.created_at))) as detail
      from late having count(*) > 0
    union all
    select 2, '', json_build_object('kind', 'mails', 'count', count(*),
        'lastError', (select l.last_error from lost l order by l.id desc limit 1))
      from lost having count(*) > 0
    union all
    select 3, f.remote, json_build_object('kind', 'part', 'remote', f.remote, 'release', f.release,
        'lastAt', private.iso(f.last_at))
      from private.failing_releases() f
    union all
    select 4, '', json_build_object('kind', 'backup', 'failure', u.failure, 'failedSince', private.iso(u.failed_since),
        'lastAt', private.iso(u.last_at))
      from private.upkeep u, private.settings s
      where (u.failure is not null or coalesce(u.last_at, u.since) < now() - s.backup_late)
        and exists (select from private.live_servers() l where l.backup_dir is not null)
    union all
    select 5, d.host, json_build_object('kind', 'disk', 'host', d.host, 'folder', d.folder, 'freeBytes', d.free_bytes)
      from disk d, private.settings s where d.free_bytes < s.low_disk_bytes
    union all
    select 6, '', json_build_object('kind', 'site', 'gaps', json_agg(distinct gap))
      from private.live_servers() l, unnest(l.site_gaps) as gap having count(*) > 0
  )
  select json_agg(c.detail order by c.place, c.name) from concern c;
end;

-- The daily backup; null where no server of ours runs, which alone can make one.
create function private.backup_health() returns json
language sql stable set search_path = ''
begin atomic
  select json_build_object('isOn', exists (select from private.live_servers() l where l.backup_dir is not null),
      'at', private.iso(u.last_at), 'host', u.host, 'folder', u.folder, 'sameDisk', u.same_disk,
      'withReleases', u.with_releases, 'rows', u.row_count, 'bytes', u.bytes,
      'failedSince', private.iso(u.failed_since), 'failure', u.failure)
    from private.upkeep u where exists (select from private.live_servers());
end;

create or replace function private.health() returns json
language sql stable set search_path = ''
begin atomic
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
        'requests', (select count(*) from public.contacts) + (select count(*) from public.reservations)));
end;

revoke all on function private.last_hour(integer, timestamptz), private.claim_backup(timestamptz),
  private.backup_made(json, timestamptz), private.backup_failed(text, timestamptz), private.report_server(json),
  private.live_servers(), private.concerns(), private.backup_health()
  from public, anon, authenticated;

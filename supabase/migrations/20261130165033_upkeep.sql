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

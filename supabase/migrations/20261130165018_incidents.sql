-- Parts of the site that failed to load, as browsers report them, for the owner's tools. One address counts once a day
-- for a release, so that forging takes many addresses. Rule: the public key may add rows; it may never read, change or
-- remove any. No text here can hold more than names of ours, so that nothing of a visitor comes in.

create table public.incidents (
  id         bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  remote     text not null constraint incidents_remote_ok  check (remote ~ '^[a-z][a-z0-9-]{0,39}$'),
  release    text not null constraint incidents_release_ok check (release ~ '^[0-9A-Za-z.-]{1,80}$'),
  phase      text not null constraint incidents_phase_ok
             check (phase in ('entry', 'page', 'render', 'runtime', 'shell')),
  code       text not null constraint incidents_code_ok    check (code ~ '^[a-z0-9-]{1,60}$'),
  -- Explicit code points, as in the text rules: every control character and every kind of space.
  route      text not null constraint incidents_route_ok   check (route ~
    '^/[^?#\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]{0,199}$'),
  preview    boolean not null default false,
  mended     text constraint incidents_mended_ok check (mended in ('retry', 'previous', 'copy')),
  reporter   smallint,
  script     text    constraint incidents_script_ok check (script ~ '^[A-Za-z0-9_][A-Za-z0-9_.-]{0,90}\.js$'),
  line       integer constraint incidents_line_ok check (line between 1 and 9999999),
  "column"   integer constraint incidents_column_ok check ("column" between 1 and 9999999),
  thrown_in  text    constraint incidents_thrown_in_ok
             check (thrown_in ~ '^[a-z][a-z0-9-]{0,39}$' and thrown_in <> remote),
  constraint incidents_position_ok check (num_nulls(script, line, "column") in (0, 3))
);
create index incidents_newest on public.incidents (created_at desc);

comment on table public.incidents is
  'Releases that failed in a browser, once a day for each network and release. Written by visitors, read by the owner, kept for 30 days.';
comment on column public.incidents.phase is
  'What failed: the script of the entry, the module of the page, its rendering, its handlers and timers, or the shell itself.';
comment on column public.incidents.code is 'Kind of failure, such as timeout or integrity; never a message.';
comment on column public.incidents.route is
  'Path that was on screen at the first failure, without query and fragment; /* for a path that the release does not have.';
comment on column public.incidents.script is
  'File name of the release''s own script with the innermost frame of the error, with line and column as the browser counts them; null without a stack.';
comment on column public.incidents.thrown_in is
  'Another part whose script has the innermost frame: the release called it. Null when the error is in the release''s own script.';
comment on column public.incidents.preview is 'Whether the page was a preview: it counts in no rate and causes no mail.';
comment on column public.incidents.mended is
  'What helped on the page: a retry, the previous release or the composed copy; null: nothing. Only a retry mends the release itself.';
comment on column public.incidents.reporter is
  'Group of the network, as in private.release_networks. Null when no header names an address.';

create table private.incident_reports (
  id           bigint generated always as identity primary key,
  created_at   timestamptz not null default now(),
  address_hash text,
  remote       text,
  release      text,
  preview      boolean,
  retried      boolean not null default false,
  -- Each kind has limits of its own: reports that count nowhere must not crowd out failures.
  kind         text not null generated always as (
    case when remote = 'other' then 'unknown' when preview then 'preview' when retried then 'retry' else 'failure' end) stored
);
create index incident_reports_recent on private.incident_reports (created_at, address_hash);
create index incident_reports_by_release on private.incident_reports (remote, release, address_hash);

comment on table private.incident_reports is 'Counts the incidents of each address, of about the last day; the address is hashed.';
comment on column private.incident_reports.retried is
  'A retry mended it: it is counted apart, so that it does not hide a failure that follows.';

create function private.admit_incident() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  caller text;
  is_retried boolean;
  what text;
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
  caller := private.prefix_hash(rule);
  is_retried := new.mended is not distinct from 'retry';
  if not private.is_known(new.remote, new.release, new.preview) then
    new.remote := 'other';
    new.release := 'other';
    new.code := 'other';
    new.route := '/';
  elsif not private.has_route(new.remote, new.release, new.route) then
    new.route := '/*';
  end if;
  if new.remote = 'other' or new.script is not null and not private.has_script(new.remote, new.release, new.script) then
    new.script := null;
    new.line := null;
    new."column" := null;
    new.thrown_in := null;
  end if;

  -- What follows is dropped, never refused: a browser can do nothing with a refusal.
  if exists (select from private.incident_reports r
             where r.remote = new.remote and r.release = new.release and r.preview = new.preview and r.retried = is_retried
               and r.address_hash is not distinct from caller and r.created_at > now() - rule.keep_addresses) then
    return null;
  end if;
  what := case when new.remote = 'other' then 'unknown' when new.preview then 'preview'
    when is_retried then 'retry' else 'failure' end;
  select count(*) filter (where r.address_hash = caller), count(*)
    into mine, total
    from private.incident_reports r where r.created_at > now() - interval '1 hour' and r.kind = what;
  -- A test or load run raises the limits per address for its own process only.
  allowed := greatest(rule.incidents_per_address,
    nullif(current_setting('app.settings.per_address', true), '')::integer);
  if mine >= allowed or total >= rule.incidents_total_per_hour then
    perform private.count_dropped(what);
    return null;
  end if;
  insert into private.incident_reports (address_hash, remote, release, preview, retried)
    values (caller, new.remote, new.release, new.preview, is_retried);
  new.reporter := private.network_group(private.caller_prefix(rule.address_headers), new.remote, new.release);
  return new;
end $$;
create trigger admit before insert on public.incidents
  for each row execute function private.admit_incident();

alter table public.incidents enable row level security;
revoke all on public.incidents from public, anon, authenticated;
revoke all on sequence public.incidents_id_seq from public, anon, authenticated;
grant all on public.incidents to service_role;
grant insert (remote, release, phase, code, route, preview, mended, script, line, "column", thrown_in)
  on public.incidents to anon;
create policy incidents_add on public.incidents for insert to anon with check (true);

-- Failures as a rate of the pages served: a mail needs several addresses and a rate. Previews are counted apart.

-- The last 24 begun hours: pages are counted by the hour.
create function private.day_start() returns timestamptz
language sql stable set search_path = ''
return date_trunc('hour', now(), 'UTC') - interval '23 hours';

-- Failures and pages of each release since a full hour, without previews. `failures` leaves out what a retry mended,
-- `recovered` is what a retry, the previous release or the composed copy mended.
create function private.release_failures(since timestamptz)
returns table (remote text, release text, failures bigint, recovered bigint, pages bigint, live bigint, last_at timestamptz)
language sql stable set search_path = '' as $$
  with failed as (
    select i.remote, i.release, count(*) filter (where i.mended is distinct from 'retry') as failures,
        count(i.mended) as recovered, max(i.created_at) filter (where i.mended is distinct from 'retry') as last_at
      from public.incidents i where i.created_at >= since and not i.preview group by i.remote, i.release
  ), counted as (
    select p.remote, p.release, sum(p.served)::bigint as pages, sum(p.live)::bigint as live
      from private.page_counts p where p.hour >= since group by p.remote, p.release
  )
  select remote, release, coalesce(f.failures, 0), coalesce(f.recovered, 0), coalesce(c.pages, 0), coalesce(c.live, 0),
      f.last_at
    from failed f full join counted c using (remote, release);
$$;

-- The evidence of one release between two moments, as ReleaseCounts in release/core/src/watch/watch.ts. Pages count
-- by begun hours, networks by ten minutes up to those that begin at `latest`. A shell that does not start blames no
-- release: it counts in `failed` of the shell, and as unattributed.
create function private.release_counts(part text, wanted text, since timestamptz, until timestamptz, latest timestamptz)
returns json
language sql stable set search_path = '' as $$
  with reached as (
    select coalesce(bit_or(n.sent), 0::bit(1024)) as sent, coalesce(bit_or(n.opened), 0::bit(1024)) as opened,
        coalesce(bit_or(n.live), 0::bit(1024)) as live
      from private.release_networks n
      where n.remote = part and n.release = wanted and n.since >= private.ten_minutes(release_counts.since)
        and n.since <= latest
  ), failed as (
    select count(*) filter (where i.mended is null) as failed, count(i.mended) as recovered,
        coalesce(bit_or(set_bit(0::bit(1024), i.reporter, 1))
          filter (where i.mended is distinct from 'retry' and i.phase <> 'shell'), 0::bit(1024)) as networks
      from public.incidents i
      where i.remote = part and i.release = wanted and i.created_at >= since and i.created_at <= until and not i.preview
  ), counted as (
    select coalesce(sum(p.served), 0) as served, coalesce(sum(p.live), 0) as live
      from private.page_counts p
      where p.remote = part and p.release = wanted and p.hour >= date_trunc('hour', since, 'UTC') and p.hour <= until
  )
  select json_build_object('served', c.served, 'live', c.live, 'failed', f.failed, 'recovered', f.recovered,
      'opened', private.networks_in(r.opened), 'started', private.networks_in(r.opened & r.live),
      'working', private.networks_in(r.live & r.sent), 'networks', private.networks_in((r.opened | r.live | f.networks) & r.sent),
      'reporters', private.networks_in(f.networks & r.sent), 'unproven', private.networks_in(f.networks & ~r.sent))
    from failed f, counted c, reached r;
$$;

-- From when on the networks of a release fill no more than 640 groups, a thousand networks: where nearly all groups are
-- full, shares cannot be told any more.
create function private.thousand_networks_before(part text, wanted text, at timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select greatest(coalesce(min(n.since), at - interval '10 minutes'), at - (select s.keep_incidents from private.settings s)) from (
    select n.since, bit_count(bit_or(n.opened | n.live) over (order by n.since desc)) as groups
      from private.release_networks n
      where n.remote = part and n.release = wanted and n.since <= private.ten_minutes(at) - interval '10 minutes'
  ) as n where n.groups <= 640;
$$;

create function private.unattributed_reporters(since timestamptz) returns bigint
language sql stable set search_path = '' as $$
  select count(distinct coalesce(i.reporter, -1)) from public.incidents i
    where i.created_at >= since and not i.preview and i.phase = 'shell';
$$;

-- `watched` is a list of {name, id, since, previous}, the answer that of ReadCounts, in the same order.
create function private.release_evidence(watched json, at timestamptz default now()) returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('name', w.name, 'id', w.id,
      'since', private.release_counts(w.name, w.id, w.since, release_evidence.at, private.ten_minutes(release_evidence.at)),
      'before', case when w.previous is not null then private.release_counts(w.name, w.previous,
        private.thousand_networks_before(w.name, w.previous, w.since), w.since,
        private.ten_minutes(w.since) - interval '10 minutes') end,
      'unattributed', private.unattributed_reporters(w.since),
      'dropped', (select coalesce(sum(d.reports), 0) from private.dropped_reports d
        where d.kind = 'failure' and d.hour >= date_trunc('hour', w.since, 'UTC'))) order by w.rank), '[]')
    from (
      select one.value ->> 'name' as name, one.value ->> 'id' as id, (one.value ->> 'since')::timestamptz as since,
          one.value ->> 'previous' as previous, rank
        from json_array_elements(watched) with ordinality as one (value, rank)
    ) as w;
$$;

-- How many addresses have reported failures within the day, previews apart.
create function private.reporters() returns bigint
language sql stable set search_path = '' as $$
  select count(distinct coalesce(r.address_hash, '')) from private.incident_reports r
    where r.created_at > now() - interval '1 day' and r.preview is not true and not r.retried;
$$;

-- Releases with which so many of the pages served failed, each at another address, that the owner must know.
create function private.failing_releases()
returns table (remote text, release text, failures bigint, pages bigint, last_at timestamptz)
language sql stable set search_path = '' as $$
  select f.remote, f.release, f.failures, f.pages, f.last_at
    from private.settings s, private.release_failures(private.day_start()) f
    where f.pages > 0 and (
      select count(distinct coalesce(r.address_hash, '')) from private.incident_reports r
        where r.remote = f.remote and r.release = f.release and not r.preview and not r.retried
          and r.created_at >= private.day_start()) >= greatest(s.alert_reporters, s.alert_rate * f.pages);
$$;

-- What the site's servers have to tell the owner of a watched activation: that it went back, or that somebody must
-- look.

create table private.watched_changes (
  seq     bigint not null,
  outcome text not null constraint watched_changes_outcome_ok
          check (outcome in ('returned', 'not-returned', 'unattributed', 'ambiguous', 'visits')),
  at      timestamptz not null,
  because text constraint watched_changes_because_ok check (because in ('silence', 'failures')),
  parts   json not null,
  constraint watched_changes_pkey primary key (seq, outcome)
);

comment on table private.watched_changes is
  'Changes of releases that visitors'' browsers spoke against, as each server tells; one row for each outcome, in no backup. Kept as long as incidents.';
comment on column private.watched_changes.seq is 'Number of the change in the release store.';
comment on column private.watched_changes.because is
  'silence: no page became interactive; failures: more visitors reported a failure than before; null without a return.';
comment on column private.watched_changes.parts is
  'Its parts with their counts, as PartFigures in release/core/src/watch/stored-watches.ts.';

-- Each server tells of it again and again: the first time counts.
create function private.tell_watched_change(notice json) returns void
language sql volatile set search_path = '' as $$
  insert into private.watched_changes (seq, outcome, at, because, parts)
    values ((notice ->> 'seq')::bigint, notice ->> 'outcome', (notice ->> 'at')::timestamptz, notice ->> 'because',
      notice -> 'parts')
    on conflict (seq, outcome) do nothing;
$$;

-- Concerns of a day: one for each part, and the part with most reporters first. `served` and `live` are networks, which
-- are visitors for who reads it; a notice of an earlier server has pages.
create function private.watch_concerns()
returns table (name text, detail json)
language sql stable set search_path = '' as $$
  select part.value ->> 'name', json_build_object('kind', 'watch', 'isUrgent', true, 'outcome', w.outcome,
      'because', w.because, 'remote', part.value ->> 'name', 'release', part.value ->> 'id',
      'previous', part.value ->> 'previous',
      'served', coalesce(since.counts ->> case w.because when 'silence' then 'opened' else 'networks' end,
        since.counts ->> 'served')::bigint,
      'live', coalesce(since.counts ->> 'started', since.counts ->> 'live')::bigint,
      'reporters', (since.counts ->> 'reporters')::bigint, 'at', private.iso(w.at))
    from private.watched_changes w, json_array_elements(w.parts) as part, lateral (select part.value -> 'since') as since (counts)
    where w.at between now() - interval '1 day' and now() + interval '1 hour';
$$;

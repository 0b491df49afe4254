-- What a watched activation is judged by: networks, each counted once per release and window, alike for the new release
-- and the one before it. A network is a /24 of IPv4 or a /48 of IPv6, which one customer of a provider may have. It is in
-- one of 1024 groups, other ones for each release, so that no group tells who was there. A report is evidence only where
-- the site's servers sent a page that names that release to that network.

-- The entry that names the caller; null when no header does.
create function private.caller_entry(believed text[]) returns text
language sql stable set search_path = '' as $$
  select entry from unnest(believed) with ordinality as header (name, rank),
      lateral btrim(split_part(private.request_header(header.name), ',', -1)) as entry
    where entry <> '' order by header.rank limit 1;
$$;

create or replace function private.caller_network(believed text[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  given constant text := private.caller_entry(believed);
  address constant inet := private.entry_address(given);
begin
  return case when given is null then null else coalesce(
    case family(address) when 6 then network(set_masklen(address, 64))::text else host(address) end, 'unknown') end;
end $$;

-- The first bytes of the caller's address in hexadecimal: 3 of IPv4, 6 of IPv6. The site's servers use the same.
create function private.caller_prefix(believed text[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  given constant text := private.caller_entry(believed);
  address constant inet := private.entry_address(given);
begin
  return case when given is null then null else coalesce(
    encode(substring(inet_send(address) from 5 for case family(address) when 6 then 6 else 3 end), 'hex'), 'unknown') end;
end $$;

create function private.prefix_hash(rule private.settings) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(rule.address_salt || private.caller_prefix(rule.address_headers), 'UTF8')), 'hex')
$$;

-- 0 to 1023. Without a salt, as the servers compute it.
create function private.network_group(prefix text, part text, id text) returns smallint
language plpgsql immutable set search_path = ''
as $$
declare
  digest constant bytea := sha256(convert_to(part || '@' || id || ' ' || prefix, 'UTF8'));
begin
  return (get_byte(digest, 0) & 3) << 8 | get_byte(digest, 1);
end $$;

drop table private.served_networks;
create table private.release_networks (
  since   timestamptz not null,
  remote  text not null,
  release text not null,
  sent    bit(1024) not null default 0::bit(1024),
  opened  bit(1024) not null default 0::bit(1024),
  live    bit(1024) not null default 0::bit(1024),
  constraint release_networks_pkey primary key (since, remote, release)
);

comment on table private.release_networks is
  'Groups of networks by ten minutes and release. In no backup; kept as long as incidents.';
comment on column private.release_networks.sent is
  'To which the site''s servers sent a page whose index names the release: its visitor may reach it by a link.';
comment on column private.release_networks.opened is 'To which they sent a page of the release itself.';
comment on column private.release_networks.live is 'From which browsers reported a page that became interactive.';

create function private.ten_minutes(at timestamptz) returns timestamptz
language sql immutable set search_path = ''
return date_bin('10 minutes', at, 'epoch'::timestamptz);

-- Numbers from 0 to 1023 by part and release: {"booking": {"1.0.0-ab12cd34ef": [3, 941]}}.
drop function private.add_served_networks(json);
create function private.add_served_networks(sent json, opened json) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_page_counts();
  insert into private.release_networks as n (since, remote, release, sent, opened)
    select private.ten_minutes(now()), part.key, of_part.key, bit_or(network.bit),
        coalesce(bit_or(network.bit) filter (where listed.is_opened), 0::bit(1024))
      from (values (sent, false), (opened, true)) as listed (parts, is_opened), json_each(listed.parts) as part,
        json_each(part.value) as of_part, json_array_elements_text(of_part.value) as number,
        lateral (select set_bit(0::bit(1024), number.value::integer, 1) as bit) as network
      group by part.key, of_part.key
    on conflict (since, remote, release) do update
      set sent = n.sent | excluded.sent, opened = n.opened | excluded.opened;
end $$;

-- How many networks are in so many groups, about: several may share one.
create function private.networks_in(groups bit(1024)) returns integer
language sql immutable set search_path = ''
return round(-1024 * ln(1 - least(bit_count(groups), 1023) / 1024.0));

-- The routes and scripts of a release; null when no server has told them.
alter table private.known_releases add column routes text[], add column scripts text[];
comment on column private.known_releases.routes is 'Paths of its pages. A report of another path is stored without it.';
comment on column private.known_releases.scripts is 'File names of its scripts. A report of another one is stored without it.';

-- `list`: {"booking": {"1.0.0-ab12cd34ef": {"routes": ["/booking"], "scripts": ["booking-page.js"]}}}.
create function private.describe_releases(list json) returns void
language sql security definer set search_path = '' as $$
  insert into private.known_releases as k (remote, release, routes, scripts)
    select part.key, of_part.key, array(select json_array_elements_text(of_part.value -> 'routes')),
        array(select json_array_elements_text(of_part.value -> 'scripts'))
      from json_each(list) as part, json_each(part.value) as of_part order by part.key, of_part.key
    on conflict (remote, release) do update
      set routes = excluded.routes, scripts = excluded.scripts, given_at = excluded.given_at;
$$;

-- The shell has the routes of all parts. Where no server tells routes, each is one.
create function private.has_route(part text, id text, path text) returns boolean
language sql stable set search_path = ''
return not exists (select from private.known_releases k where k.routes is not null)
  or exists (select from private.known_releases k
    where path = any (k.routes) and (part = 'shell' or (k.remote, k.release) = (part, id)));

create function private.has_script(part text, id text, file text) returns boolean
language sql stable set search_path = ''
return not exists (select from private.known_releases k where k.scripts is not null)
  or exists (select from private.known_releases k where (k.remote, k.release) = (part, id) and file = any (k.scripts));

-- Reports that were dropped because a network or all together had sent too many.
create table private.dropped_reports (
  hour    timestamptz not null,
  kind    text not null,
  reports bigint not null,
  constraint dropped_reports_pkey primary key (hour, kind)
);

comment on table private.dropped_reports is
  'Reports above a limit, by hour and kind: failure, retry, preview, unknown, live. In no backup; kept as long as incidents.';

create function private.count_dropped(what text) returns void
language sql set search_path = '' as $$
  insert into private.dropped_reports as d (hour, kind, reports) values (date_trunc('hour', now(), 'UTC'), what, 1)
    on conflict (hour, kind) do update set reports = d.reports + 1;
$$;

-- Each kind has limits of its own: reports that count nowhere must not crowd out failures.
alter table private.incident_reports add column kind text not null generated always as (
  case when remote = 'other' then 'unknown' when preview then 'preview' when retried then 'retry' else 'failure' end) stored;

create or replace function private.admit_incident() returns trigger
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

comment on table public.incidents is
  'Releases that failed in a browser, once a day for each network and release. Written by visitors, read by the owner, kept for 30 days.';
comment on column public.incidents.reporter is
  'Group of the network, as in private.release_networks. Null when no header names an address.';
comment on column public.incidents.route is
  'Path that was on screen at the first failure, without query and fragment; /* for a path that the release does not have.';

-- Pages of a network within an hour, by ten minutes: an hour that slides.
drop table private.live_reports;
create table private.live_reports (
  since        timestamptz not null,
  address_hash text not null,
  pages        integer not null,
  constraint live_reports_pkey primary key (since, address_hash)
);

comment on table private.live_reports is
  'Counts the live pages of each network, of about the last day; it is hashed, and empty when no header names it.';

create or replace function private.counted_name(at timestamptz, part text, id text, path text, out remote text,
  out release text, out route text)
language plpgsql stable set search_path = ''
as $$
declare
  rule private.settings;
  is_given boolean;
begin
  select * into strict rule from private.settings;
  is_given := exists (select from private.known_releases);
  remote := part;
  release := id;
  route := path;
  if exists (select from private.page_counts p where (p.hour, p.remote, p.release, p.route) = (at, part, id, path)) then
    return;
  end if;
  if not private.is_known(part, id, false)
    or not is_given and (select count(*) from private.page_counts p where p.hour = at) >= rule.live_names_per_hour then
    remote := 'other';
    release := 'other';
    route := '/';
  elsif not private.has_route(part, id, path)
      or (select count(*) from private.page_counts p where (p.hour, p.remote, p.release) = (at, part, id))
        >= rule.live_routes_per_hour then
    route := '*';
  end if;
end $$;

-- Above a limit a page is not counted. Its network is: it counts once, whatever it sends.
create or replace function private.count_live_page() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  at timestamptz := date_trunc('hour', now(), 'UTC');
  prefix text;
  caller text;
  mine bigint;
  total bigint;
begin
  delete from public.live_pages where true;
  -- Nobody waits for the disk: a power cut may lose a count.
  perform set_config('synchronous_commit', 'off', true);
  perform private.lock_page_counts();
  select * into strict rule from private.settings;
  prefix := private.caller_prefix(rule.address_headers);
  caller := coalesce(private.prefix_hash(rule), '');
  insert into private.release_networks as n (since, remote, release, live)
    select distinct private.ten_minutes(now()), given.part, given.id,
        set_bit(0::bit(1024), private.network_group(prefix, given.part, given.id), 1)
      from (values (new.remote, new.release), ('shell', new.shell)) as given (part, id)
      where prefix is not null and exists (
        select from private.known_releases k where (k.remote, k.release) = (given.part, given.id) and k.was_active)
    on conflict (since, remote, release) do update set live = n.live | excluded.live;

  select sum(r.pages) filter (where r.address_hash = caller), sum(r.pages) into mine, total
    from private.live_reports r where r.since > now() - interval '1 hour';
  -- A test or load run raises the limits per address for its own process only.
  if mine >= greatest(rule.live_per_address, nullif(current_setting('app.settings.per_address', true), '')::integer)
      or total >= rule.live_total_per_hour then
    perform private.count_dropped('live');
    return null;
  end if;
  insert into private.live_reports as r (since, address_hash, pages) values (private.ten_minutes(now()), caller, 1)
    on conflict (since, address_hash) do update set pages = r.pages + 1;
  insert into private.page_counts as p (hour, remote, release, route, live)
    select distinct at, counted.remote, counted.release, counted.route, 1
      from (values (new.remote, new.release), ('shell', new.shell)) as given (part, id),
        private.counted_name(at, given.part, given.id, new.route) as counted
    on conflict (hour, remote, release, route) do update set live = p.live + 1;
  return null;
end $$;

-- The evidence of one release between two moments, as ReleaseCounts in release/core/src/watch/evidence.ts. Pages count
-- by begun hours, networks by ten minutes up to those that begin at `latest`. A shell that does not start blames no
-- release: it counts in `failed` of the shell, and as unattributed.
drop function private.release_counts(text, text, timestamptz, boolean);
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

-- `watched` is a list of {name, id, since, previous}, the answer that of ReadEvidence, in the same order.
drop function private.release_evidence(json);
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

-- Concerns of a day: one for each part, and the part with most reporters first. `served` and `live` are networks, which
-- are visitors for who reads it; a notice of an earlier server has pages.
create or replace function private.watch_concerns()
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

-- As before, by network: a /48 has 65,536 addresses of the earlier measure.
create or replace function private.count_page_speed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  at timestamptz := date_trunc('hour', now(), 'UTC');
  caller text;
  mine bigint;
  total bigint;
  allowed integer;
begin
  delete from public.page_speeds where true;
  -- Nobody waits for the disk: a power cut may lose a count.
  perform set_config('synchronous_commit', 'off', true);
  perform private.lock_page_counts();
  select * into strict rule from private.settings;
  caller := coalesce(private.prefix_hash(rule), '');
  select sum(r.pages) filter (where r.address_hash = caller), sum(r.pages) filter (where r.hour = at)
    into mine, total from private.speed_reports r where r.hour > at - interval '1 day';
  -- A test or load run raises the limits per address for its own process only.
  allowed := greatest(rule.speeds_per_address, nullif(current_setting('app.settings.per_address', true), '')::integer);
  if mine >= allowed or total >= rule.speeds_total_per_hour then
    return null;
  end if;
  insert into private.speed_counts as c (hour, remote, release, route, metric, bucket, pages)
    select at, page.part, page.id, new.route, measured.metric, measured.bucket, 1
      from (values (new.remote, new.release), ('shell', new.shell)) as page (part, id),
        (values ('lcp', new.lcp), ('inp', new.inp), ('cls', new.cls), ('ttfb', new.ttfb), ('fcp', new.fcp))
          as measured (metric, bucket)
      where measured.bucket is not null and private.was_live(page.part, page.id, new.route)
    on conflict (hour, remote, release, route, metric, bucket) do update set pages = c.pages + 1;
  if found then
    insert into private.speed_reports as r (hour, address_hash, pages) values (at, caller, 1)
      on conflict (hour, address_hash) do update set pages = r.pages + 1;
  end if;
  return null;
end $$;

-- Removes what is too old and is no request: it comes again, or is of no use after so long. Nothing else removes by age,
-- so that no visitor waits for it. Returns how many incidents were removed.
create or replace function private.clean_up() returns bigint
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

revoke all on all tables in schema private from public, anon, authenticated;
revoke all on all functions in schema private from public;

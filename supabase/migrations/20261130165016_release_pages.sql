-- What is known of releases: their names, and how often their pages were sent and became interactive.
-- Counts, no row per visit and no identifier.

create table private.known_releases (
  remote     text not null,
  release    text not null,
  was_active boolean not null default true,
  given_at   timestamptz not null default now(),
  routes     text[],
  scripts    text[],
  constraint known_releases_pkey primary key (remote, release)
);

comment on table private.known_releases is
  'The site''s releases, given by each server at its start and when it serves another index entry, and kept as long as incidents. Empty where nobody gives them.';
comment on column private.known_releases.was_active is 'Visitors got it at some time. Of others, only previews are known.';
comment on column private.known_releases.routes is 'Paths of its pages. A report of another path is stored without it.';
comment on column private.known_releases.scripts is 'File names of its scripts. A report of another one is stored without it.';

-- `list` holds each part's releases that are or were active: {"booking": ["1.0.0-ab12cd34ef"]}, `published` those that
-- a preview can show. Names are added: the list of a server that is behind must not remove those of another. In one
-- order, so that servers which write at once wait for each other and never in a circle.
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

-- Whether the site has such a release. Where nobody gives the names, each counts as known.
create function private.is_known(part text, id text, in_preview boolean) returns boolean
language sql stable set search_path = ''
return exists (select from private.known_releases k where k.remote = part and k.release = id and (k.was_active or in_preview))
  or not exists (select from private.known_releases);

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

-- What a watched activation is judged by: networks, each counted once per release and window, alike for the new release
-- and the one before it. A network is a /24 of IPv4 or a /48 of IPv6, which one customer of a provider may have. It is
-- in one of 1024 groups, other ones for each release, so that no group tells who was there. A report is evidence only
-- where the site's servers sent a page that names that release to that network.

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

-- 0 to 1023. Without a salt, as the servers compute it.
create function private.network_group(prefix text, part text, id text) returns smallint
language plpgsql immutable set search_path = ''
as $$
declare
  digest constant bytea := sha256(convert_to(part || '@' || id || ' ' || prefix, 'UTF8'));
begin
  return (get_byte(digest, 0) & 3) << 8 | get_byte(digest, 1);
end $$;

create function private.ten_minutes(at timestamptz) returns timestamptz
language sql immutable set search_path = ''
return date_bin('10 minutes', at, 'epoch'::timestamptz);

-- Numbers from 0 to 1023 by part and release: {"booking": {"1.0.0-ab12cd34ef": [3, 941]}}.
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

-- Pages of each release: how many the site's servers sent, and how many became interactive in a browser. Counts by
-- hour, no row per visit and no identifier. Rule: the public key may add one page at a time; it may never read or
-- change any.

create table private.page_counts (
  hour    timestamptz not null,
  remote  text not null,
  release text not null,
  route   text not null,
  served  bigint not null default 0,
  live    bigint not null default 0,
  constraint page_counts_pkey primary key (hour, remote, release, route)
);

comment on table private.page_counts is
  'HTML pages by hour, release and route, for the shell and for the part of the page. Kept as long as incidents.';
comment on column private.page_counts.served is
  'Sent by the site''s servers; any number of them add to it. Always 0 where nobody counts.';
comment on column private.page_counts.live is 'Became interactive with the release, as browsers report it once per page.';

create table private.page_months (
  month  date primary key,
  served bigint not null
);

comment on table private.page_months is
  'Pages of the public site that its servers sent, by month in Paris: one row a month, for the owner''s figures.';

-- Counts of one hour are written one after the other: rows in another order would wait for each other in a circle.
create function private.lock_page_counts() returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('private.page_counts', 0));
$$;

-- `counts` holds pages by part, release and route: {"booking": {"1.0.0-ab12cd34ef": {"/booking": 12}}}.
create function private.add_served_pages(counts json) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_page_counts();
  insert into private.page_counts as p (hour, remote, release, route, served)
    select date_trunc('hour', now(), 'UTC'), part.key, of_part.key, of_release.key, of_release.value::bigint
      from json_each(counts) as part, json_each(part.value) as of_part, json_each_text(of_part.value) as of_release
    on conflict (hour, remote, release, route) do update set served = p.served + excluded.served;
  -- Each page has a shell. The owner's own visits are none of the site's.
  insert into private.page_months as m (month, served)
    select date_trunc('month', private.paris_day(now())::timestamp)::date, sum(of_route.value::bigint)
      from json_each(counts -> 'shell') as of_release, json_each_text(of_release.value) as of_route
      where of_route.key <> '/espace' having sum(of_route.value::bigint) > 0
    on conflict (month) do update set served = m.served + excluded.served;
end $$;

-- What browsers add. Each row is counted and removed at once: a table, so that its checks apply before that.
create unlogged table public.live_pages (
  shell   text not null constraint live_pages_shell_ok   check (shell ~ '^[0-9A-Za-z.-]{1,80}$'),
  remote  text not null constraint live_pages_remote_ok  check (remote ~ '^[a-z][a-z0-9-]{0,39}$' and remote <> 'shell'),
  release text not null constraint live_pages_release_ok check (release ~ '^[0-9A-Za-z.-]{1,80}$'),
  route   text not null constraint live_pages_route_ok   check (route ~
    '^/[^?#\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]{0,199}$')
);

comment on table public.live_pages is
  'Pages that became interactive, as browsers report them. A trigger adds each to private.page_counts and removes it.';
comment on column public.live_pages.shell is 'Release of the shell on the page.';
comment on column public.live_pages.release is 'Release of the page''s part that runs: the previous one after a failure.';
comment on column public.live_pages.route is 'Path of the route, without query and fragment.';

-- Pages of a network within an hour, by ten minutes: an hour that slides.
create table private.live_reports (
  since        timestamptz not null,
  address_hash text not null,
  pages        integer not null,
  constraint live_reports_pkey primary key (since, address_hash)
);

comment on table private.live_reports is
  'Counts the live pages of each network, of about the last day; it is hashed, and empty when no header names it.';

-- The name under which a page is counted. Names and routes that nobody has given are limited, so that a forger cannot
-- fill the table; a known release keeps its own name, so that a forger cannot hide its pages either.
create function private.counted_name(at timestamptz, part text, id text, path text, out remote text,
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

-- What exceeds a limit is dropped, never refused: a browser can do nothing with a refusal. Above one, a page is not
-- counted. Its network is: it counts once, whatever it sends.
create function private.count_live_page() returns trigger
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
create trigger count after insert on public.live_pages
  for each row execute function private.count_live_page();

alter table public.live_pages enable row level security;
revoke all on public.live_pages from public, anon, authenticated;
grant insert (shell, remote, release, route) on public.live_pages to anon;
create policy live_pages_add on public.live_pages for insert to anon with check (true);

-- Requests that came with each release, without spam. Counts stop at 10,001 in each table: an index holds them.

create function private.count_release_requests(part text, wanted text) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  found bigint;
begin
  -- Two statements, so that each is planned for the one index that it needs.
  if part = 'shell' then
    select (select count(*) from (select from public.contacts c
          where c.shell = wanted and not (c.is_spam or c.unwanted) limit 10001) as counted)
      + (select count(*) from (select from public.reservations r
          where r.shell = wanted and not (r.is_spam or r.unwanted) limit 10001) as counted) into found;
  else
    select (select count(*) from (select from public.contacts c
          where c.release = wanted and not (c.is_spam or c.unwanted) limit 10001) as counted)
      + (select count(*) from (select from public.reservations r
          where r.release = wanted and not (r.is_spam or r.unwanted) limit 10001) as counted) into found;
  end if;
  return least(found, 10001);
end $$;

-- `wanted` is a list of {name, id}; the answer has the same order and {name, id, requests}, 10,001 for more than
-- 10,000.
create function private.release_requests(wanted json) returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('name', one.value ->> 'name', 'id', one.value ->> 'id',
      'requests', private.count_release_requests(one.value ->> 'name', one.value ->> 'id')) order by at), '[]')
    from json_array_elements(wanted) with ordinality as one (value, at);
$$;

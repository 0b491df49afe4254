-- Pages of each release: how many the site's servers sent, and how many became interactive in a browser. Counts by hour,
-- no row per visit and no identifier. Rule: the public key may add one page at a time; it may never read or change any.

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

create table private.live_reports (
  hour         timestamptz not null,
  address_hash text not null,
  pages        integer not null,
  constraint live_reports_pkey primary key (hour, address_hash)
);

comment on table private.live_reports is
  'Counts the live pages of each address, of about the last day; the address is hashed, and empty when no header names it.';

-- The name under which a page is counted. Names and routes that nobody has given are limited, so that a forger cannot
-- fill the table; a known release keeps its own name, so that a forger cannot hide its pages either.
create function private.counted_name(at timestamptz, part text, id text, path text, out remote text, out release text,
  out route text)
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
  elsif (select count(*) from private.page_counts p where (p.hour, p.remote, p.release) = (at, part, id))
      >= rule.live_routes_per_hour then
    route := '*';
  end if;
end $$;

-- What exceeds a limit is dropped, never refused: a browser can do nothing with a refusal.
create function private.count_live_page() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  at timestamptz := date_trunc('hour', now(), 'UTC');
  allowed integer;
begin
  delete from public.live_pages where true;
  -- Nobody waits for the disk: a power cut may lose a count.
  perform set_config('synchronous_commit', 'off', true);
  perform private.lock_page_counts();
  select * into strict rule from private.settings;
  -- A test or load run raises the limits per address for its own process only.
  allowed := greatest(rule.live_per_address, nullif(current_setting('app.settings.per_address', true), '')::integer);
  if (select sum(r.pages) from private.live_reports r where r.hour = at) >= rule.live_total_per_hour then
    return null;
  end if;
  insert into private.live_reports as r (hour, address_hash, pages)
    values (at, coalesce(private.caller_hash(rule), ''), 1)
    on conflict (hour, address_hash) do update set pages = r.pages + 1 where r.pages < allowed;
  if not found then
    return null;
  end if;
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

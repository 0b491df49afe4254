-- How fast pages are for visitors who accepted in the cookie banner. Counts by hour, no row per visit and no
-- identifier. Rule: the public key may add one page at a time; it may never read or change any.

create table private.speed_counts (
  hour    timestamptz not null,
  remote  text not null,
  release text not null,
  route   text not null,
  metric  text not null,
  bucket  integer not null,
  pages   bigint not null,
  constraint speed_counts_pkey primary key (hour, remote, release, route, metric, bucket)
);

comment on table private.speed_counts is
  'Pages by hour, release, route, metric and bucket, for the shell and for the part of the page. Kept as long as incidents.';
comment on column private.speed_counts.bucket is
  'From 0 on, the fastest first. Its edges are in contract/src/page-speed.ts and never change: older releases send it too.';

-- What browsers add. Each row is counted and removed at once: a table, so that its checks apply before that.
create unlogged table public.page_speeds (
  shell   text not null constraint page_speeds_shell_ok   check (shell ~ '^[0-9A-Za-z.-]{1,80}$'),
  remote  text not null constraint page_speeds_remote_ok  check (remote ~ '^[a-z][a-z0-9-]{0,39}$' and remote <> 'shell'),
  release text not null constraint page_speeds_release_ok check (release ~ '^[0-9A-Za-z.-]{1,80}$'),
  route   text not null constraint page_speeds_route_ok   check (route ~
    '^/[^?#\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]{0,199}$'),
  lcp     integer constraint page_speeds_lcp_ok  check (lcp between 0 and 11),
  inp     integer constraint page_speeds_inp_ok  check (inp between 0 and 11),
  cls     integer constraint page_speeds_cls_ok  check (cls between 0 and 11),
  ttfb    integer constraint page_speeds_ttfb_ok check (ttfb between 0 and 11),
  fcp     integer constraint page_speeds_fcp_ok  check (fcp between 0 and 11)
);

comment on table public.page_speeds is
  'Speed of pages, as browsers report it with consent. A trigger adds each to private.speed_counts and removes it.';
comment on column public.page_speeds.release is 'Release of the page''s part that runs: the previous one after a failure.';
comment on column public.page_speeds.lcp is 'Bucket of the metric, as are the following; null when the browser does not measure it.';

create table private.speed_reports (
  hour         timestamptz not null,
  address_hash text not null,
  pages        integer not null,
  constraint speed_reports_pkey primary key (hour, address_hash)
);

comment on table private.speed_reports is
  'Counts the pages of each address whose speed was counted, of about the last day; the address is hashed, and empty when no header names it.';

-- Whether the page was live with the release within a day. Names of live pages are limited, and those of unknown
-- releases are not kept: neither can then fill the table of speeds.
create function private.was_live(part text, id text, path text) returns boolean
language sql stable set search_path = ''
return exists (
  select from private.page_counts p
    where p.hour = any (array(select generate_series(
        date_trunc('hour', now(), 'UTC') - interval '23 hours', date_trunc('hour', now(), 'UTC'), interval '1 hour')))
      and p.remote = part and p.release = id and p.route = path and p.live > 0);

-- What exceeds a limit is dropped, never refused: a browser can do nothing with a refusal. A limit counts networks: a
-- /48 has 65,536 of the addresses by which submissions are counted.
create function private.count_page_speed() returns trigger
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
create trigger count after insert on public.page_speeds
  for each row execute function private.count_page_speed();

alter table public.page_speeds enable row level security;
revoke all on public.page_speeds from public, anon, authenticated;
grant insert (shell, remote, release, route, lcp, inp, cls, ttfb, fcp) on public.page_speeds to anon;
create policy page_speeds_add on public.page_speeds for insert to anon with check (true);

-- Pages of each release and route by bucket, within the days that are kept.
create function private.release_speeds()
returns table (remote text, release text, route text, metric text, bucket integer, pages bigint)
language sql stable set search_path = '' as $$
  select c.remote, c.release, c.route, c.metric, c.bucket, sum(c.pages)::bigint
    from private.speed_counts c
    group by c.remote, c.release, c.route, c.metric, c.bucket;
$$;

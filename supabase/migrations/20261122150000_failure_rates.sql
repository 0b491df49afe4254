-- Failures as a rate of the pages served. One address counts once a day for a release, so that forging takes many
-- addresses; an alert needs several addresses and a rate. Previews are counted apart.

alter table public.incidents
  drop constraint incidents_phase_ok,
  add constraint incidents_phase_ok check (phase in ('entry', 'page', 'render', 'runtime', 'shell')),
  add column preview boolean not null default false;
grant insert (preview) on public.incidents to anon;

comment on table public.incidents is
  'Releases that failed in a browser, once a day for each address and release. Written by visitors, read by the owner, kept for 30 days.';
comment on column public.incidents.phase is
  'What failed: the script of the entry, the module of the page, its rendering, its handlers and timers, or the shell itself.';
comment on column public.incidents.route is 'Path that was on screen at the first failure, without query and fragment.';
comment on column public.incidents.preview is 'Whether the page was a preview: it counts in no rate and causes no alert.';

alter table private.incident_reports
  add column remote  text,
  add column release text,
  add column preview boolean;
create index incident_reports_by_release on private.incident_reports (remote, release, address_hash);

comment on column private.incident_reports.remote is 'Part that failed; null for reports of before this column.';
comment on column private.incident_reports.release is 'Its release.';
comment on column private.incident_reports.preview is 'Whether the page was a preview.';

alter table private.known_releases add column was_active boolean not null default true;

comment on table private.known_releases is
  'The site''s releases, given by the site at its start and when it serves another index entry. Empty where nobody gives them.';
comment on column private.known_releases.was_active is 'Visitors got it at some time. Of others, only previews are known.';

alter table private.settings
  add column alert_rate                numeric not null default 0.05,
  add column alert_reporters_uncounted integer not null default 10;

comment on column private.settings.alert_reporters is
  'Addresses that report failures of one release within a day, from which on the owner gets an alert.';
comment on column private.settings.alert_rate is
  'Share of the pages served with a release that as many addresses must reach for an alert.';
comment on column private.settings.alert_reporters_uncounted is
  'Addresses that report failures within a day, from which on the owner gets an alert where nobody counts pages.';

-- ───────────────────────── pages served ─────────────────────────

create table private.served_pages (
  hour    timestamptz not null,
  remote  text not null,
  release text not null,
  pages   bigint not null,
  constraint served_pages_pkey primary key (hour, remote, release)
);
revoke all on private.served_pages from public, anon, authenticated;

comment on table private.served_pages is
  'HTML pages served with a release, by hour; any number of servers add to it. Kept as long as incidents, empty where nobody counts.';
comment on column private.served_pages.hour is 'Begin of the hour.';
comment on column private.served_pages.remote is 'Name of a part of the site.';
comment on column private.served_pages.release is 'Id of its release that the pages ran.';
comment on column private.served_pages.pages is 'How many pages were opened.';

-- `counts` holds pages by part and release: {"booking": {"1.0.0-ab12cd34ef": 12}}.
create function private.add_served_pages(counts json) returns void
language sql security definer set search_path = ''
begin atomic
  delete from private.served_pages p using private.settings s where p.hour < now() - s.keep_incidents;
  insert into private.served_pages as p (hour, remote, release, pages)
    select date_trunc('hour', now(), 'UTC'), part.key, count.key, count.value::bigint
      from json_each(counts) as part, json_each_text(part.value) as count
    on conflict (hour, remote, release) do update set pages = p.pages + excluded.pages;
end;

-- The last 24 begun hours: pages are counted by the hour.
create function private.day_start() returns timestamptz
language sql stable set search_path = ''
return date_trunc('hour', now(), 'UTC') - interval '23 hours';

-- Failures and pages of each release since a full hour, without previews.
create function private.release_failures(since timestamptz)
returns table (remote text, release text, failures bigint, pages bigint, last_at timestamptz)
language sql stable set search_path = ''
begin atomic
  with failed as (
    select i.remote, i.release, count(*) as failures, max(i.created_at) as last_at
      from public.incidents i where i.created_at >= since and not i.preview group by i.remote, i.release
  ), served as (
    select p.remote, p.release, sum(p.pages)::bigint as pages
      from private.served_pages p where p.hour >= since group by p.remote, p.release
  )
  select remote, release, coalesce(f.failures, 0), coalesce(s.pages, 0), f.last_at
    from failed f full join served s using (remote, release);
end;

-- ───────────────────────── reports ─────────────────────────

drop function private.set_known_releases(json);

-- `list` holds each part's releases that are or were active: {"booking": ["1.0.0-ab12cd34ef"]}, `published` those that
-- a preview can show. Both replace the lists before.
create function private.set_known_releases(list json, published json default '{}') returns void
language sql security definer set search_path = ''
begin atomic
  delete from private.known_releases;
  insert into private.known_releases (remote, release, was_active)
    select part.key, id, true from json_each(list) as part, json_array_elements_text(part.value) as id
    on conflict do nothing;
  insert into private.known_releases (remote, release, was_active)
    select part.key, id, false from json_each(published) as part, json_array_elements_text(part.value) as id
    on conflict do nothing;
end;

create or replace function private.admit_incident() returns trigger
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
  delete from public.incidents where created_at < now() - interval '30 days';
  delete from private.incident_reports where created_at <= now() - rule.keep_addresses;
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
               and r.address_hash is not distinct from caller) then
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

-- ───────────────────────── alerts ─────────────────────────

-- How many addresses have reported failures within the day, previews apart.
create or replace function private.reporters() returns bigint
language sql stable set search_path = ''
begin atomic
  select count(distinct coalesce(r.address_hash, '')) from private.incident_reports r
    where r.created_at > now() - interval '1 day' and r.preview is not true;
end;

-- Releases with which so many of the pages served failed, each at another address, that the owner must know.
create function private.failing_releases() returns table (remote text, release text, last_at timestamptz)
language sql stable set search_path = ''
begin atomic
  select f.remote, f.release, f.last_at
    from private.settings s, private.release_failures(private.day_start()) f
    where f.pages > 0 and (
      select count(distinct coalesce(r.address_hash, '')) from private.incident_reports r
        where r.remote = f.remote and r.release = f.release and not r.preview
          and r.created_at >= private.day_start()) >= greatest(s.alert_reporters, s.alert_rate * f.pages);
end;

-- Incidents by names that the site has given; without its list, only how many there were.
create or replace function private.alert_detail() returns json
language sql stable set search_path = ''
begin atomic
  with incident as (
    select coalesce(k.remote, 'other') as remote, coalesce(k.release, 'other') as release, i.created_at
      from public.incidents i
        left join private.known_releases k on k.remote = i.remote and k.release = i.release and k.was_active
      where i.created_at >= private.day_start() and not i.preview
  ), served as (
    select f.remote, f.release, nullif(f.pages, 0) as pages from private.release_failures(private.day_start()) f
  ), unsent as (
    select o.* from private.outbox o
      where o.kind <> 'alert' and o.digest_id is null and o.sent_at is null and o.last_error is not null
  )
  select json_build_object(
      'unsent', (select count(*) from unsent),
      'oldestUnsentAt', (select private.iso(min(u.created_at)) from unsent u),
      'lastError', (select u.last_error from unsent u order by u.id desc limit 1),
      'incidents', (
        select coalesce(json_agg(part order by part.count desc, part.remote, part.release), '[]') from (
          select i.remote, i.release, count(*), max(s.pages) as pages, private.iso(max(i.created_at)) as "lastAt"
            from incident i left join served s on s.remote = i.remote and s.release = i.release
            where exists (select from private.known_releases)
            group by i.remote, i.release) as part),
      'incidentCount', (select count(*) from incident),
      'reporters', private.reporters())
    where exists (select from unsent) or exists (select from incident);
end;

drop function private.queue_alert(integer);

-- At most one alert in an hour, and none while one is still waiting to be sent. A visitor's broken browser is no failure
-- of the site: several addresses must have reported one release within the day, and as many as a share of the pages
-- served with it. Where nobody counts pages there is no share, and more addresses are needed.
create function private.queue_alert(counts_pages boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  last_alert timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.queue_alert', 0));
  select coalesce(max(o.created_at), '-infinity') into last_alert from private.outbox o where o.kind = 'alert';
  insert into private.outbox (kind)
    select 'alert' from private.settings s
    where not exists (select from private.outbox o
                      where o.kind = 'alert'
                        and (o.sent_at is null and o.given_up_at is null
                          or greatest(o.created_at, o.sent_at, o.given_up_at) > now() - interval '1 hour'))
      and ((select count(*) from private.outbox o
            where o.kind <> 'alert' and o.digest_id is null and o.sent_at is null and o.last_error is not null
              and coalesce(o.given_up_at, 'infinity') > now() - interval '1 hour') >= s.alert_unsent
        or counts_pages and exists (select from private.failing_releases() f where f.last_at > last_alert)
        or not counts_pages and private.reporters() >= s.alert_reporters_uncounted
          and exists (select from public.incidents i
                      where i.created_at > last_alert and i.created_at > now() - interval '1 day' and not i.preview));
end $$;

revoke all on function private.add_served_pages(json), private.day_start(), private.release_failures(timestamptz),
  private.set_known_releases(json, json), private.failing_releases(), private.queue_alert(boolean)
  from public, anon, authenticated;
grant execute on function private.add_served_pages(json), private.set_known_releases(json, json),
  private.queue_alert(boolean) to service_role;

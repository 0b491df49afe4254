-- Failures as a rate of the pages served: an alert needs several addresses and a rate. Previews are counted apart.

-- The last 24 begun hours: pages are counted by the hour.
create function private.day_start() returns timestamptz
language sql stable set search_path = ''
return date_trunc('hour', now(), 'UTC') - interval '23 hours';

-- Failures and pages of each release since a full hour, without previews.
create function private.release_failures(since timestamptz)
returns table (remote text, release text, failures bigint, pages bigint, last_at timestamptz)
language sql stable set search_path = '' as $$
  with failed as (
    select i.remote, i.release, count(*) as failures, max(i.created_at) as last_at
      from public.incidents i where i.created_at >= since and not i.preview group by i.remote, i.release
  ), served as (
    select p.remote, p.release, sum(p.pages)::bigint as pages
      from private.served_pages p where p.hour >= since group by p.remote, p.release
  )
  select remote, release, coalesce(f.failures, 0), coalesce(s.pages, 0), f.last_at
    from failed f full join served s using (remote, release);
$$;

-- How many addresses have reported failures within the day, previews apart.
create function private.reporters() returns bigint
language sql stable set search_path = '' as $$
  select count(distinct coalesce(r.address_hash, '')) from private.incident_reports r
    where r.created_at > now() - interval '1 day' and r.preview is not true;
$$;

-- Releases with which so many of the pages served failed, each at another address, that the owner must know.
create function private.failing_releases() returns table (remote text, release text, last_at timestamptz)
language sql stable set search_path = '' as $$
  select f.remote, f.release, f.last_at
    from private.settings s, private.release_failures(private.day_start()) f
    where f.pages > 0 and (
      select count(distinct coalesce(r.address_hash, '')) from private.incident_reports r
        where r.remote = f.remote and r.release = f.release and not r.preview
          and r.created_at >= private.day_start()) >= greatest(s.alert_reporters, s.alert_rate * f.pages);
$$;

-- Incidents by names that the site has given; without its list, only how many there were.
create function private.alert_detail() returns json
language sql stable set search_path = '' as $$
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
$$;

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
grant execute on function private.queue_alert(boolean) to service_role;

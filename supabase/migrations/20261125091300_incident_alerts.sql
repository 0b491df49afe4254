-- Failures as a rate of the pages served: a mail needs several addresses and a rate. Previews are counted apart.

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
create function private.failing_releases()
returns table (remote text, release text, failures bigint, pages bigint, last_at timestamptz)
language sql stable set search_path = '' as $$
  select f.remote, f.release, f.failures, f.pages, f.last_at
    from private.settings s, private.release_failures(private.day_start()) f
    where f.pages > 0 and (
      select count(distinct coalesce(r.address_hash, '')) from private.incident_reports r
        where r.remote = f.remote and r.release = f.release and not r.preview
          and r.created_at >= private.day_start()) >= greatest(s.alert_reporters, s.alert_rate * f.pages);
$$;

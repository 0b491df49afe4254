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

-- The evidence of one release, as ReleaseCounts in release/core/src/watch/evidence.ts. Pages count from the begun hour
-- on. A shell that does not start blames no release: it counts in `failed` of the shell, and as unattributed.
-- By day, a network that comes back for 30 days counts each day, as its pages do: compared with three days, in which it
-- counts once, that never makes the new release look worse.
create function private.release_counts(part text, wanted text, since timestamptz, by_day boolean default false) returns json
language sql stable set search_path = '' as $$
  with failed as (
    select count(*) filter (where i.mended is null) as failed, count(i.mended) as recovered,
        count(distinct coalesce(i.reporter, -1)) filter (where i.mended is distinct from 'retry' and i.phase <> 'shell')
          as reporters,
        count(*) filter (where i.mended is distinct from 'retry' and i.phase <> 'shell') as daily_reporters
      from public.incidents i
      where i.remote = part and i.release = wanted and i.created_at >= since and not i.preview
  ), counted as (
    select coalesce(sum(p.served), 0) as served, coalesce(sum(p.live), 0) as live
      from private.page_counts p
      where p.remote = part and p.release = wanted and p.hour >= date_trunc('hour', since, 'UTC')
  ), reached as (
    select coalesce(bit_count(bit_or(n.networks)), 0) as networks
      from private.served_networks n
      where n.remote = part and n.release = wanted and n.hour >= date_trunc('hour', since, 'UTC')
  )
  select json_build_object('served', c.served, 'live', c.live, 'failed', f.failed, 'recovered', f.recovered,
      'reporters', case when by_day then f.daily_reporters else f.reporters end, 'networks', r.networks)
    from failed f, counted c, reached r;
$$;

create function private.unattributed_reporters(since timestamptz) returns bigint
language sql stable set search_path = '' as $$
  select count(distinct coalesce(i.reporter, -1)) from public.incidents i
    where i.created_at >= since and not i.preview and i.phase = 'shell';
$$;

-- `watched` is a list of {name, id, since, previous}, the answer that of ReadEvidence, in the same order.
create function private.release_evidence(watched json) returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('name', w.name, 'id', w.id,
      'since', private.release_counts(w.name, w.id, w.since),
      'before', case when w.previous is not null
        then private.release_counts(w.name, w.previous, now() - (select s.keep_incidents from private.settings s), true) end,
      'unattributed', private.unattributed_reporters(w.since)) order by w.at), '[]')
    from (
      select one.value ->> 'name' as name, one.value ->> 'id' as id, (one.value ->> 'since')::timestamptz as since,
          one.value ->> 'previous' as previous, at
        from json_array_elements(watched) with ordinality as one (value, at)
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

-- How long personal data are kept. Called every hour, by pg_cron or by the local worker. Retention that was held
-- resumes by itself: a clock that is ahead by a month removes requests a month early, which harms nobody; only a longer
-- gap between two runs looks like a wrong clock.

create table private.retention_state (
  only_row    boolean primary key default true check (only_row),
  last_run_at timestamptz,
  held_at     timestamptz,
  held_reason text constraint retention_state_reason_ok check (held_reason in ('share', 'clock')),
  looked_at   timestamptz,
  seen_at     timestamptz
);
insert into private.retention_state default values;

comment on table private.retention_state is 'When retention last ran, and why its next run waits for the owner; one row.';
comment on column private.retention_state.last_run_at is 'When it last ran to its end: nothing was due any more.';
comment on column private.retention_state.held_at is 'Since when a run waits to be confirmed; null when none does.';
comment on column private.retention_state.held_reason is
  'share: it would remove more than a tenth of all requests, and more than ten; clock: the clock is in doubt.';
comment on column private.retention_state.looked_at is 'When a worker last applied retention, also when the run was held.';
comment on column private.retention_state.seen_at is
  'When it was last applied, also when the run was held; null before the first time and after a restore.';

-- Requests of the persons whose last contact was before this time: their latest request, or the latest day booked.
-- Planned for each call: mostly few requests are as old.
create function private.requests_last_heard_of(before timestamptz) returns table (id uuid, created_at timestamptz)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return query select old.id, old.created_at from (
      select c.id, c.created_at, lower(c.email) as address from public.contacts c where c.created_at < before
      union all
      select r.id, r.created_at, lower(r.email) from public.reservations r where r.created_at < before) as old
    where not exists (select from public.contacts c where lower(c.email) = old.address and c.created_at >= before)
      and not exists (
        select from public.reservations r where lower(r.email) = old.address and (r.created_at >= before or exists (
          select from public.reservation_dates d
            where d.reservation_id = r.id and d.date::timestamp at time zone 'Europe/Paris' >= before)));
end $$;

-- Requests that are due for removal, and all there are, about.
create function private.due_requests(out due bigint, out total bigint)
language sql stable set search_path = '' as $$
  select (select count(*) from private.settings s, private.requests_last_heard_of(now() - s.keep_requests)), private.count_all()
$$;

-- `resumesAt`: when it goes on without the owner.
create function private.held_retention() returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object('requests', d.due, 'total', d.total, 'reason', t.held_reason,
      'since', private.iso(t.held_at), 'lastRunAt', private.iso(t.last_run_at),
      'resumesAt', private.iso(
        case t.held_reason when 'clock' then t.held_at + s.retention_wait else t.last_run_at + interval '1 day' end))
    from private.retention_state t, private.settings s, private.due_requests() d where t.held_at is not null
$$;

-- Removes what is too old and is no request: it comes again, or is of no use after so long. Nothing else removes by
-- age, so that no visitor waits for it. Returns how many incidents were removed.
create function private.clean_up() returns bigint
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

-- Removes at most ten requests or a tenth, the oldest first; the rest an hour later. It is held for `retention_wait`
-- when the clock is in doubt, and for a day when more is due at once. `confirmed` removes everything that is due.
create function private.apply_retention(confirmed boolean default false) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  state private.retention_state;
  due bigint;
  total bigint;
  most bigint;
  doubted_since timestamptz;
  reason text;
  requests bigint;
  mails bigint;
  incidents bigint;
begin
  select * into strict rule from private.settings;
  select * into strict state from private.retention_state for update;
  select d.due, d.total into due, total from private.due_requests() d;
  most := greatest(10, total / 10);
  -- A time in the future comes from a clock that was wrong and has been corrected.
  doubted_since := case
    when state.seen_at is null or now() - state.seen_at > rule.retention_gap then now()
    when state.held_reason = 'clock' and state.held_at <= now() then state.held_at end;
  reason := case
    when due = 0 or confirmed then null
    when now() < doubted_since + rule.retention_wait then 'clock'
    when due > most and state.last_run_at between now() - interval '1 day' and now() + interval '1 hour' then 'share' end;
  if reason is not null then
    update private.retention_state set held_reason = reason,
      held_at = case reason when 'clock' then doubted_since else least(state.held_at, now()) end where true;
  else
    with oldest as materialized (
      select request.id from private.requests_last_heard_of(now() - rule.keep_requests) as request
        order by request.created_at, request.id limit case when not confirmed then most end
    ), contacts as (
      delete from public.contacts c using oldest where c.id = oldest.id returning c.id
    ), reservations as (
      delete from public.reservations r using oldest where r.id = oldest.id returning r.id
    ), gone as (
      select * from contacts union all select * from reservations
    ), told as (
      delete from private.outbox o using gone where o.ref = gone.id returning o.id
    ), erased as (
      -- Confirmed in the owner's space, where no file can be removed.
      insert into private.erased_requests (ref) select gone.id from gone where confirmed
    )
    select (select count(*) from gone), (select count(*) from told) into requests, mails;
    update private.retention_state set held_at = null, held_reason = null,
      last_run_at = case when requests = due then now() else state.last_run_at end where true;
  end if;
  update private.retention_state set seen_at = now() where true;

  incidents := private.clean_up();
  return json_build_object(
    'removed', json_build_object('requests', coalesce(requests, 0), 'mails', coalesce(mails, 0), 'incidents', incidents),
    'held', private.held_retention(),
    'keptSince', private.iso(now() - rule.keep_requests));
end $$;

-- Runs what is held; null when nothing is. `seen` is the number of requests that the owner saw; null: whatever it is.
create function private.confirm_retention(seen bigint default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from private.retention_state t where t.held_at is not null for update;
  if not found then
    return null;
  end if;
  if seen <> (select d.due from private.due_requests() d) then
    perform private.refuse(409, 'CHANGED_SINCE', 'Another number of requests is due', private.held_retention()::text);
  end if;
  return private.apply_retention(true);
end $$;

create function public.owner_confirm_retention(requests integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  run json;
begin
  perform private.require_owner();
  if requests is null then
    perform private.refuse(400, '22023', 'Name the number of requests');
  end if;
  run := private.confirm_retention(requests);
  if run is null then
    perform private.refuse_action('No removal waits for a confirmation', 'no-removal');
  end if;
  return run -> 'removed';
end $$;

-- Applies retention once an hour, whatever the number of workers; null when it is not due or another worker is at it. A
-- time in the future comes from a clock that was wrong.
create function private.apply_due_retention() returns json
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.retention_state t
    where (t.looked_at between now() - interval '1 hour' and now() + interval '1 hour') is not true for update skip locked;
  if not found then
    return null;
  end if;
  update private.retention_state set looked_at = now() where true;
  return private.apply_retention();
end $$;

-- What each machine needs for its own mail files. Null while a run waits for the owner.
create function private.kept_since() returns text
language sql stable set search_path = '' as $$
  select private.iso(now() - s.keep_requests) from private.settings s, private.retention_state t where t.held_at is null;
$$;

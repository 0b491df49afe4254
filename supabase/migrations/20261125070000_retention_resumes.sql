-- Retention that was held resumes by itself. A clock that is ahead by a month removes requests a month early, which harms
-- nobody: only a longer gap between two runs looks like a wrong clock.

alter table private.settings
  add column retention_gap  interval not null default '30 days',
  add column retention_wait interval not null default '7 days';
comment on column private.settings.retention_gap is 'Time without a run from which on the clock is in doubt.';
comment on column private.settings.retention_wait is
  'How long a doubtful clock must run, and the owner has to object, before retention resumes.';

alter table private.retention_state add column seen_at timestamptz;
update private.retention_state set seen_at = last_run_at;
comment on column private.retention_state.seen_at is
  'When it was last applied, also when the run was held; null before the first time and after a restore.';
comment on column private.retention_state.last_run_at is 'When it last ran to its end: nothing was due any more.';
comment on column private.retention_state.held_reason is
  'share: it would remove more than a tenth of all requests, and more than ten; clock: the clock is in doubt.';

-- `resumesAt`: when it goes on without the owner.
create or replace function private.held_retention() returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object('requests', d.due, 'total', d.total, 'reason', t.held_reason,
      'since', private.iso(t.held_at), 'lastRunAt', private.iso(t.last_run_at),
      'resumesAt', private.iso(
        case t.held_reason when 'clock' then t.held_at + s.retention_wait else t.last_run_at + interval '1 day' end))
    from private.retention_state t, private.settings s, private.due_requests() d where t.held_at is not null
$$;

-- Removes at most ten requests or a tenth, the oldest first; the rest an hour later. It is held for `retention_wait` when
-- the clock is in doubt, and for a day when more is due at once. `confirmed` removes everything that is due.
create or replace function private.apply_retention(confirmed boolean default false) returns json
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
    if state.held_at is null then
      insert into private.outbox (kind) values ('retention');
    end if;
    update private.retention_state set held_reason = reason,
      held_at = case reason when 'clock' then doubted_since else least(state.held_at, now()) end where true;
  else
    with over as materialized (
      select l.address from private.last_contacts() l where l.last_contact < now() - rule.keep_requests
    ), oldest as materialized (
      select request.id from (
          select c.id, c.created_at from public.contacts c join over on lower(c.email) = over.address
          union all
          select r.id, r.created_at from public.reservations r join over on lower(r.email) = over.address) as request
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

  -- None of these is a request: they come again, or are of no use after so long.
  delete from private.outbox o where o.sent_at < now() - rule.keep_sent_mail;
  delete from private.outbox o where o.ref is null and o.given_up_at < now() - rule.keep_sent_mail;
  delete from private.submissions s where s.created_at < now() - rule.keep_addresses;
  delete from private.incident_reports r where r.created_at < now() - rule.keep_addresses;
  delete from private.spent_challenges s where s.expires_at < now();
  -- Where no worker of ours runs, nobody asks for these.
  delete from private.erased_requests e where e.erased_at < now() - interval '30 days';
  with gone as (
    delete from public.incidents i where i.created_at < now() - rule.keep_incidents returning i.id
  )
  select count(*) into incidents from gone;
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
    perform private.refuse_action('No removal waits for a confirmation');
  end if;
  return run -> 'removed';
end $$;

-- As it was, with held retention.
create or replace function private.concerns() returns json
language sql stable set search_path = ''
as $$
  with late as (
    select c.created_at from public.contacts c, private.settings s
      where c.created_at < now() - s.todo_late
        and private.is_in('todo', 'contact', null, c.handled_at is not null, c.is_spam or c.unwanted)
    union all
    select r.created_at from public.reservations r, private.settings s
      where r.created_at < now() - s.todo_late
        and private.is_in('todo', 'reservation', r.status, false, r.is_spam or r.unwanted)
  ), lost as (
    select o.* from private.outbox o
      where o.given_up_at is not null and o.sent_at is null and o.digest_id is null and o.kind <> 'code'
  ), disk as (
    select l.host, l.data_dir as folder, l.free_bytes from private.live_servers() l
    union all
    select l.host, l.backup_dir, l.backup_free_bytes from private.live_servers() l where not l.same_disk
  ), concern as (
    select 1 as place, '' as name, json_build_object('kind', 'requests', 'count', count(*),
        'oldestAt', private.iso(min(late.created_at))) as detail
      from late having count(*) > 0
    union all
    select 2, '', json_build_object('kind', 'mails', 'count', count(*),
        'lastError', (select l.last_error from lost l order by l.id desc limit 1))
      from lost having count(*) > 0
    union all
    select 3, f.remote, json_build_object('kind', 'part', 'remote', f.remote, 'release', f.release,
        'lastAt', private.iso(f.last_at))
      from private.failing_releases() f
    union all
    select 4, '', json_build_object('kind', 'backup', 'failure', u.failure, 'failedSince', private.iso(u.failed_since),
        'lastAt', private.iso(u.last_at))
      from private.upkeep u, private.settings s
      where (u.failure is not null or coalesce(u.last_at, u.since) < now() - s.backup_late)
        and exists (select from private.live_servers() l where l.backup_dir is not null)
    union all
    select 5, d.host, json_build_object('kind', 'disk', 'host', d.host, 'folder', d.folder, 'freeBytes', d.free_bytes)
      from disk d, private.settings s where d.free_bytes < s.low_disk_bytes
    union all
    select 6, '', json_build_object('kind', 'site', 'gaps', json_agg(distinct gap))
      from private.live_servers() l, unnest(l.site_gaps) as gap having count(*) > 0
    union all
    select 7, '', json_build_object('kind', 'retention', 'requests', h.held -> 'requests', 'resumesAt', h.held -> 'resumesAt')
      from (select private.held_retention() as held) as h where h.held is not null
  )
  select json_agg(c.detail order by c.place, c.name) from concern c
$$;

revoke all on function private.confirm_retention(bigint) from public, anon, authenticated;
grant execute on function private.confirm_retention(bigint) to service_role;
revoke all on function public.owner_confirm_retention(integer) from public, anon;
grant execute on function public.owner_confirm_retention(integer) to authenticated, service_role;

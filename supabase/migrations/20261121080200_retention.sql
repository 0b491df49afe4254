-- How long personal data are kept. Called every hour, by pg_cron or by the local worker.

alter table private.settings
  add column keep_requests  interval not null default '3 years',
  add column keep_sent_mail interval not null default '30 days',
  add column keep_incidents interval not null default '30 days';

-- When retention last ran, and the run that waits for the owner.
create table private.retention_state (
  only_row    boolean primary key default true check (only_row),
  last_run_at timestamptz,
  held_at     timestamptz,
  held_reason text constraint retention_state_reason_ok check (held_reason in ('share', 'clock'))
);
insert into private.retention_state default values;

comment on table private.retention_state is 'When retention last ran, and why its next run waits for the owner; one row.';
comment on column private.retention_state.only_row is 'Keeps the table to one row.';
comment on column private.retention_state.last_run_at is 'When it last ran to its end.';
comment on column private.retention_state.held_at is 'Since when a run waits to be confirmed; null when none does.';
comment on column private.retention_state.held_reason is
  'share: it would remove more than a tenth of all requests; clock: more than a day has passed since the last run.';

-- A person's last contact: the latest request made with their address, or the latest day booked by it.
create function private.last_contacts() returns table (address text, last_contact timestamptz)
language sql stable set search_path = ''
begin atomic
  select lower(request.email), max(request.at)
    from (select c.email, c.created_at as at from public.contacts c
          union all
          select r.email, r.created_at from public.reservations r
          union all
          select r.email, d.date::timestamp at time zone 'Europe/Paris'
            from public.reservations r join public.reservation_dates d on d.reservation_id = r.id) as request
    group by lower(request.email);
end;

-- Requests that are due for removal, and all there are.
create function private.due_requests(out due bigint, out total bigint)
language sql stable set search_path = ''
begin atomic
  with over as materialized (
    select l.address from private.last_contacts() l, private.settings s where l.last_contact < now() - s.keep_requests
  ), request as (
    select lower(c.email) as address from public.contacts c
    union all
    select lower(r.email) from public.reservations r
  )
  select count(*) filter (where request.address in (select over.address from over)), count(*) from request;
end;

-- The run that waits for the owner, as JSON; null when none does.
create function private.held_retention() returns json
language sql stable security definer set search_path = ''
begin atomic
  select json_build_object('requests', d.due, 'total', d.total, 'reason', t.held_reason,
      'since', private.iso(t.held_at), 'lastRunAt', private.iso(t.last_run_at))
    from private.retention_state t, private.due_requests() d where t.held_at is not null;
end;

-- A wrong clock must not empty the inbox: a run that would remove more than a tenth of the requests, or
-- any after a day without a run, waits until the owner confirms it. Returns what was removed, or held.
create function private.apply_retention(confirmed boolean default false) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  state private.retention_state;
  due bigint;
  total bigint;
  reason text;
  requests bigint;
  mails bigint;
  incidents bigint;
begin
  select * into strict rule from private.settings;
  select * into strict state from private.retention_state for update;
  select d.due, d.total into due, total from private.due_requests() d;
  reason := case
    when due = 0 or confirmed then null
    when due * 10 > total then 'share'
    when now() > state.last_run_at + interval '1 day' then 'clock' end;
  if reason is not null then
    if state.held_at is null then
      insert into private.outbox (kind) values ('retention');
    end if;
    update private.retention_state set held_at = coalesce(state.held_at, now()), held_reason = reason;
  else
    with over as materialized (
      select l.address from private.last_contacts() l where l.last_contact < now() - rule.keep_requests
    ), contacts as (
      delete from public.contacts c using over where lower(c.email) = over.address returning c.id
    ), reservations as (
      delete from public.reservations r using over where lower(r.email) = over.address returning r.id
    ), gone as (
      select * from contacts union all select * from reservations
    ), told as (
      delete from private.outbox o using gone where o.ref = gone.id returning o.id
    )
    select (select count(*) from gone), (select count(*) from told) into requests, mails;
    update private.retention_state set last_run_at = now(), held_at = null, held_reason = null;
  end if;

  -- None of these is a request: they come again, or are of no use after so long.
  delete from private.outbox o where o.sent_at < now() - rule.keep_sent_mail;
  delete from private.outbox o where o.ref is null and o.given_up_at < now() - rule.keep_sent_mail;
  delete from private.submissions s where s.created_at < now() - rule.keep_addresses;
  delete from private.incident_reports r where r.created_at < now() - rule.keep_addresses;
  delete from private.spent_challenges s where s.expires_at < now();
  with gone as (
    delete from public.incidents i where i.created_at < now() - rule.keep_incidents returning i.id
  )
  select count(*) into incidents from gone;
  return json_build_object(
    'removed', json_build_object('requests', coalesce(requests, 0), 'mails', coalesce(mails, 0), 'incidents', incidents),
    'held', private.held_retention(),
    'keptSince', private.iso(now() - rule.keep_requests));
end $$;

revoke all on private.retention_state from public, anon, authenticated;
revoke all on function private.last_contacts(), private.due_requests(), private.held_retention(),
  private.apply_retention(boolean) from public, anon, authenticated;
grant execute on function private.held_retention(), private.apply_retention(boolean) to service_role;

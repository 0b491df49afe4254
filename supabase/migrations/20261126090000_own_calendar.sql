-- The owner's own calendar, which closes days. A server of ours reads it, see backend/src/own-calendar: hosted Supabase has
-- none. Why: docs/decisions/026-owners-space.md.

create table private.own_calendar (
  only_row     boolean primary key default true check (only_row),
  address      text not null,
  connection   uuid not null default gen_random_uuid(),
  connected_at timestamptz not null default now(),
  due_at       timestamptz not null default now(),
  is_asked     boolean not null default true,
  read_at      timestamptz,
  failed_since timestamptz,
  failure      text constraint own_calendar_failure_ok check (failure in ('forbidden', 'away', 'slow', 'refused', 'error',
                 'moved', 'too-large', 'no-calendar', 'unreadable', 'too-complex')),
  constraint own_calendar_failed_ok check ((failed_since is null) = (failure is null))
);

create table private.own_calendar_days (
  day date primary key
);

comment on table private.own_calendar is 'The address of the owner''s own calendar, at most one; in no backup.';
comment on column private.own_calendar.address is 'A secret of the owner''s: no call returns it, no log names it.';
comment on column private.own_calendar.connection is 'Another one for each address: a reading of the last address stores nothing.';
comment on column private.own_calendar.is_asked is 'Whether the owner waits for a reading.';
comment on column private.own_calendar.read_at is 'The last time that it could be read.';
comment on column private.own_calendar.failure is 'Why it could not be read the last time; null when it could.';
comment on table private.own_calendar_days is
  'The days that were busy when it was last read. A failure changes none; a backup has them, so that a restore opens none.';

create function private.own_calendar_json() returns json
language sql stable set search_path = '' as $$
  select json_build_object('host', substring(c.address from '^https://([^/]+)'), 'connectedAt', private.iso(c.connected_at),
      'readAt', private.iso(c.read_at), 'failure', c.failure, 'failedSince', private.iso(c.failed_since),
      'isReading', coalesce(c.is_asked, false),
      'days', (select count(*) from private.own_calendar_days d where d.day >= private.paris_day(now())))
    from (select) as one left join private.own_calendar c on true
$$;

create function public.owner_own_calendar() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return private.own_calendar_json();
end $$;

-- Null ends the connection and opens its days. With another address, the days of the last reading stay closed until the
-- new one is read. A constraint would write the address into the log of the database.
create function public.owner_set_own_calendar(address text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  given constant text := regexp_replace(private.trimmed(address), '^webcals?://', 'https://', 'i');
begin
  perform private.require_owner();
  if given is null then
    delete from private.own_calendar where true;
    delete from private.own_calendar_days where true;
    return private.own_calendar_json();
  end if;
  if private.typed_length(given) > 2000 or given !~* '^https://[^/?#@:\\[:space:][:cntrl:]]+\.[^/?#@:\\[:space:][:cntrl:]]+(/[^\\[:space:][:cntrl:]]*)?$' then
    perform private.refuse_action('This is not the https address of a calendar', 'no-calendar-address');
  end if;
  insert into private.own_calendar as c (address) values (regexp_replace(given, '^https', 'https', 'i'))
    on conflict (only_row) do update set address = excluded.address, connection = excluded.connection,
      connected_at = now(), due_at = now(), is_asked = true, read_at = null, failed_since = null, failure = null;
  return private.own_calendar_json();
end $$;

create function public.owner_read_own_calendar() returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  update private.own_calendar set due_at = now(), is_asked = true where true;
  return private.own_calendar_json();
end $$;

-- Gives the next reading to the caller: every quarter of an hour, whatever the number of servers. The days that can be
-- booked, from the first to the last, are those that matter.
create function private.claim_own_calendar()
returns table (address text, connection uuid, first text, last text)
language sql volatile set search_path = '' as $$
  update private.own_calendar c set due_at = now() + interval '15 minutes'
    from private.settings s where c.due_at <= now()
    returning c.address, c.connection, private.paris_day(now())::text, (private.paris_day(now()) + s.days_ahead)::text;
$$;

create function private.own_calendar_read(reading uuid, busy date[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update private.own_calendar c set read_at = now(), is_asked = false, failed_since = null, failure = null
    where c.connection = reading;
  if found then
    delete from private.own_calendar_days d where d.day <> all (busy);
    insert into private.own_calendar_days (day) select distinct b.day from unnest(busy) as b (day) on conflict do nothing;
  end if;
end $$;

create function private.own_calendar_failed(reading uuid, reason text) returns void
language sql volatile set search_path = '' as $$
  update private.own_calendar c set is_asked = false, failed_since = coalesce(c.failed_since, now()), failure = reason
    where c.connection = reading;
$$;

-- What the owner has to know: it has not been read for a day, or a restore kept its days and not its address (`since` is
-- null). Null when all is well.
create function private.own_calendar_concern() returns json
language sql stable set search_path = '' as $$
  select json_build_object('kind', 'calendar', 'isUrgent', false, 'since', private.iso(coalesce(c.read_at, c.connected_at)))
    from (select) as one left join private.own_calendar c on true
    where coalesce(c.read_at, c.connected_at) < now() - interval '1 day'
      or c.address is null and exists (select from private.own_calendar_days d where d.day >= private.paris_day(now()))
$$;

-- Sooner than the owner's notice, later than the horizon, in a period, or busy in the owner's own calendar.
create or replace function private.is_out_of_reach(rule private.opening_rule, day date) returns boolean
language sql stable set search_path = '' as $$
  select day between private.paris_day(now()) and private.paris_day(now()) + rule.notice_days - 1
  or day > coalesce(private.paris_day(now()) + rule.horizon_days, 'infinity')
  or exists (select from private.closed_periods p where day between p.first and p.last)
  or exists (select from private.own_calendar_days o where o.day = is_out_of_reach.day)
$$;

-- The days with a confirmed reservation, those that are asked for, and the holidays. Of a flood, the first 500 requests.
create or replace function public.owner_agenda(first date, last date) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if first is null or last is null or last - first > 400 then
    perform private.refuse(400, '22023', 'Name a first and a last day, a year apart at most');
  end if;
  return (with booked as (
    select d.date, json_agg(private.owned_reservation_json(r) order by r.created_at, r.id) as requests
      from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
      where d.confirmed and d.date between first and last group by d.date
  ), open as (
    select d.date, r.id, r.name, r.created_at
      from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
      where r.status = 'nouvelle' and not (r.is_spam or r.unwanted) and d.date between first and last
      order by d.date, r.created_at, r.id limit 500
  ), asked as (
    select o.date, json_agg(json_build_object('id', o.id, 'name', o.name) order by o.created_at, o.id) as requests
      from open o group by o.date
  ), busy as (
    select c.day as date from private.own_calendar_days c where c.day between first and last
  )
  select coalesce(json_agg(json_build_object('date', date, 'requests', coalesce(b.requests, '[]'),
      'asked', coalesce(a.requests, '[]'), 'holiday', h.name, 'isBusy', o.date is not null) order by date), '[]')
    from booked b full join asked a using (date) full join private.named_holidays(first, last) h using (date)
      full join busy o using (date));
end $$;

-- What needs the owner now, the most urgent first; null when all is well. Its parts are Concern in
-- functions/_shared/claimed-mail.ts.
create or replace function private.concerns() returns json
language sql stable set search_path = ''
as $$
  with late as (
    -- Nobody needs a number above 10,000.
    (select c.created_at from public.contacts c
      where c.created_at < now() - (select s.todo_late from private.settings s)
        and private.is_in('todo', 'contact', null, c.handled_at is not null, c.flagged, c.is_spam or c.unwanted)
      order by c.created_at limit 10000)
    union all
    (select r.created_at from public.reservations r
      where r.created_at < now() - (select s.todo_late from private.settings s)
        and private.is_in('todo', 'reservation', r.status, false, r.flagged, r.is_spam or r.unwanted)
      order by r.created_at limit 10000)
  ), lost as (
    select o.* from private.outbox o
      where o.given_up_at is not null and o.sent_at is null and o.digest_id is null and o.kind not in ('code', 'concerns')
  ), unsent as (
    select o.* from private.outbox o
      where o.sent_at is null and o.digest_id is null and o.kind <> 'concerns' and o.last_error is not null
        and coalesce(o.given_up_at, 'infinity') > now() - interval '1 hour'
  ), disk as (
    select l.host, l.data_dir as folder, l.free_bytes from private.live_servers() l
    union all
    select l.host, l.backup_dir, l.backup_free_bytes from private.live_servers() l where not l.same_disk
  ), concern as (
    select 1 as place, '' as name, json_build_object('kind', 'requests', 'isUrgent', false, 'count', count(*),
        'oldestAt', private.iso(min(late.created_at))) as detail
      from late having count(*) > 0
    union all
    select 2, '', json_build_object('kind', 'mails', 'isUrgent', false, 'count', count(*),
        'lastError', (select l.last_error from lost l order by l.id desc limit 1))
      from lost having count(*) > 0
    union all
    select 3, '', json_build_object('kind', 'unsent', 'isUrgent', count(*) >= s.alert_unsent, 'count', count(*),
        'oldestAt', private.iso(min(u.created_at)), 'lastError', (select l.last_error from unsent l order by l.id desc limit 1))
      from unsent u, private.settings s group by s.alert_unsent, s.unsent_late
      having count(*) >= s.alert_unsent or min(u.created_at) < now() - s.unsent_late
    union all
    select 3, f.remote, json_build_object('kind', 'part', 'isUrgent', true, 'remote', f.remote, 'release', f.release,
        'count', f.failures, 'pages', f.pages, 'lastAt', private.iso(f.last_at))
      from private.failing_releases() f
    union all
    select 3, w.name, w.detail from private.watch_concerns() w
    union all
    -- A visitor's broken browser is no failure of the site. Where no server of ours counts pages there is no rate, and
    -- more addresses are needed.
    select 3, '', json_build_object('kind', 'incidents', 'isUrgent', true, 'count', (
          select count(*) from public.incidents i where i.created_at > now() - interval '1 day' and not i.preview
            and i.mended is distinct from 'retry'),
        'reporters', r.reporters)
      from private.settings s, (select private.reporters() as reporters) r
      where r.reporters >= s.alert_reporters_uncounted and not exists (select from private.live_servers())
        and exists (select from public.incidents i where i.created_at > now() - interval '1 day' and not i.preview
            and i.mended is distinct from 'retry')
    union all
    select 4, '', json_build_object('kind', 'backup', 'isUrgent', false, 'failure', u.failure,
        'failedSince', private.iso(u.failed_since), 'lastAt', private.iso(u.last_at))
      from private.upkeep u, private.settings s
      where (u.failure is not null or coalesce(u.last_at, u.since) < now() - s.backup_late)
        and exists (select from private.live_servers() l where l.backup_dir is not null)
    union all
    select 5, d.host, json_build_object('kind', 'disk', 'isUrgent', true, 'host', d.host, 'folder', d.folder,
        'freeBytes', d.free_bytes)
      from disk d, private.settings s where d.free_bytes < s.low_disk_bytes
    union all
    select 6, '', json_build_object('kind', 'site', 'isUrgent', false, 'gaps', json_agg(distinct gap))
      from private.live_servers() l, unnest(l.site_gaps) as gap having count(*) > 0
    union all
    -- What goes on within a day must be told before.
    select 7, '', (jsonb_build_object('kind', 'retention',
        'isUrgent', (h.held ->> 'resumesAt')::timestamptz <= now() + interval '1 day') || h.held::jsonb)::json
      from (select private.held_retention() as held) as h where h.held is not null
    union all
    select 8, '', c.detail from (select private.own_calendar_concern() as detail) as c where c.detail is not null
  )
  select json_agg(c.detail order by (c.detail ->> 'isUrgent')::boolean desc, c.place, c.name) from concern c
$$;

revoke all on private.own_calendar, private.own_calendar_days from public, anon, authenticated;
revoke all on function private.own_calendar_json(), private.claim_own_calendar(), private.own_calendar_read(uuid, date[]),
  private.own_calendar_failed(uuid, text), private.own_calendar_concern() from public;
revoke all on function public.owner_own_calendar(), public.owner_set_own_calendar(text), public.owner_read_own_calendar()
  from public, anon;
grant execute on function public.owner_own_calendar(), public.owner_set_own_calendar(text), public.owner_read_own_calendar()
  to authenticated, service_role;

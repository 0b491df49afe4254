-- The owner's own calendar, which closes days. The worker or the Edge Function reads it. Why:
-- docs/decisions/026-owners-space.md.

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
  claim        integer not null default 0,
  stored_claim integer not null default 0,
  unread_count integer not null default 0,
  unread       text[] not null default '{}',
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
comment on column private.own_calendar.claim is 'How often a reading was given out.';
comment on column private.own_calendar.stored_claim is 'The newest that was stored: an earlier one that ends later stores nothing.';
comment on column private.own_calendar.unread is 'The names of the first ten entries that could not be read, or not wholly.';
comment on table private.own_calendar_days is
  'The days that were busy when it was last read. A failure changes none; a backup has them, so that a restore opens none.';

create function private.own_calendar_json() returns json
language sql stable set search_path = '' as $$
  select json_build_object('host', substring(c.address from '^https://([^/]+)'), 'connectedAt', private.iso(c.connected_at),
      'readAt', private.iso(c.read_at), 'failure', c.failure, 'failedSince', private.iso(c.failed_since),
      'isReading', coalesce(c.is_asked, false),
      'days', (select count(*) from private.own_calendar_days d where d.day >= private.paris_day(now())),
      'unread', json_build_object('count', coalesce(c.unread_count, 0), 'names', coalesce(c.unread, '{}')))
    from (select) as one left join private.own_calendar c on true
$$;

-- An owner's session makes a server of the site read any https address: twenty times in ten minutes at most, whoever
-- asks. The usual reading of each quarter of an hour does not count.

create table private.own_calendar_asks (
  at timestamptz not null default clock_timestamp()
);
comment on table private.own_calendar_asks is
  'When owners asked for a reading of their own calendar, of the last ten minutes: twenty rows at most.';

create function private.count_calendar_ask() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  most constant integer := 20;
  span constant interval := '10 minutes';
  asked integer;
  oldest timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.own_calendar_asks', 0));
  delete from private.own_calendar_asks a where a.at not between clock_timestamp() - span and clock_timestamp();
  select count(*), min(a.at) into asked, oldest from private.own_calendar_asks a;
  if asked >= most then
    perform private.refuse_submission('Too many readings of the calendar', oldest, span);
  end if;
  insert into private.own_calendar_asks default values;
end $$;

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
  perform private.count_calendar_ask();
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
  perform private.count_calendar_ask();
  update private.own_calendar set due_at = now(), is_asked = true where true;
  return private.own_calendar_json();
end $$;

-- Gives the next reading to the caller: every quarter of an hour, whatever the number of servers. The days that can be
-- booked, from the first to the last, are those that matter; yyyy-MM-dd, whatever the database's DateStyle.
create function private.claim_own_calendar()
returns table (address text, connection uuid, claim integer, first text, last text)
language sql volatile set search_path = '' as $$
  update private.own_calendar c set due_at = now() + interval '15 minutes', claim = c.claim + 1
    from private.settings s where c.due_at <= now()
    returning c.address, c.connection, c.claim, to_char(private.paris_day(now()), 'YYYY-MM-DD'),
      to_char(private.paris_day(now()) + s.days_ahead, 'YYYY-MM-DD');
$$;

-- What could not be read is told. A reading that ends late never replaces a newer one.
create function private.own_calendar_read(reading uuid, claim integer, busy date[], unread text[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update private.own_calendar c set read_at = now(), is_asked = false, failed_since = null, failure = null,
      due_at = least(c.due_at, now() + interval '15 minutes'),
      stored_claim = own_calendar_read.claim, unread_count = cardinality(own_calendar_read.unread),
      unread = own_calendar_read.unread[1:10]
    where c.connection = reading and c.stored_claim <= own_calendar_read.claim;
  if found then
    delete from private.own_calendar_days d where d.day <> all (busy);
    insert into private.own_calendar_days (day) select distinct b.day from unnest(busy) as b (day) on conflict do nothing;
  end if;
end $$;

-- A calendar that keeps its reader busy until the host ends it is read again after a day, or when the owner asks.
create function private.own_calendar_failed(reading uuid, claim integer, reason text) returns void
language sql volatile set search_path = '' as $$
  update private.own_calendar c set is_asked = false, failed_since = coalesce(c.failed_since, now()), failure = reason,
      due_at = case when reason = 'too-complex' then now() + interval '1 day' else c.due_at end,
      stored_claim = own_calendar_failed.claim
    where c.connection = reading and c.stored_claim <= own_calendar_failed.claim;
$$;

-- What the owner has to know: it has not been read for a day, or a restore kept its days and not its address (`since`
-- is null). Null when all is well.
create function private.own_calendar_concern() returns json
language sql stable set search_path = '' as $$
  select json_build_object('kind', 'calendar', 'isUrgent', false, 'since', private.iso(coalesce(c.read_at, c.connected_at)))
    from (select) as one left join private.own_calendar c on true
    where coalesce(c.read_at, c.connected_at) < now() - interval '1 day'
      or c.address is null and exists (select from private.own_calendar_days d where d.day >= private.paris_day(now()))
$$;

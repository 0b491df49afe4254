-- Which days can be booked: the owner's own calendar, then the rule, which reads it.

-- The owner's own calendar, which closes days. The worker or the Edge Function reads it. Why: docs/decisions/026-owners-space.md.

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

-- An owner's session makes a server of the site read any https address: twenty times in ten minutes at most, whoever asks.
-- The usual reading of each quarter of an hour does not count.

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

-- What the owner has to know: it has not been read for a day, or a restore kept its days and not its address (`since` is
-- null). Null when all is well.
create function private.own_calendar_concern() returns json
language sql stable set search_path = '' as $$
  select json_build_object('kind', 'calendar', 'isUrgent', false, 'since', private.iso(coalesce(c.read_at, c.connected_at)))
    from (select) as one left join private.own_calendar c on true
    where coalesce(c.read_at, c.connected_at) < now() - interval '1 day'
      or c.address is null and exists (select from private.own_calendar_days d where d.day >= private.paris_day(now()))
$$;

-- Days on which the owner gives no training. The database decides: calendars that do not know a day as closed
-- learn it when the dates are sent.

create table private.opening_rule (
  only_row       boolean primary key default true check (only_row),
  weekly         boolean[] not null default '{t,t,t,t,t,t,t}'
                 constraint opening_rule_weekly_ok check (array_ndims(weekly) = 1 and cardinality(weekly) = 7
                   and array_position(weekly, null) is null and true = any (weekly)),
  holidays       boolean not null default false,
  off            date[] not null default '{}'
                 constraint opening_rule_off_ok check (cardinality(off) <= 1000 and array_position(off, null) is null),
  confirmed_days boolean not null default true,
  notice_days    integer not null default 0 constraint opening_rule_notice_days_ok check (notice_days between 0 and 365),
  horizon_days   integer constraint opening_rule_horizon_days_ok check (horizon_days between 1 and 730),
  version        integer not null default 1
);
insert into private.opening_rule default values;

create table private.closed_periods (
  first date not null,
  last  date not null,
  label text constraint closed_periods_label_ok check (private.is_line(label, 1, 60)),
  constraint closed_periods_pkey primary key (first, last),
  constraint closed_periods_order_ok check (last >= first)
);

comment on table private.opening_rule is
  'Which days can be booked; one row. At first every day can that is not confirmed for somebody.';
comment on column private.opening_rule.notice_days is 'Days between today and the first day that can be booked; 0: today can.';
comment on column private.opening_rule.horizon_days is
  'Days from today to the last one that can be booked; null: as far as settings.days_ahead.';
comment on table private.closed_periods is 'Days off from the first to the last of each row. Part of the rule: changed with its version.';
comment on column private.closed_periods.label is 'What only the owner sees, such as Congés.';
comment on column private.opening_rule.weekly is 'Whether each weekday is open, Monday first.';
comment on column private.opening_rule.confirmed_days is 'Whether days of which a reservation is confirmed are closed.';

-- Easter Sunday by the rule of the Gregorian calendar, as Meeus gives it.
create function private.easter(year integer) returns date
language plpgsql immutable set search_path = ''
as $$
declare
  golden constant integer := year % 19;
  century constant integer := year / 100;
  epact constant integer :=
    (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30;
  weekday constant integer := (32 + 2 * (century % 4) + 2 * (year % 100 / 4) - epact - year % 100 % 4) % 7;
  shift constant integer := (golden + 11 * epact + 22 * weekday) / 451;
  place constant integer := epact + weekday - 7 * shift + 114;
begin
  return make_date(year, place / 31, place % 31 + 1);
end $$;

-- Code du travail, article L3133-1.
create function private.holidays(year integer) returns date[]
language plpgsql immutable set search_path = ''
as $$
declare
  easter constant date := private.easter(year);
begin
  return array(select make_date(year, month, day)
      from (values (1, 1), (5, 1), (5, 8), (7, 14), (8, 15), (11, 1), (11, 11), (12, 25)) as fixed (month, day))
    || array[easter + 1, easter + 39, easter + 50];
end $$;

-- The same holidays by name, in the order of private.holidays().
create function private.named_holidays(first date, last date) returns table (date date, name text)
language sql immutable set search_path = ''
as $$
  select h.day, (array['new-year', 'labour', 'victory', 'national', 'assumption', 'all-saints', 'armistice', 'christmas',
      'easter-monday', 'ascension', 'whit-monday'])[h.place]
    from generate_series(extract(year from first)::integer, extract(year from last)::integer) as y,
      unnest(private.holidays(y)) with ordinality as h (day, place)
    where h.day between first and last
$$;

-- Code du travail, article L3133-1.
create function private.is_holiday(day date) returns boolean
language sql immutable set search_path = ''
as $$ select day = any (private.holidays(extract(year from day)::integer)) $$;

-- Sooner than the owner's notice, later than the horizon, in a period, or busy in the owner's own calendar.
create function private.is_out_of_reach(rule private.opening_rule, day date) returns boolean
language sql stable set search_path = '' as $$
  select day between private.paris_day(now()) and private.paris_day(now()) + rule.notice_days - 1
  or day > coalesce(private.paris_day(now()) + rule.horizon_days, 'infinity')
  or exists (select from private.closed_periods p where day between p.first and p.last)
  or exists (select from private.own_calendar_days o where o.day = is_out_of_reach.day)
$$;

create function private.is_closed(rule private.opening_rule, day date) returns boolean
language sql stable set search_path = '' as $$
  select not rule.weekly[extract(isodow from day)::integer]
  or day = any (rule.off)
  or private.is_out_of_reach(rule, day)
  or rule.holidays and private.is_holiday(day)
  or rule.confirmed_days and exists (select from public.reservation_dates d where d.date = day and d.confirmed)
$$;

-- After the other checks of a date, by the order of the triggers' names, and not for dates that are stored
-- already: those are dropped before.
create function private.admit_open_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.opening_rule;
begin
  if not private.is_visitor() then
    return new;
  end if;
  select * into strict rule from private.opening_rule;
  -- The owner was asked whether to take a day that is confirmed for another reservation.
  rule.confirmed_days := rule.confirmed_days
    and not private.is_taken_allowed(new.reservation_id, new.date);
  if private.is_closed(rule, new.date) then
    perform private.refuse(400, 'DATE_CLOSED', 'A date is closed', new.date::text);
  end if;
  return new;
end $$;
create trigger admit_open_day before insert on public.reservation_dates
  for each row execute function private.admit_open_day();

-- Closed days from `first` to `last`, within the days that can be booked at all. It tells visitors no more
-- than the calendar shows.
create function public.closed_days(first date default null, last date default null) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  rule private.opening_rule;
  start constant date := greatest(coalesce(first, private.paris_day(now())), private.paris_day(now()));
  finish date;
  closed date[];
  days json;
begin
  perform set_config('response.headers', '[{"Cache-Control": "public, max-age=60"}]', true);
  select * into strict rule from private.opening_rule;
  select least(coalesce(last, until), until) into strict finish
    from private.settings s, lateral (select private.paris_day(now()) + s.days_ahead) as horizon (until);
  closed := rule.off
    || array(select h.day from generate_series(extract(year from start)::integer, extract(year from finish)::integer) y,
        unnest(private.holidays(y)) as h (day) where rule.holidays)
    || array(select distinct d.date from public.reservation_dates d
        where rule.confirmed_days and d.confirmed and d.date between start and finish);
  select coalesce(json_agg(day::date order by day), '[]') into days
    from generate_series(start::timestamp, finish::timestamp, '1 day') as day
    where not rule.weekly[extract(isodow from day)::integer] or day::date = any (closed)
      or private.is_out_of_reach(rule, day::date);
  return days;
end $$;

create function private.days_json(rule private.opening_rule) returns json
language sql stable set search_path = '' as $$
  select json_build_object('weekly', rule.weekly, 'holidays', rule.holidays, 'off', to_json(rule.off),
    'periods', (
      select coalesce(json_agg(json_build_object('first', p.first, 'last', p.last, 'label', p.label) order by p.first, p.last), '[]')
      from private.closed_periods p),
    'confirmedDays', rule.confirmed_days, 'noticeDays', rule.notice_days, 'horizonDays', rule.horizon_days,
    'version', rule.version)
$$;

create function public.owner_days() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return (select private.days_json(r) from private.opening_rule r);
end $$;

-- `periods` is a list of {first, last, label}. Days off and periods that are over are forgotten.
create function public.owner_set_days(weekly boolean[], holidays boolean, off date[], periods json,
  "confirmedDays" boolean, "noticeDays" integer, "horizonDays" integer, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant date := private.paris_day(now());
  rule private.opening_rule;
begin
  perform private.require_owner();
  select * into strict rule from private.opening_rule for update;
  if rule.version is distinct from version then
    perform private.refuse(409, 'CHANGED_SINCE', 'The days have changed', private.days_json(rule)::text);
  end if;
  if json_array_length(periods) > 100 then
    perform private.refuse(400, '22023', 'Too many periods');
  end if;
  delete from private.closed_periods where true;
  insert into private.closed_periods (first, last, label)
    select p.first, p.last, nullif(private.trimmed(p.label), '')
      from json_to_recordset(periods) as p (first date, last date, label text)
      where (p.last < today) is not true
      on conflict do nothing;
  update private.opening_rule r
    set weekly = owner_set_days.weekly, holidays = owner_set_days.holidays, version = r.version + 1,
      off = array(select distinct day from unnest(owner_set_days.off) as day where (day < today) is not true order by day),
      confirmed_days = "confirmedDays", notice_days = "noticeDays", horizon_days = "horizonDays"
    where true
    returning * into rule;
  return private.days_json(rule);
end $$;

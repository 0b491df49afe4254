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

-- Whether a day is sooner than the owner's notice, later than the horizon, in a period, or busy in the owner's own
-- calendar.
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

-- Runs after the other checks of a date, by the order of the triggers' names, and not for dates that are stored
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

-- One reading of client addresses, the same as the gateway's; holidays computed per year, not per day; and a renewal
-- whose answer was lost may be repeated at any time.

-- The address in an entry such as `203.0.113.7:5678`, `"[2001:db8::1]:443"` or `fe80::1%eth0`; null when it is none.
create function private.entry_address(entry text) returns inet
language plpgsql immutable set search_path = ''
as $$
declare
  trimmed constant text := btrim(left(entry, 200), E' \t"');
  bare constant text := split_part(coalesce(substring(trimmed from '^\[([^][]*)\](?::\d+)?$'),
    regexp_replace(trimmed, '(\.\d+):\d+$', '\1')), '%', 1);
  address inet;
begin
  if bare !~ '^(?:[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*|(?:(?:0|[1-9]\d{0,2})(?:\.|$)){4})$' or bare ~ '\.$' then
    return null;
  end if;
  address := bare::inet;
  return case when address <<= '::ffff:0:0/96' then '0.0.0.0'::inet + (address - '::ffff:0:0'::inet) else address end;
exception when invalid_text_representation then
  return null;
end $$;

-- The network a request came from; an IPv6 visitor owns a whole /64. Null when no header names it, and `unknown` for
-- all entries that are no address, so that none of them counts as another visitor.
create or replace function private.caller_network(believed text[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  given text;
  address inet;
begin
  select entry into given
    from unnest(believed) with ordinality as header (name, rank),
         lateral btrim(split_part(private.request_header(header.name), ',', -1)) as entry
    where entry <> '' order by header.rank limit 1;
  if given is null then
    return null;
  end if;
  address := private.entry_address(given);
  return coalesce(case family(address) when 6 then network(set_masklen(address, 64))::text else host(address) end,
    'unknown');
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

create or replace function private.is_holiday(day date) returns boolean
language sql immutable set search_path = ''
as $$ select day = any (private.holidays(extract(year from day)::integer)) $$;

create or replace function public.closed_days(first date default null, last date default null) returns json
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
    where not rule.weekly[extract(isodow from day)::integer] or day::date = any (closed);
  return days;
end $$;

-- Continues a session with the refresh token of that number. As in Supabase Auth, the predecessor of the active token
-- gets the active one again, whenever it comes: its answer may have been lost. An older one ends the session, because
-- somebody else may have it.
create or replace function private.refresh_session(session uuid, number integer, out outcome text,
  out signed private.signed_in)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  rule private.settings;
  known private.owner_sessions;
begin
  select * into strict rule from private.settings;
  select * into known from private.owner_sessions s where s.id = session for update;
  if known.id is null or known.used_at < now() - rule.session_idle or known.refresh_count < number then
    outcome := 'unknown';
  elsif known.refresh_count = number then
    update private.owner_sessions s set refresh_count = number + 1, used_at = now() where s.id = session;
    outcome := 'live';
  elsif known.refresh_count = number + 1 then
    outcome := 'live';
  else
    delete from private.owner_sessions s where s.id = session;
    outcome := 'reused';
  end if;
  if outcome = 'live' then
    signed := private.signed_in(session);
  end if;
end $$;
alter table private.settings drop column refresh_again;

revoke all on function private.entry_address(text), private.holidays(integer) from public, anon, authenticated;

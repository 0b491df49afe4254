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

create or replace function public.owner_set_own_calendar(address text) returns json
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

create or replace function public.owner_read_own_calendar() returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  perform private.count_calendar_ask();
  update private.own_calendar set due_at = now(), is_asked = true where true;
  return private.own_calendar_json();
end $$;

revoke all on private.own_calendar_asks from public, anon, authenticated;
revoke all on function private.count_calendar_ask() from public;
revoke all on function public.owner_set_own_calendar(text), public.owner_read_own_calendar() from public, anon;
grant execute on function public.owner_set_own_calendar(text), public.owner_read_own_calendar() to authenticated, service_role;

-- What a search in the list of requests finds.

-- The texts in which it looks. « agefice » finds who asked for this funding. They are inlined, as private.search_text() is.
create function private.contact_text(prenom text, nom text, email text, telephone text, message text, note text,
  is_agefice boolean) returns text
language sql immutable parallel safe
return private.search_text(prenom || ' ' || nom || ' ' || email || coalesce(' ' || message, '')
  || coalesce(' ' || note, '') || case when is_agefice then ' agefice' else '' end, telephone);

create function private.reservation_text(name text, email text, phone text, note text, is_agefice boolean) returns text
language sql immutable parallel safe
return private.search_text(name || ' ' || email || coalesce(' ' || note, '')
  || case when is_agefice then ' agefice' else '' end, phone);
-- The index of them is filled with the rights of whoever inserts.
grant execute on function private.contact_text(text, text, text, text, text, text, boolean),
  private.reservation_text(text, text, text, text, boolean) to anon, service_role;

-- Searches use an index of trigrams where the server has pg_trgm, as hosted Supabase has.
do $$
declare
  place text;
begin
  begin
    if exists (select from pg_available_extensions where name = 'pg_trgm') then
      create schema if not exists extensions;
      create extension if not exists pg_trgm with schema extensions;
    end if;
  exception when insufficient_privilege then
    null;
  end;
  select n.nspname into place from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if place is not null then
    execute format('create index contacts_search on public.contacts using gin (private.contact_text(
      prenom, nom, email, telephone, message, note, is_agefice) %I.gin_trgm_ops)', place);
    execute format('create index reservations_search on public.reservations using gin (private.reservation_text(
      name, email, phone, note, is_agefice) %I.gin_trgm_ops)', place);
  end if;
end $$;

-- How far a search goes from one time on: back, or onwards with `oldest`. An index of trigrams finds any three letters or
-- digits in a row; without it, 20,000 messages and as many reservations are read, and 500 for fewer letters.
create function private.searched_until(wanted text, since timestamptz, oldest boolean) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  is_long constant boolean := wanted ~ '[[:alnum:]]{3}';
  most constant integer := case when is_long then 20000 else 500 end;
begin
  if wanted = '' or is_long and to_regclass('public.contacts_search') is not null then
    return case when oldest then 'infinity' else '-infinity' end;
  end if;
  if oldest then
    return coalesce(greatest(
      (select c.created_at from public.contacts c where c.created_at >= since order by c.created_at offset most limit 1),
      (select r.created_at from public.reservations r where r.created_at >= since
        order by r.created_at offset most limit 1)), 'infinity');
  end if;
  return coalesce(least(
    (select c.created_at from public.contacts c where c.created_at <= since
      order by c.created_at desc offset most limit 1),
    (select r.created_at from public.reservations r where r.created_at <= since
      order by r.created_at desc offset most limit 1)), '-infinity');
end $$;

-- The days that a folded text names: « 15/12 », « mar. 15 dec. », « 1er decembre 2026 », « 2026-12-15 ». Without a year,
-- those of the years around; null when it names none.
create function private.searched_days(wanted text) returns date[]
language plpgsql stable set search_path = ''
as $$
declare
  months constant text[] := '{janvier,fevrier,mars,avril,mai,juin,juillet,aout,septembre,octobre,novembre,decembre}';
  this_year constant integer := extract(year from now());
  iso constant text[] := regexp_match(wanted, '^(\d{4})-(\d\d)-(\d\d)$');
  figures constant text[] := regexp_match(wanted, '^(\d{1,2})/(\d{1,2})(?:/(\d{4}))?$');
  words constant text[] :=
    regexp_match(wanted, '^(?:[a-z]{3,8}[.]? )?(\d{1,2})(?:er)? ([a-z]{3,9})[.]?(?: (\d{4}))?$');
  wanted_day constant integer := coalesce(iso[3], figures[1], words[1]);
  wanted_month constant integer := coalesce(iso[2], figures[2]);
  wanted_year constant integer := coalesce(iso[1], figures[3], words[3]);
begin
  return (
    select array_agg(first.day + (wanted_day - 1)) from (
      select make_date(y, m, 1) as day
        from generate_series(coalesce(wanted_year, this_year - 3), coalesce(wanted_year, this_year + 3)) as y, generate_series(1, 12) as m
        where y between 1 and 9999 and (m = wanted_month or months[m] like words[2] || '%')) as first
      where wanted_day between 1 and extract(day from first.day + interval '1 month -1 day'));
end $$;

-- The reservations that ask for one of the days, or have it.
create function private.booked_on(days date[]) returns uuid[]
language sql stable set search_path = '' as $$
  select array(select distinct d.reservation_id from public.reservation_dates d where d.date = any (days))
$$;

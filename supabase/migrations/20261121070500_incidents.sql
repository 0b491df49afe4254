-- Parts of the site that failed to load, as browsers report them, for the owner's tools.
-- Rule: the public key may add rows; it may never read, change or remove any. No text here can hold
-- more than names of ours, so that nothing of a visitor comes in.

create table public.incidents (
  id         bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  remote     text not null constraint incidents_remote_ok  check (remote ~ '^[a-z][a-z0-9-]{0,39}$'),
  release    text not null constraint incidents_release_ok check (release ~ '^[0-9A-Za-z.-]{1,80}$'),
  phase      text not null constraint incidents_phase_ok   check (phase in ('entry', 'page', 'render', 'shell')),
  code       text not null constraint incidents_code_ok    check (code ~ '^[a-z0-9-]{1,60}$'),
  -- Explicit code points, as in the text rules: every control character and every kind of space.
  route      text not null constraint incidents_route_ok   check (route ~
    '^/[^?#\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]{0,199}$')
);
create index incidents_newest on public.incidents (created_at desc);

comment on table public.incidents is
  'Parts of the site that failed to load in a browser. Written by visitors, read by the owner, kept for 30 days.';
comment on column public.incidents.id is 'In the order of arrival.';
comment on column public.incidents.created_at is 'When the report came in.';
comment on column public.incidents.remote is 'Name of the part that failed.';
comment on column public.incidents.release is 'Id of its release that failed.';
comment on column public.incidents.phase is
  'What failed: the script of the entry, the module of the page, its rendering, or the shell itself.';
comment on column public.incidents.code is 'Kind of failure, such as timeout or integrity; never a message.';
comment on column public.incidents.route is 'Path that was on screen, without query and fragment.';

-- ───────────────────────── limits ─────────────────────────

alter table private.settings
  add column incidents_per_address    integer not null default 20,
  add column incidents_total_per_hour integer not null default 1000,
  -- Retention runs once an hour, so that no address hash grows older than a day.
  add column keep_addresses           interval not null default '23 hours';

comment on column private.settings.incidents_per_address is 'Incidents that one address may store in an hour.';
comment on column private.settings.incidents_total_per_hour is 'Incidents that all visitors may store in an hour.';

-- Apart from private.submissions: a broken page must never cost a visitor a request, nor the reverse.
create table private.incident_reports (
  id           bigint generated always as identity primary key,
  created_at   timestamptz not null default now(),
  address_hash text
);
create index incident_reports_recent on private.incident_reports (created_at, address_hash);

comment on table private.incident_reports is 'Counts the incidents of each address, of about the last day; the address is hashed.';
comment on column private.incident_reports.address_hash is 'Salted hash of the network that the report came from.';

-- Whoever reports an incident chooses its words, and the owner reads them in an alert: so only names
-- that the site itself has given are taken.
create table private.known_releases (
  remote  text not null,
  release text not null,
  constraint known_releases_pkey primary key (remote, release)
);

comment on table private.known_releases is
  'The site''s releases, given by the site at its start and at each activation. Empty where nobody gives them.';
comment on column private.known_releases.remote is 'Name of a part of the site.';
comment on column private.known_releases.release is 'Id of a release of it.';

-- `list` holds each part's release ids: {"booking": ["1.0.0-ab12cd34ef"]}. It replaces the list before.
create function private.set_known_releases(list json) returns void
language sql security definer set search_path = ''
begin atomic
  delete from private.known_releases;
  insert into private.known_releases (remote, release)
    select part.key, id from json_each(list) as part, json_array_elements_text(part.value) as id
    on conflict do nothing;
end;

create function private.admit_incident() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  caller text;
  mine bigint;
  total bigint;
  allowed integer;
begin
  if not private.is_visitor() then
    return new;
  end if;
  -- One at a time, so that parallel reports see each other's rows.
  perform pg_advisory_xact_lock(hashtextextended('private.incident_reports', 0));
  select * into strict rule from private.settings;
  caller := private.caller_hash(rule);
  delete from public.incidents where created_at < now() - interval '30 days';
  delete from private.incident_reports where created_at <= now() - rule.keep_addresses;
  select count(*) filter (where r.address_hash = caller), count(*)
    into mine, total
    from private.incident_reports r where r.created_at > now() - interval '1 hour';

  -- A test or load run raises the limits per address for its own process only.
  allowed := greatest(rule.incidents_per_address,
    nullif(current_setting('app.settings.per_address', true), '')::integer);
  -- Dropped, never refused: a browser can do nothing with a refusal.
  if mine >= allowed or total >= rule.incidents_total_per_hour then
    return null;
  end if;
  insert into private.incident_reports (address_hash) values (caller);
  if exists (select from private.known_releases)
    and not exists (select from private.known_releases k where k.remote = new.remote and k.release = new.release) then
    new.remote := 'other';
    new.release := 'other';
    new.code := 'other';
    new.route := '/';
  end if;
  return new;
end $$;

create trigger admit before insert on public.incidents
  for each row execute function private.admit_incident();

-- ───────────────────────── rights ─────────────────────────

alter table public.incidents enable row level security;
revoke all on public.incidents from public, anon, authenticated;
revoke all on sequence public.incidents_id_seq from public, anon, authenticated;
revoke all on private.incident_reports, private.known_releases from public, anon, authenticated;
revoke all on function private.admit_incident(), private.set_known_releases(json) from public, anon, authenticated;
grant execute on function private.set_known_releases(json) to service_role;
grant all on public.incidents to service_role;
grant insert (remote, release, phase, code, route) on public.incidents to anon;
create policy incidents_add on public.incidents for insert to anon with check (true);

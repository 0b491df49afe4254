-- Parts of the site that failed to load, as browsers report them, for the owner's tools. One address counts once a day
-- for a release, so that forging takes many addresses. Rule: the public key may add rows; it may never read, change or
-- remove any. No text here can hold more than names of ours, so that nothing of a visitor comes in.

create table public.incidents (
  id         bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  remote     text not null constraint incidents_remote_ok  check (remote ~ '^[a-z][a-z0-9-]{0,39}$'),
  release    text not null constraint incidents_release_ok check (release ~ '^[0-9A-Za-z.-]{1,80}$'),
  phase      text not null constraint incidents_phase_ok
             check (phase in ('entry', 'page', 'render', 'runtime', 'shell')),
  code       text not null constraint incidents_code_ok    check (code ~ '^[a-z0-9-]{1,60}$'),
  -- Explicit code points, as in the text rules: every control character and every kind of space.
  route      text not null constraint incidents_route_ok   check (route ~
    '^/[^?#\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]{0,199}$'),
  preview    boolean not null default false,
  mended     text constraint incidents_mended_ok check (mended in ('retry', 'previous', 'copy')),
  reporter   smallint,
  script     text    constraint incidents_script_ok check (script ~ '^[A-Za-z0-9_][A-Za-z0-9_.-]{0,90}\.js$'),
  line       integer constraint incidents_line_ok check (line between 1 and 9999999),
  "column"   integer constraint incidents_column_ok check ("column" between 1 and 9999999),
  thrown_in  text    constraint incidents_thrown_in_ok
             check (thrown_in ~ '^[a-z][a-z0-9-]{0,39}$' and thrown_in <> remote),
  constraint incidents_position_ok check (num_nulls(script, line, "column") in (0, 3))
);
create index incidents_newest on public.incidents (created_at desc);

comment on table public.incidents is
  'Releases that failed in a browser, once a day for each address and release. Written by visitors, read by the owner, kept for 30 days.';
comment on column public.incidents.phase is
  'What failed: the script of the entry, the module of the page, its rendering, its handlers and timers, or the shell itself.';
comment on column public.incidents.code is 'Kind of failure, such as timeout or integrity; never a message.';
comment on column public.incidents.route is 'Path that was on screen at the first failure, without query and fragment.';
comment on column public.incidents.script is
  'File name of the release''s own script with the innermost frame of the error, with line and column as the browser counts them; null without a stack.';
comment on column public.incidents.thrown_in is
  'Another part whose script has the innermost frame: the release called it. Null when the error is in the release''s own script.';
comment on column public.incidents.preview is 'Whether the page was a preview: it counts in no rate and causes no mail.';
comment on column public.incidents.mended is
  'What helped on the page: a retry, the previous release or the composed copy; null: nothing. Only a retry mends the release itself.';
comment on column public.incidents.reporter is
  'One of 1024 groups of networks, other ones for each release: a network counts once, and nobody can be told by it.';

create table private.incident_reports (
  id           bigint generated always as identity primary key,
  created_at   timestamptz not null default now(),
  address_hash text,
  remote       text,
  release      text,
  preview      boolean,
  retried      boolean not null default false
);
create index incident_reports_recent on private.incident_reports (created_at, address_hash);
create index incident_reports_by_release on private.incident_reports (remote, release, address_hash);

comment on table private.incident_reports is 'Counts the incidents of each address, of about the last day; the address is hashed.';
comment on column private.incident_reports.retried is
  'A retry mended it: it is counted apart, so that it does not hide a failure that follows.';

create table private.known_releases (
  remote     text not null,
  release    text not null,
  was_active boolean not null default true,
  given_at   timestamptz not null default now(),
  constraint known_releases_pkey primary key (remote, release)
);

comment on table private.known_releases is
  'The site''s releases, given by each server at its start and when it serves another index entry, and kept as long as incidents. Empty where nobody gives them.';
comment on column private.known_releases.was_active is 'Visitors got it at some time. Of others, only previews are known.';

-- `list` holds each part's releases that are or were active: {"booking": ["1.0.0-ab12cd34ef"]}, `published` those that
-- a preview can show. Names are added: the list of a server that is behind must not remove those of another. In one
-- order, so that servers which write at once wait for each other and never in a circle.
create function private.set_known_releases(list json, published json default '{}') returns void
language sql security definer set search_path = '' as $$
  insert into private.known_releases as k (remote, release, was_active)
    select given.remote, given.release, bool_or(given.was_active) from (
        select part.key as remote, id as release, true as was_active
          from json_each(list) as part, json_array_elements_text(part.value) as id
        union all
        select part.key, id, false from json_each(published) as part, json_array_elements_text(part.value) as id
      ) as given
      group by given.remote, given.release order by given.remote, given.release
    on conflict (remote, release) do update
      set was_active = k.was_active or excluded.was_active, given_at = excluded.given_at;
$$;

-- Whether the site has such a release. Where nobody gives the names, each counts as known.
create function private.is_known(part text, id text, in_preview boolean) returns boolean
language sql stable set search_path = ''
return exists (select from private.known_releases k where k.remote = part and k.release = id and (k.was_active or in_preview))
  or not exists (select from private.known_releases);

create function private.admit_incident() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  caller text;
  is_retried boolean;
  mine bigint;
  total bigint;
  allowed integer;
  digest bytea;
begin
  if not private.is_visitor() then
    return new;
  end if;
  -- One at a time, so that parallel reports see each other's rows.
  perform pg_advisory_xact_lock(hashtextextended('private.incident_reports', 0));
  select * into strict rule from private.settings;
  caller := private.caller_hash(rule);
  is_retried := new.mended is not distinct from 'retry';
  if not private.is_known(new.remote, new.release, new.preview) then
    new.remote := 'other';
    new.release := 'other';
    new.code := 'other';
    new.route := '/';
    new.script := null;
    new.line := null;
    new."column" := null;
    new.thrown_in := null;
  end if;

  -- What follows is dropped, never refused: a browser can do nothing with a refusal.
  if exists (select from private.incident_reports r
             where r.remote = new.remote and r.release = new.release and r.preview = new.preview and r.retried = is_retried
               and r.address_hash is not distinct from caller and r.created_at > now() - rule.keep_addresses) then
    return null;
  end if;
  select count(*) filter (where r.address_hash = caller), count(*)
    into mine, total
    from private.incident_reports r where r.created_at > now() - interval '1 hour';
  -- A test or load run raises the limits per address for its own process only.
  allowed := greatest(rule.incidents_per_address,
    nullif(current_setting('app.settings.per_address', true), '')::integer);
  if mine >= allowed or total >= rule.incidents_total_per_hour then
    return null;
  end if;
  insert into private.incident_reports (address_hash, remote, release, preview, retried)
    values (caller, new.remote, new.release, new.preview, is_retried);
  digest := sha256(convert_to(concat_ws(' ', caller, new.remote, new.release), 'UTF8'));
  new.reporter := (get_byte(digest, 0) << 2) | (get_byte(digest, 1) >> 6);
  return new;
end $$;
create trigger admit before insert on public.incidents
  for each row execute function private.admit_incident();

alter table public.incidents enable row level security;
revoke all on public.incidents from public, anon, authenticated;
revoke all on sequence public.incidents_id_seq from public, anon, authenticated;
grant all on public.incidents to service_role;
grant insert (remote, release, phase, code, route, preview, mended, script, line, "column", thrown_in)
  on public.incidents to anon;
create policy incidents_add on public.incidents for insert to anon with check (true);

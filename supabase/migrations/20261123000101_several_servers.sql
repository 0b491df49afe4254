-- Several servers on one database: what they must share is here, and what only one of them should do is decided here.

-- ───────────────────────── keys ─────────────────────────

create table private.install_keys (
  only_row    boolean primary key default true check (only_row),
  secret_hash text not null,
  jwt_secret  text constraint install_keys_secret_ok check (length(jwt_secret) >= 32),
  anon_key    text,
  made_at     timestamptz not null default now(),
  constraint install_keys_both_ok check ((jwt_secret is null) = (anon_key is null))
);
revoke all on private.install_keys from public, anon, authenticated, service_role;

comment on table private.install_keys is
  'The keys of this install, in one row that the first server makes. Empty where Auth is hosted or the database is embedded.';
comment on column private.install_keys.only_row is 'Keeps the table to one row.';
comment on column private.install_keys.secret_hash is 'SHA-256 of the secret: servers with another one are refused.';
comment on column private.install_keys.jwt_secret is
  'Signs tokens, codes and refresh tokens; null where every server has it in SITE_JWT_SECRET.';
comment on column private.install_keys.anon_key is 'The public key in the site''s pages; null with jwt_secret.';
comment on column private.install_keys.made_at is 'When the first server started.';

alter table private.settings add column site_origin text;
comment on column private.settings.site_origin is
  'Address of the site that last started on this database, so that two sites on one database are noticed; null before.';

-- ───────────────────────── retention ─────────────────────────

alter table private.retention_state add column looked_at timestamptz;
comment on column private.retention_state.looked_at is 'When a worker last applied retention, also when the run was held.';

-- Once an hour, whatever the number of workers; null when it is not due or another worker is at it. A time
-- in the future comes from a clock that was wrong.
create function private.apply_due_retention() returns json
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.retention_state t
    where (t.looked_at between now() - interval '1 hour' and now()) is not true for update skip locked;
  if not found then
    return null;
  end if;
  update private.retention_state set looked_at = now();
  delete from private.sign_in_attempts a where a.created_at < now() - interval '1 day';
  delete from private.sign_in_codes c where c.expires_at < now();
  delete from private.owner_sessions s using private.settings r where s.used_at < now() - r.session_idle;
  return private.apply_retention();
end $$;

-- What each machine needs for its own mail files. Null while a run waits for the owner.
create function private.kept_since() returns text
language sql stable set search_path = ''
begin atomic
  select private.iso(now() - s.keep_requests) from private.settings s, private.retention_state t where t.held_at is null;
end;

-- ───────────────────────── the site's news ─────────────────────────

alter table private.known_releases add column given_at timestamptz not null default now();
comment on column private.known_releases.given_at is 'When a server last gave the name.';
comment on table private.known_releases is
  'The site''s releases, given by each server at its start and when it serves another index entry, and kept as long as incidents. Empty where nobody gives them.';

-- `list` holds each part's releases that are or were active: {"booking": ["1.0.0-ab12cd34ef"]}, `published` those that
-- a preview can show. Names are added: the list of a server that is behind must not remove those of another. In one
-- order, so that servers which write at once wait for each other and never in a circle.
create or replace function private.set_known_releases(list json, published json default '{}') returns void
language sql security definer set search_path = ''
begin atomic
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
  delete from private.known_releases k using private.settings s where k.given_at < now() - s.keep_incidents;
end;

-- `counts` holds pages by part and release: {"booking": {"1.0.0-ab12cd34ef": 12}}. In one order, as above.
create or replace function private.add_served_pages(counts json) returns void
language sql security definer set search_path = ''
begin atomic
  delete from private.served_pages p using private.settings s where p.hour < now() - s.keep_incidents;
  insert into private.served_pages as p (hour, remote, release, pages)
    select date_trunc('hour', now(), 'UTC'), part.key, count.key, count.value::bigint
      from json_each(counts) as part, json_each_text(part.value) as count
      order by part.key, count.key
    on conflict (hour, remote, release) do update set pages = p.pages + excluded.pages;
end;

revoke all on function private.apply_due_retention(), private.kept_since() from public, anon, authenticated;

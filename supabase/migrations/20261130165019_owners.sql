-- Who may use the owner's space, and from which browsers. On hosted Supabase its Auth keeps sessions and codes;
-- elsewhere the gateway answers the same calls with the tables here and of sign_in.

create table private.owners (
  id       uuid primary key default gen_random_uuid(),
  email    text not null unique constraint owners_email_ok check (email = lower(email) and private.is_email(email)),
  name     text not null constraint owners_name_ok check (btrim(name) <> '' and length(name) <= 100 and name !~ '[[:cntrl:]]'),
  added_at timestamptz not null default now()
);

comment on table private.owners is 'Who may use the owner''s space. A row removed ends its sessions.';
comment on column private.owners.id is 'The subject of the access tokens of this install; hosted Auth has its own.';
comment on column private.owners.name is 'How the log of releases names the person.';

-- Tells an owner where the space is.
create function private.welcome_owner(address text) returns void
language sql volatile set search_path = '' as $$
  insert into private.outbox (kind, ref) select 'welcome', o.id from private.owners o where o.email = address;
$$;

create table private.owner_sessions (
  id            uuid primary key default gen_random_uuid(),
  owner_id      uuid not null references private.owners (id) on delete cascade,
  created_at    timestamptz not null default now(),
  used_at       timestamptz not null default now(),
  refresh_count integer not null default 0,
  user_agent    text
);
create index owner_sessions_by_owner on private.owner_sessions (owner_id);

comment on table private.owner_sessions is 'Browsers that are signed in, where Auth is not hosted. A row removed ends the session.';
comment on column private.owner_sessions.id is 'Stands in access and refresh tokens as their session.';
comment on column private.owner_sessions.refresh_count is 'The number of the refresh token that counts; older ones were used.';

-- The session that the access token of a call names, while it lives. A claim of an address proves nothing:
-- anybody may sign up on hosted Auth. So the address must be confirmed there, and the session must have
-- begun with a code: whoever signed up first, with a password of theirs, has not read the owner's mail.
create function private.live_session() returns table (session_id uuid, user_id uuid, email text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  session constant uuid := nullif(claims ->> 'session_id', '');
  subject constant uuid := nullif(claims ->> 'sub', '');
begin
  if claims ->> 'role' is distinct from 'authenticated' then
    return;
  end if;
  return query select s.id, o.id, o.email from private.owner_sessions s join private.owners o on o.id = s.owner_id
    where s.id = session and o.id = subject;
  if found or to_regclass('auth.sessions') is null or (claims -> 'amr' @> '[{"method": "otp"}]') is not true then
    return;
  end if;
  return query execute '
    select s.id, u.id, lower(u.email) from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = $1 and u.id = $2 and u.email_confirmed_at is not null and u.deleted_at is null
        and coalesce(u.banned_until, ''-infinity'') < now() and coalesce(s.not_after, ''infinity'') > now()'
    using session, subject;
end $$;

-- Each function of the owner's space begins with it. Returns the owner's address; null for the terminal and
-- the service role, which need no session. Refuses everybody else.
create function private.require_owner() returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  address text;
begin
  if not private.is_visitor() then
    return null;
  end if;
  select s.email into address from private.live_session() s;
  if address is null then
    perform private.refuse(401, '42501', 'This session has ended, or is none: sign in', null,
      '{"WWW-Authenticate": "Bearer"}');
  end if;
  if not exists (select from private.owners o where o.email = address) then
    perform private.refuse(403, '42501', 'This address is not an owner''s');
  end if;
  return address;
end $$;

-- The sessions of owners, wherever they are kept: notifications are for those of hosted Auth too.
create function private.open_sessions() returns table (session_id uuid, owner_id uuid)
language plpgsql stable set search_path = ''
as $$
begin
  return query select s.id, s.owner_id from private.owner_sessions s;
  if to_regclass('auth.sessions') is not null then
    return query execute '
      select s.id, o.id from auth.sessions s join auth.users u on u.id = s.user_id
        join private.owners o on o.email = lower(u.email)
        where coalesce(s.not_after, ''infinity'') > now()';
  end if;
end $$;

create function public.owner_me() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  address constant text := private.require_owner();
begin
  return json_build_object('email', address,
    'name', (select o.name from private.owners o where o.email = address),
    'sessionId', (select s.session_id from private.live_session() s));
end $$;

-- The owner's sessions, the latest first.
create function public.owner_sessions() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  address constant text := private.require_owner();
  own private.owner_sessions[];
  listed json;
begin
  select array_agg(s) into own from private.owner_sessions s join private.owners o on o.id = s.owner_id
    where o.email = address;
  if own is null and address is not null and to_regclass('auth.sessions') is not null then
    execute '
      select array_agg(row(s.id, s.user_id, s.created_at,
          coalesce(s.refreshed_at at time zone ''UTC'', s.created_at), 0, s.user_agent)::private.owner_sessions)
        from auth.sessions s where s.user_id = $1 and coalesce(s.not_after, ''infinity'') > now()'
      into own using (select s.user_id from private.live_session() s);
  end if;
  select coalesce(json_agg(json_build_object('id', s.id, 'createdAt', private.iso(s.created_at),
      'usedAt', private.iso(s.used_at), 'userAgent', left(s.user_agent, 300),
      'isThis', coalesce(s.id = (select l.session_id from private.live_session() l), false))
      order by s.used_at desc, s.id), '[]') into listed
    from unnest(own) s;
  return listed;
end $$;

-- Ends one of the owner's sessions, and returns those that are left.
create function public.owner_end_session(id uuid) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address constant text := private.require_owner();
  ended integer;
begin
  delete from private.owner_sessions s using private.owners o
    where s.id = owner_end_session.id and o.id = s.owner_id and o.email = address;
  get diagnostics ended = row_count;
  if ended = 0 and address is not null and to_regclass('auth.sessions') is not null then
    execute 'delete from auth.sessions s where s.id = $1 and s.user_id = $2'
      using owner_end_session.id, (select s.user_id from private.live_session() s);
    get diagnostics ended = row_count;
  end if;
  if ended = 0 then
    perform private.refuse(404, 'UNKNOWN_SESSION', 'There is no such session');
  end if;
  -- The session that called may be the one that has ended.
  return case when exists (select from private.live_session()) then public.owner_sessions() else '[]' end;
end $$;

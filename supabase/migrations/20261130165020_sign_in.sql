-- Signing in where Auth is not hosted: codes by mail, sessions, and how often both may be asked for. The
-- gateway computes each code from a nonce and this install's secret, so that no code is ever stored. All
-- counts are here: several servers count together.

create table private.install_keys (
  only_row    boolean primary key default true check (only_row),
  secret_hash text not null,
  jwt_secret  text constraint install_keys_secret_ok check (length(jwt_secret) >= 32),
  anon_key    text,
  made_at     timestamptz not null default now(),
  constraint install_keys_both_ok check ((jwt_secret is null) = (anon_key is null))
);

comment on table private.install_keys is
  'The keys of this install, in one row that the first server makes. Empty where Auth is hosted, or the database is that of DATA_DIR.';
comment on column private.install_keys.secret_hash is 'SHA-256 of the secret: servers with another one are refused.';
comment on column private.install_keys.jwt_secret is
  'Signs tokens, codes and refresh tokens; null where every server has it in SITE_JWT_SECRET.';

create table private.sign_in_codes (
  address_hash text primary key,
  owner_id     uuid,
  nonce        text not null,
  expires_at   timestamptz not null,
  tries        integer not null default 0,
  mail_id      bigint
);
create index sign_in_codes_by_mail on private.sign_in_codes (mail_id);

comment on table private.sign_in_codes is
  'The last code of each address, also of addresses that are no owner''s: both are answered with the same work.';
comment on column private.sign_in_codes.owner_id is 'Whose address it is; null when it is no owner''s.';
comment on column private.sign_in_codes.nonce is 'What the code is computed from, with the secret of the install.';
comment on column private.sign_in_codes.mail_id is 'The mail that brings it; null when the terminal showed it.';

create table private.sign_in_attempts (
  id           bigint generated always as identity primary key,
  created_at   timestamptz not null default now(),
  kind         text not null constraint sign_in_attempts_kind_ok check (kind in ('ask', 'try')),
  address_hash text not null,
  caller_hash  text
);
create index sign_in_attempts_by_address on private.sign_in_attempts (address_hash, kind, created_at desc);
create index sign_in_attempts_by_caller on private.sign_in_attempts (caller_hash, kind, created_at desc);
create index sign_in_attempts_by_time on private.sign_in_attempts (created_at);

comment on table private.sign_in_attempts is 'Counts codes asked for and tried, of the last day.';
comment on column private.sign_in_attempts.kind is 'ask: a code was sent; try: one was typed.';

-- The content of a code's mail. Null for an address that is no owner's, and for a code that was replaced, used
-- or has expired: claim_mail() then drops the mail.
create function private.code_detail(mail bigint) returns json
language sql stable set search_path = '' as $$
  select json_build_object('email', o.email, 'nonce', c.nonce, 'code', null)
    from private.sign_in_codes c join private.owners o on o.id = c.owner_id
    where c.mail_id = mail and c.expires_at > now();
$$;

-- Calls of one network wait for each other, so that all are counted; then those about one address.
create function private.lock_sign_in(caller text, address text) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended(caller, 3));
  select pg_advisory_xact_lock(hashtextextended(address, 4));
$$;

-- Seconds until fewer than `most` of these attempts lie within the window; 0 when one more is allowed now.
create function private.wait_for(attempts timestamptz[], most integer, span interval) returns integer
language sql stable set search_path = ''
return case when coalesce(array_length(attempts, 1), 0) < most then 0
  else greatest(0, ceil(extract(epoch from attempts[most] + span - now()))) end;

-- Gives an address a code, and returns what it is computed from. A code that may still be typed stays: the one that
-- was read on another device, or by the host, opens the space too.
create function private.put_code(email text, code_nonce text, is_mailed boolean) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  hash constant text := private.salted(email);
  kept private.sign_in_codes;
  mail bigint;
begin
  if is_mailed then
    insert into private.outbox (kind) values ('code') returning id into mail;
  end if;
  select c.* into kept from private.sign_in_codes c, private.settings s
    where c.address_hash = hash and c.expires_at > now() and c.tries < s.code_tries;
  insert into private.sign_in_codes as c (address_hash, owner_id, nonce, expires_at, tries, mail_id)
    select hash, (select o.id from private.owners o where o.email = put_code.email), coalesce(kept.nonce, code_nonce),
      now() + s.code_lifetime, coalesce(kept.tries, 0), coalesce(mail, kept.mail_id) from private.settings s
    on conflict (address_hash) do update set owner_id = excluded.owner_id, nonce = excluded.nonce,
      expires_at = excluded.expires_at, tries = excluded.tries, mail_id = excluded.mail_id;
  return coalesce(kept.nonce, code_nonce);
end $$;

-- Makes a code for an address, whose mail goes out if it is an owner's. Nothing that the caller can see
-- depends on that. Otherwise: how many seconds to wait, and because of whom.
create function private.ask_code(email text, code_nonce text, caller text, out blocked_by text, out wait integer)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  rule private.settings;
  address constant text := private.salted(email);
  network constant text := private.network_hash(caller);
  asked timestamptz[];
begin
  select * into strict rule from private.settings;
  perform private.lock_sign_in(network, address);
  select array_agg(a.created_at order by a.created_at desc) into asked
    from private.sign_in_attempts a where a.caller_hash = network and a.kind = 'ask';
  wait := private.wait_for(asked, rule.codes_per_caller, '1 hour');
  if wait > 0 then
    blocked_by := 'caller';
    return;
  end if;
  select array_agg(a.created_at order by a.created_at desc) into asked
    from private.sign_in_attempts a where a.address_hash = address and a.kind = 'ask';
  wait := greatest(private.wait_for(asked, 1, rule.code_every), private.wait_for(asked, rule.codes_per_hour, '1 hour'),
    private.wait_for(asked, rule.codes_per_day, '1 day'));
  if wait > 0 then
    blocked_by := 'address';
    return;
  end if;
  insert into private.sign_in_attempts (kind, address_hash, caller_hash) values ('ask', address, network);
  perform private.put_code(email, code_nonce, true);
end $$;

-- Counts one try of an address's code, and gives what the code is computed from: null when there is none, or
-- when it was tried too often. Counted before it is compared: of tries at once, no more than these pass.
create function private.try_code(email text, caller text, out wait integer, out code_nonce text)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  rule private.settings;
  address constant text := private.salted(email);
  network constant text := private.network_hash(caller);
  tried timestamptz[];
begin
  select * into strict rule from private.settings;
  perform private.lock_sign_in(network, address);
  select array_agg(a.created_at order by a.created_at desc) into tried from private.sign_in_attempts a
    where a.caller_hash = network and a.kind = 'try' and a.created_at > now() - rule.tries_window;
  wait := private.wait_for(tried, rule.tries_per_caller, rule.tries_window);
  if wait > 0 then
    return;
  end if;
  insert into private.sign_in_attempts (kind, address_hash, caller_hash) values ('try', address, network);
  update private.sign_in_codes c set tries = c.tries + 1
    where c.address_hash = address and c.expires_at > now() and c.tries < rule.code_tries
    returning c.nonce into code_nonce;
end $$;

create type private.signed_in as (session_id uuid, refresh_count integer, owner_id uuid, email text,
  started_at timestamptz, added_at timestamptz);

create function private.signed_in(session uuid) returns private.signed_in
language sql stable set search_path = '' as $$
  select row(s.id, s.refresh_count, o.id, o.email, s.created_at, o.added_at)::private.signed_in
    from private.owner_sessions s join private.owners o on o.id = s.owner_id where s.id = session;
$$;

-- Begins a session with a code that was typed right: once.
create function private.begin_session(code_nonce text, user_agent text) returns private.signed_in
language plpgsql volatile security definer set search_path = ''
as $$
declare
  owner uuid;
  session uuid;
begin
  delete from private.sign_in_codes c where c.nonce = code_nonce and c.expires_at > now() returning c.owner_id into owner;
  perform from private.owners o where o.id = owner for key share;
  if not found then
    return null;
  end if;
  insert into private.owner_sessions (owner_id, user_agent) values (owner, left(begin_session.user_agent, 300))
    returning id into session;
  return private.signed_in(session);
end $$;

-- Continues a session with the refresh token of that number. As in Supabase Auth, the predecessor of the active token
-- gets the active one again, whenever it comes: its answer may have been lost. An older one ends the session, because
-- somebody else may have it.
create function private.refresh_session(session uuid, number integer, out outcome text,
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

-- Notes that a session is used, rarely, and without waiting for a call of it at the same moment. The gateway calls it
-- with what the token names, also when the session has ended.
create function private.use_session(session uuid) returns void
language sql volatile strict security definer set search_path = '' as $$
  update private.owner_sessions s set used_at = now() where s.id = (
    select o.id from private.owner_sessions o, private.settings r
      where o.id = session and o.used_at < now() - r.session_noted for update of o skip locked);
$$;

-- Ends this session (local), the owner's others (others) or all (global).
create function private.end_sessions(session uuid, scope text) returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.owner_sessions s using private.owner_sessions this
    where this.id = session and s.owner_id = this.owner_id
      and case scope when 'local' then s.id = this.id when 'others' then s.id <> this.id else true end;
$$;

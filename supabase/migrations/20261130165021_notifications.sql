-- Notifications of new requests, for the browsers whose owner asked for them. Each is written in the transaction of the
-- request's mail, and is tried for a day: the mail says the same. The worker or the Edge Function sends them; where
-- neither has a key, the space says so.

create table private.push_key (
  only_row   boolean primary key default true check (only_row),
  public_key text not null constraint push_key_ok check (public_key ~ '^[\w-]{87}$')
);

comment on table private.push_key is
  'The public half of the key that signs notifications, which the worker computes from the secret of the install.';

create table private.push_subscriptions (
  session_id uuid primary key,
  endpoint   text not null unique,
  p256dh     text not null constraint push_subscriptions_p256dh_ok check (p256dh ~ '^[\w-]{87}$'),
  auth       text not null constraint push_subscriptions_auth_ok check (auth ~ '^[\w-]{22}$'),
  created_at timestamptz not null default now(),
  -- The worker also requires a public address when it connects.
  constraint push_subscriptions_endpoint_ok check (length(endpoint) <= 1000
    and endpoint ~ '^https://([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}/[\x21-\x7e]*$'
    and endpoint !~ '^https://[^/]*\.(local|internal|localhost|lan|home|test|invalid|onion)/')
);

comment on table private.push_subscriptions is
  'Browsers that are notified of new requests. One whose session has ended is removed before the next notification.';
comment on column private.push_subscriptions.endpoint is 'Address at the service of the browser''s maker.';
comment on column private.push_subscriptions.p256dh is 'The browser''s public key: only it can read what is sent to it.';
comment on column private.push_subscriptions.auth is 'The secret that the browser shares with the site.';

create table private.pushes (
  id         bigint generated always as identity primary key,
  session_id uuid not null references private.push_subscriptions (session_id) on delete cascade,
  kind       text not null constraint pushes_kind_ok check (kind in ('contact', 'reservation')),
  ref        uuid not null,
  created_at timestamptz not null default now(),
  not_before timestamptz not null default now(),
  attempts   integer not null default 0
);
create index pushes_by_session on private.pushes (session_id);

comment on table private.pushes is 'Notifications that are still to be sent, for a day at most.';

-- Requests that a digest tells of make no notification: neither a flood nor what is probably unwanted makes a telephone
-- ring. A notification goes when the mail of its request may go, not before: the owner opens the request with its
-- dates.
create function private.queue_pushes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.pushes (session_id, kind, ref, not_before)
    select s.session_id, new.kind, new.ref, new.not_before from private.push_subscriptions s;
  return null;
end $$;
create trigger notify_browsers after insert on private.outbox
  for each row when (new.kind in ('contact', 'reservation') and new.digest_id is null)
  execute function private.queue_pushes();

create function private.release_pushes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.pushes p set not_before = new.not_before
    where p.ref = new.ref and p.kind = new.kind and p.attempts = 0 and p.not_before > new.not_before;
  return null;
end $$;
create trigger release_pushes after update of not_before on private.outbox
  for each row when (new.kind in ('contact', 'reservation') and new.not_before < old.not_before)
  execute function private.release_pushes();

-- Browsers subscribed with the key: with another one, no service delivers to them.
create function private.offer_push(public_key text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select from private.push_key k where k.public_key = offer_push.public_key) then
    return;
  end if;
  delete from private.push_subscriptions where true;
  insert into private.push_key (public_key) values (offer_push.public_key)
    on conflict (only_row) do update set public_key = excluded.public_key;
end $$;

-- Due notifications, at most ten. Another worker gets those of one that has died after two minutes.
create function private.claim_pushes()
returns table (id text, kind text, ref uuid, endpoint text, p256dh text, auth text)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.pushes p where p.created_at < now() - interval '1 day';
  delete from private.push_subscriptions p
    where not exists (select from private.open_sessions() s where s.session_id = p.session_id);
  return query
    update private.pushes p set attempts = p.attempts + 1, not_before = now() + interval '2 minutes'
      from private.push_subscriptions s
      where s.session_id = p.session_id and p.id in (
        select due.id from private.pushes due where due.not_before <= now()
        order by due.attempts, due.id limit 10 for update skip locked)
      returning p.id::text, p.kind, p.ref, s.endpoint, s.p256dh, s.auth;
end $$;

create function private.push_sent(push bigint) returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.pushes where id = push;
$$;

-- `is_gone`: the service has no such subscription any more.
create function private.push_failed(push bigint, is_gone boolean) returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.push_subscriptions s using private.pushes p
    where is_gone and p.id = push and s.session_id = p.session_id;
  update private.pushes p set not_before = now() + least(interval '1 hour', interval '1 minute' * power(2, least(p.attempts, 6)))
    where p.id = push;
$$;

-- `publicKey` is null where nothing sends notifications; `isOn` is about the calling session.
create function private.push_state(owner text) returns json
language sql stable set search_path = '' as $$
  select json_build_object('publicKey', (select k.public_key from private.push_key k),
      'devices', (select count(*) from private.push_subscriptions p join private.open_sessions() s using (session_id)
        join private.owners o on o.id = s.owner_id where o.email = owner),
      'isOn', exists (select from private.push_subscriptions p
        where p.session_id = (select l.session_id from private.live_session() l)));
$$;

create function public.owner_push() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.push_state(private.require_owner());
end $$;

-- Notifies the calling session's browser from now on. Of an owner's devices, the ten that were added last are notified.
-- A constraint that fails writes the row, with the secret of a browser, into the log of the database. One whose error
-- is handled writes nothing.
create function public.owner_add_push(endpoint text, p256dh text, auth text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  address constant text := private.require_owner();
  session constant uuid := (select l.session_id from private.live_session() l);
  owner constant uuid := private.owner_id(address);
begin
  if session is null then
    perform private.refuse_action('Notifications belong to a session: the terminal has none');
  end if;
  if not exists (select from private.push_key) then
    perform private.refuse(404, 'NO_PUSH', 'This site sends no notifications');
  end if;
  begin
    -- The browser keeps its address when a new session begins in it.
    delete from private.push_subscriptions p where p.endpoint = owner_add_push.endpoint and p.session_id <> session;
    insert into private.push_subscriptions as p (session_id, endpoint, p256dh, auth)
      values (session, owner_add_push.endpoint, owner_add_push.p256dh, owner_add_push.auth)
      on conflict (session_id) do update
        set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, created_at = now();
  exception when integrity_constraint_violation then
    perform private.refuse(400, '23514', 'This is not the subscription of a browser');
  end;
  delete from private.push_subscriptions p where p.session_id in (
    select p.session_id from private.push_subscriptions p join private.open_sessions() s on s.session_id = p.session_id
    where s.owner_id = owner order by p.created_at desc, p.session_id offset 10);
  return private.push_state(address);
end $$;

create function public.owner_remove_push() returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address constant text := private.require_owner();
begin
  delete from private.push_subscriptions p where p.session_id = (select l.session_id from private.live_session() l);
  return private.push_state(address);
end $$;

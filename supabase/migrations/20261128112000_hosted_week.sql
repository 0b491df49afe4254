-- Hosted Supabase has the same week: notifications for sessions of its Auth too, and the Edge Function is also woken for them and
-- for the owner's own calendar.

-- The sessions of owners, wherever they are kept.
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
revoke all on function private.open_sessions() from public;

alter table private.push_subscriptions drop constraint push_subscriptions_session_id_fkey;
comment on table private.push_subscriptions is
  'Browsers that are notified of new requests. One whose session has ended is removed before the next notification.';

-- Due notifications, at most ten. Another worker gets those of one that has died after two minutes.
create or replace function private.claim_pushes()
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

-- `publicKey` is null where nothing sends notifications; `isOn` is about the calling session.
create or replace function private.push_state(owner text) returns json
language sql stable set search_path = '' as $$
  select json_build_object('publicKey', (select k.public_key from private.push_key k),
      'devices', (select count(*) from private.push_subscriptions p join private.open_sessions() s using (session_id)
        join private.owners o on o.id = s.owner_id where o.email = owner),
      'isOn', exists (select from private.push_subscriptions p
        where p.session_id = (select l.session_id from private.live_session() l)));
$$;

-- Notifies the calling session's browser from now on. Of an owner's devices, the ten that were added last are notified.
-- A constraint that fails writes the row, with the secret of a browser, into the log of the database. One whose error is
-- handled writes nothing.
create or replace function public.owner_add_push(endpoint text, p256dh text, auth text) returns json
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

-- What could not be read is told. A reading that ends late never replaces a newer one.
create or replace function private.own_calendar_read(reading uuid, claim integer, busy date[], unread text[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update private.own_calendar c set read_at = now(), is_asked = false, failed_since = null, failure = null,
      due_at = least(c.due_at, now() + interval '15 minutes'),
      stored_claim = own_calendar_read.claim, unread_count = cardinality(own_calendar_read.unread),
      unread = own_calendar_read.unread[1:10]
    where c.connection = reading and c.stored_claim <= own_calendar_read.claim;
  if found then
    delete from private.own_calendar_days d where d.day <> all (busy);
    insert into private.own_calendar_days (day) select distinct b.day from unnest(busy) as b (day) on conflict do nothing;
  end if;
end $$;

-- A calendar that keeps its reader busy until the host ends it is read again after a day, or when the owner asks.
create or replace function private.own_calendar_failed(reading uuid, claim integer, reason text) returns void
language sql volatile set search_path = '' as $$
  update private.own_calendar c set is_asked = false, failed_since = coalesce(c.failed_since, now()), failure = reason,
      due_at = case when reason = 'too-complex' then now() + interval '1 day' else c.due_at end,
      stored_claim = own_calendar_failed.claim
    where c.connection = reading and c.stored_claim <= own_calendar_failed.claim;
$$;

-- Wakes the Edge Function for what is due: a mail, a notification, a reading of the owner's own calendar. Its address and the
-- secret that proves the call are in Vault: docs/hosting/supabase.md.
create or replace function private.wake_notifier() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  url text;
  secret text;
begin
  perform private.queue_concerns();
  perform private.queue_reminders();
  if not exists (select from private.outbox o
                 where o.sent_at is null and o.given_up_at is null and o.not_before <= now()
                   and coalesce(o.claimed_until, '-infinity') <= now()
                   -- A request in a digest that is still to come is due with it.
                   and not exists (select from private.outbox d where d.id = o.digest_id and d.sent_at is null))
      and not exists (select from private.pushes p where p.not_before <= now() and p.created_at > now() - interval '1 day')
      and not exists (select from private.own_calendar c where c.due_at <= now()) then
    return;
  end if;
  select s.decrypted_secret into url from vault.decrypted_secrets s where s.name = 'notify_owner_url';
  select s.decrypted_secret into secret from vault.decrypted_secrets s where s.name = 'notify_owner_secret';
  if url is null or secret is null then
    raise exception 'Mails are waiting, and Vault lacks notify_owner_url or notify_owner_secret';
  end if;
  perform net.http_post(url => url, body => '{}'::jsonb, timeout_milliseconds => 55000,
    headers => jsonb_build_object('content-type', 'application/json', 'x-notify-secret', secret));
end $$;

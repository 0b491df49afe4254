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
    select p.session_id from private.push_subscriptions p join private.owner_sessions s on s.id = p.session_id
    where s.owner_id = owner order by p.created_at desc, p.session_id offset 10);
  return private.push_state(address);
end $$;

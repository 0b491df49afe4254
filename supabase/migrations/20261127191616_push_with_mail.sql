-- A notification goes when the mail of its request may go, not before: the owner opens the request with its dates.
create or replace function private.queue_pushes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.pushes (session_id, kind, ref, not_before)
    select s.session_id, new.kind, new.ref, new.not_before from private.push_subscriptions s;
  return null;
end $$;

create function private.release_pushes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.pushes p set not_before = new.not_before
    where p.ref = new.ref and p.kind = new.kind and p.attempts = 0 and p.not_before > new.not_before;
  return null;
end $$;
revoke all on function private.release_pushes() from public;
create trigger release_pushes after update of not_before on private.outbox
  for each row when (new.kind in ('contact', 'reservation') and new.not_before < old.not_before)
  execute function private.release_pushes();

-- Two servers look within the same milliseconds here too: the first one's time lies in the future for the second.

-- As it was, with an hour for times in the future.
create or replace function private.apply_due_retention() returns json
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.retention_state t
    where (t.looked_at between now() - interval '1 hour' and now() + interval '1 hour') is not true for update skip locked;
  if not found then
    return null;
  end if;
  update private.retention_state set looked_at = now();
  delete from private.sign_in_attempts a where a.created_at < now() - interval '1 day';
  delete from private.sign_in_codes c where c.expires_at < now();
  delete from private.owner_sessions s using private.settings r where s.used_at < now() - r.session_idle;
  return private.apply_retention();
end $$;

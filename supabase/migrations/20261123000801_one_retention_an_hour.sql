-- Two servers can look for due retention within the same milliseconds too. A time up to an hour ahead now counts as right, as in
-- 20261123000701; the rest of the function is unchanged.
create or replace function private.apply_due_retention() returns json
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.retention_state t
    where (t.looked_at between now() - interval '1 hour' and now() + interval '1 hour') is not true for update skip locked;
  if not found then
    return null;
  end if;
  update private.retention_state set looked_at = now() where true;
  delete from private.sign_in_attempts a where a.created_at < now() - interval '1 day';
  delete from private.sign_in_codes c where c.expires_at < now();
  delete from private.owner_sessions s using private.settings r where s.used_at < now() - r.session_idle;
  return private.apply_retention();
end $$;

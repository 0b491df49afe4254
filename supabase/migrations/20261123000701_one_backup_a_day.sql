-- Two servers can look for the day's backup, or for the reminder, within the same milliseconds. The time that the first one stores
-- is then in the future for the second, which took it for one of a wrong clock. Up to an hour ahead now counts as right; the rest
-- of both functions is unchanged.
create or replace function private.claim_backup(at timestamptz default now()) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  update private.upkeep u set claimed_until = at + s.backup_lease from private.settings s
    where (coalesce(u.last_at, u.since) between private.last_hour(s.backup_hour, at) and at + interval '1 hour') is not true
      and (u.claimed_until > at and u.claimed_until <= at + s.backup_lease + interval '1 hour') is not true;
  return found;
end $$;

create or replace function private.queue_reminder(at timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.upkeep u, private.settings s
    where (u.reminded_at between private.last_hour(s.reminder_hour, at) and at + interval '1 hour') is not true
    for update of u skip locked;
  if not found then
    return;
  end if;
  update private.upkeep set reminded_at = at where true;
  insert into private.outbox (kind) select 'reminder'
    where private.concerns() is not null
      and not exists (select from private.outbox o where o.kind = 'reminder' and o.sent_at is null and o.given_up_at is null);
end $$;

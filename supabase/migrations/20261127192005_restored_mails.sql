-- After a restore nobody knows which of the mails that had not been sent went out after the backup. They wait until the
-- owner sends them again (owner_retry_mails, `inbox resend`). Codes have expired, and concerns are looked for anew. Returns
-- how many wait. An older backup has the secrets of links in mails: a mail that goes gets a new one.
create function private.hold_restored_mails() returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  held integer;
begin
  update private.manage_links set secret = null where secret is not null;
  delete from private.outbox o where o.sent_at is null and o.kind in ('code', 'concerns');
  update private.outbox o
    set given_up_at = now(), claimed_until = null, attempts = greatest(o.attempts, 1),
        last_error = 'Gardé après une restauration : il est peut-être déjà parti'
    where o.sent_at is null and o.given_up_at is null and o.digest_id is null;
  get diagnostics held = row_count;
  return held;
end $$;
revoke all on function private.hold_restored_mails() from public;

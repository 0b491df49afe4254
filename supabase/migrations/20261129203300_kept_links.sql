-- The link of each mail works as long as the request can be managed: what a visitor has saved is the first mail. All mails
-- about a request go to one mailbox, so no link of theirs tells its reader more than the last one does, until its address is
-- corrected. Why: docs/decisions/046-links-for-visitors.md.

-- The link of a mail that was given up goes with it. Of one that is sent, its digest remains.
create or replace function private.renew_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.sent_at is null then
    delete from private.manage_links l where l.mail_id = new.id and l.secret is not null;
  else
    update private.manage_links l set secret = null where l.mail_id = new.id and l.secret is not null;
  end if;
  return null;
end $$;

-- Whoever reads the mailbox that was written first has nothing to do with the request.
create function private.end_links_of_mailbox() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.manage_links l where l.ref = new.id and l.mail_id is not null;
  return null;
end $$;
create trigger end_links_of_mailbox after update of email on public.reservations
  for each row when (private.mailbox(old.email) is distinct from private.mailbox(new.email))
  execute function private.end_links_of_mailbox();

comment on table private.manage_links is
  'Links with which visitors manage a reservation: of its mails, and of the page that sent it.';

revoke all on function private.end_links_of_mailbox from public;

-- Links with which visitors manage their own reservation. The secret of a link is in its fragment, which browsers send
-- to nobody; a row has its digest. Why: docs/decisions/046-links-for-visitors.md.

create table private.manage_links (
  digest  bytea primary key constraint manage_links_digest_ok check (octet_length(digest) = 32),
  ref     uuid not null references public.reservations (id) on delete cascade,
  mail_id bigint,
  secret  text,
  constraint manage_links_secret_ok check (secret is null or mail_id is not null)
);
create index manage_links_by_ref on private.manage_links (ref);
create unique index manage_links_waiting on private.manage_links (mail_id) where secret is not null;

comment on table private.manage_links is
  'Links with which visitors manage a reservation: of its mails, and of the page that sent it.';
comment on column private.manage_links.digest is 'SHA-256 of the secret. Who reads it cannot compute the link.';
comment on column private.manage_links.mail_id is 'The mail that brings it; null for the page that sent the reservation, which made the secret itself.';
comment on column private.manage_links.secret is
  'Only until the mail is sent, so that each attempt brings the same link; null afterwards.';

-- The page that sends a reservation keeps a secret and sends its digest.
create function private.link_page() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  digest constant text := substring(private.client_token('link') from '^[0-9a-f]{64}$');
begin
  if digest is not null and not new.unwanted and private.is_visitor() then
    insert into private.manage_links (digest, ref) values (decode(digest, 'hex'), new.id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger link_page after insert on public.reservations
  for each row execute function private.link_page();

-- The link in a mail to a visitor, as a path of the site, the same at each attempt. Null when there is nothing to
-- manage.
create function private.link_of_mail(mail private.outbox) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  path constant text := '/reservation/gerer#';
  made text;
begin
  select l.secret into made from private.manage_links l where l.mail_id = mail.id and l.secret is not null;
  if found then
    return path || made;
  end if;
  perform from public.reservations r where r.id = mail.ref for key share;
  if not found or (mail.kind = 'feedback' or private.last_day(mail.ref) >= private.paris_day(now())) is not true then
    return null;
  end if;
  made := translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/=', '-_');
  insert into private.manage_links (digest, ref, mail_id, secret)
    values (sha256(convert_to(made, 'UTF8')), mail.ref, mail.id, made);
  return path || made;
end $$;

-- A visitor who sends the same request again from a browser that has no link to it gets the link by mail once more,
-- within the limits of mails (a mailbox once a day). Why: docs/decisions/005-forms.md. `attempt`: the key of the
-- request, which follows from its whole content. The answer is only whether mails to visitors are on: whether there is
-- such a request, and whether a mail was written, it tells nobody.
create function public.send_link_again(attempt uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant public.reservations := (select r from public.reservations r where r.attempt = send_link_again.attempt);
begin
  if request.created_at > now() - interval '1 day' and request.status = 'nouvelle' then
    perform pg_advisory_xact_lock(hashtextextended('private.visitor_mails', 0));
    insert into private.outbox (kind, ref, recipient_hash)
      select 'link', request.id, private.salted(private.mailbox(request.email))
        where private.may_tell(request.id, 'link')
          -- One that waits brings it.
          and not exists (select from private.outbox o
            where o.ref = request.id and o.recipient_hash is not null and o.sent_at is null and o.given_up_at is null);
  end if;
  return (select s.visitor_mails from private.settings s);
end $$;

-- The link of each mail works as long as the request can be managed: what a visitor has saved is the first mail. All
-- mails about a request go to one mailbox, so no link of theirs tells its reader more than the last one does, until its
-- address is corrected. The link of a mail that was given up goes with it. Of one that is sent, its digest remains.
create function private.renew_links() returns trigger
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
create trigger renew_links after update of sent_at, given_up_at on private.outbox
  for each row when (new.recipient_hash is not null and (old.sent_at is null and new.sent_at is not null
    or old.given_up_at is null and new.given_up_at is not null)) execute function private.renew_links();

-- The reader of the mailbox that was written first has nothing to do with the request.
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

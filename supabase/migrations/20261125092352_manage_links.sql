-- Links with which visitors manage their own reservation. The secret of a link is in its fragment, which browsers send to
-- nobody; a row has its digest. Why: docs/decisions/046-links-for-visitors.md.

create table private.manage_links (
  digest  bytea primary key constraint manage_links_digest_ok check (octet_length(digest) = 32),
  ref     uuid not null references public.reservations (id) on delete cascade,
  mail_id bigint,
  secret  text,
  constraint manage_links_secret_ok check (secret is null or mail_id is not null)
);
create index manage_links_by_ref on private.manage_links (ref);
create unique index manage_links_waiting on private.manage_links (mail_id) where secret is not null;

comment on table private.manage_links is 'Links with which visitors manage a reservation: of its last mail, and of the page that sent it.';
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

create function private.last_day(reservation uuid) returns date
language sql stable set search_path = ''
return (select max(d.date) from public.reservation_dates d where d.reservation_id = reservation);

-- The link in a mail to a visitor, as a path of the site, the same at each attempt. Null when there is nothing to manage.
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
  if not found or (private.last_day(mail.ref) >= private.paris_day(now())) is not true then
    return null;
  end if;
  made := translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/=', '-_');
  insert into private.manage_links (digest, ref, mail_id, secret)
    values (sha256(convert_to(made, 'UTF8')), mail.ref, mail.id, made);
  return path || made;
end $$;

-- A link replaces those of earlier mails once its own mail is sent: until then, the visitor has no other.
create function private.renew_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  sent bytea;
begin
  if new.sent_at is null then
    delete from private.manage_links l where l.mail_id = new.id and l.secret is not null;
    return null;
  end if;
  update private.manage_links l set secret = null where l.mail_id = new.id and l.secret is not null
    returning l.digest into sent;
  if sent is not null then
    delete from private.manage_links l where l.ref = new.ref and l.mail_id <= new.id and l.digest <> sent;
  end if;
  return null;
end $$;
create trigger renew_links after update of sent_at, given_up_at on private.outbox
  for each row when (new.recipient_hash is not null and (old.sent_at is null and new.sent_at is not null
    or old.given_up_at is null and new.given_up_at is not null)) execute function private.renew_links();

-- A mail about a further calendar entry has a link too. Since links of earlier mails keep working, it ends none of them.
-- Why: docs/decisions/046-links-for-visitors.md.

-- The link in a mail to a visitor, as a path of the site, the same at each attempt. Null when there is nothing to manage.
create or replace function private.link_of_mail(mail private.outbox) returns text
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

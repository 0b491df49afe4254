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

-- A visitor is reminded of the file for the fund a week before it is due, not on its last day. Who has been told of the day in
-- that time knows it from the confirmation. Why: docs/decisions/031-mails-to-visitors.md.

alter table private.settings alter column funding_reminder_days set default 22;
update private.settings set funding_reminder_days = default where funding_reminder_days = 15;

-- Of several days, the questionnaire is for after the last one: it is answered once, and asks about the whole.

-- Which facts are filled in, and never what: links are forwarded. Its type is ManagedDayFile.
create or replace function private.managed_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('version', file -> 'version',
      'given', (select coalesce(json_agg(fact), '[]') from unnest(array['address', 'siren', 'status', 'payer', 'payerName',
        'payerAddress', 'payerSiren', 'priorLevel']) as fact where file ->> fact is not null),
      'isClosed', coalesce(reservation.convention_sent_on, reservation.convention_signed_on) is not null
        or reservation.status = 'annulee',
      'mayAnswer', (
        select count(*) > 0 and max(day) <= private.paris_day(now()) from unnest(private.confirmed_days(reservation.id)) as day),
      'hasAnswered', file ->> 'answeredAt' is not null)
    from (select private.day_file_json(reservation) as file) as one
$$;

-- The mail with the link to the questionnaire, on the day after the last confirmed one.

alter table private.outbox drop constraint outbox_kind_ok, drop constraint outbox_about_ok,
  add constraint outbox_kind_ok check (case
    when kind in ('contact', 'reservation', 'dates', 'change', 'welcome') then ref is not null and recipient_hash is null
    when kind in ('receipt', 'confirmation', 'cancellation', 'calendar', 'reminder', 'funding', 'feedback', 'link')
      then ref is not null and recipient_hash is not null
    when kind in ('digest', 'concerns', 'code') then ref is null and recipient_hash is null
    else false end),
  add constraint outbox_about_ok check ((about is not null) = (kind in ('reminder', 'funding', 'feedback')));

-- Whether the questionnaire is still to be answered once that day, the last confirmed one, is over. Not by who was absent.
create function private.awaits_feedback(reservation uuid, day date) returns boolean
language sql stable set search_path = ''
return day = (select max(d.date) from public.reservation_dates d where d.reservation_id = reservation and d.confirmed)
  and not exists (select from private.day_files f where f.ref = reservation and (f.answered_at is not null
    or f.kept is not null and not exists (select from jsonb_array_elements(f.kept) as h where h ->> 'from' is not null)));

-- As before, with `feedback`: what a limit withholds goes on one of the two days after.
create or replace function private.due_reminders(at timestamptz) returns table (ref uuid, kind text, about date)
language sql stable set search_path = '' as $$
  select d.reservation_id, due.kind, d.date
    from private.settings s,
      lateral (values ('reminder', 1, s.visitor_reminder_days), ('funding', 15, s.funding_reminder_days), ('feedback', -3, -1))
        as due (kind, nearest, farthest),
      public.reservation_dates d join public.reservations r on r.id = d.reservation_id
    where s.visitor_mails and extract(hour from at at time zone 'Europe/Paris') >= s.reminder_hour
      and d.confirmed and r.status = 'confirmee' and (r.is_agefice or due.kind <> 'funding')
      and (due.kind <> 'feedback' or private.awaits_feedback(r.id, d.date))
      and d.date between private.paris_day(at) + due.nearest and private.paris_day(at) + due.farthest
      and not exists (select from private.outbox o where o.ref = r.id and o.kind = due.kind and o.about = d.date)
      and not exists (select from private.request_events e where e.ref = r.id and e.action in ('confirmed', 'changed_day')
        and private.paris_day(e.at) >= d.date - due.farthest)
    order by d.date, d.reservation_id;
$$;

-- Whether a mail of that kind may go to the author of a request now. A mail of an entry follows one that the limits allowed:
-- there is one for each day that the owner has changed. Counted, they would keep the cancellation of a fifth day from the
-- visitor.
create or replace function private.may_tell(request uuid, kind text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  rule private.settings;
  author record;
  mailbox text;
  of_hour integer;
  of_day integer;
begin
  select * into strict rule from private.settings;
  if not rule.visitor_mails then
    return false;
  end if;
  select * into author from private.author_of(request);
  if author.is_trusted is not true then
    return false;
  end if;
  mailbox := private.salted(private.mailbox(author.email));
  select count(*) into of_day from private.outbox o
    where o.recipient_hash = mailbox and o.kind <> 'calendar' and o.created_at > now() - interval '1 day';
  select count(*) into of_hour from private.outbox o
    where o.recipient_hash is not null and o.kind <> 'calendar' and o.created_at > now() - interval '1 hour';
  if kind <> 'calendar' and (of_day >= rule.visitor_mails_per_day or of_hour >= rule.visitor_mails_per_hour) then
    return false;
  end if;
  if kind in ('receipt', 'link') then
    return of_hour < rule.receipts_per_hour
      and not exists (select from private.outbox o where o.recipient_hash = mailbox and o.kind = may_tell.kind
                        and o.created_at > now() - rule.receipt_every);
  end if;
  -- Nobody needs another mail about days that are over.
  return kind = 'feedback' or exists (select from public.reservation_dates d
                                      where d.reservation_id = request and d.date >= private.paris_day(now()));
end $$;

-- The link in a mail to a visitor, as a path of the site, the same at each attempt. Null when there is nothing to manage, and
-- in a mail of a calendar entry alone, whose link would end that of the mail before it.
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
  if not found or mail.kind = 'calendar'
      or (mail.kind = 'feedback' or private.last_day(mail.ref) >= private.paris_day(now())) is not true then
    return null;
  end if;
  made := translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/=', '-_');
  insert into private.manage_links (digest, ref, mail_id, secret)
    values (sha256(convert_to(made, 'UTF8')), mail.ref, mail.id, made);
  return path || made;
end $$;

-- As before; the questionnaire can be answered for four months.
create or replace function private.failed_mails() returns setof private.outbox
language sql volatile set search_path = '' as $$
  select o.* from private.outbox o
    where o.sent_at is null and o.digest_id is null and o.attempts > 0 and o.kind <> 'code'
      and (o.given_up_at is not null or o.not_before > clock_timestamp())
      and coalesce(o.claimed_until, '-infinity') <= clock_timestamp()
      and (o.recipient_hash is null or o.kind = 'receipt' or coalesce(o.about, private.last_day(o.ref))
        + case o.kind when 'feedback' then 120 else 0 end >= private.paris_day(now()));
$$;

revoke all on all functions in schema private from public;

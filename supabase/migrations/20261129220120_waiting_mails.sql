-- The owner reads whether an action sends a mail to the visitor. One that still waits, the last that a day allows, is such a mail: it
-- tells of the request as it will be then.

-- Whether a mail of that kind may go to the author of a request now. A mail of an entry follows one that the limits allowed:
-- there is one for each day that the owner has changed. Counted, they would keep the cancellation of a fifth day from the
-- visitor. Mails that visitors cause by themselves (`receipt`, `link`, `asked`) leave room for those that the owner causes. What
-- the owner decides goes with a mail about it that still waits, which is no further one.
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
  if kind in ('confirmation', 'cancellation') and exists (select from private.outbox o where o.ref = may_tell.request
      and o.kind in ('confirmation', 'cancellation') and o.sent_at is null and o.attempts = 0) then
    return true;
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
  if kind = 'asked' and (of_hour >= rule.receipts_per_hour or of_day >= rule.visitor_mails_per_day - 1) then
    return false;
  end if;
  -- Nobody needs another mail about days that are over.
  return kind = 'feedback' or exists (select from public.reservation_dates d
                                      where d.reservation_id = request and d.date >= private.paris_day(now()));
end $$;

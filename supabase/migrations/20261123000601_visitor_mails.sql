-- Mails to visitors: a request has come in, its days are confirmed, it is cancelled. Off until the owner switches
-- them on. The database decides whether one is written, in the transaction of what it tells of: a form that mails
-- whatever address was typed is a way to mail strangers, and each limit below takes one such way.

alter table private.settings
  add column visitor_mails          boolean  not null default false,
  add column visitor_mails_per_hour integer  not null default 30,
  add column receipts_per_hour      integer  not null default 20,
  add column visitor_mails_per_day  integer  not null default 5,
  add column receipt_every          interval not null default '1 day',
  add column visitor_delay          interval not null default '1 minute';
comment on column private.settings.visitor_mails is 'Whether visitors get mails at all; each start of the site writes it from site.json.';
comment on column private.settings.visitor_mails_per_hour is 'Mails to visitors in an hour, of all kinds, to all of them.';
comment on column private.settings.receipts_per_hour is
  'Of visitor_mails_per_hour, those that a submission causes: a flood leaves the rest to what the owner confirms.';
comment on column private.settings.visitor_mails_per_day is 'Mails to one mailbox in a day, of all kinds.';
comment on column private.settings.receipt_every is 'Further requests of one mailbox within it are not acknowledged.';
comment on column private.settings.visitor_delay is
  'How long a confirmation or cancellation waits, so that a wrong press that is corrected at once sends nothing wrong.';

alter table private.outbox
  add column recipient_hash text,
  add column visitor_error  text;
create index outbox_by_recipient on private.outbox (recipient_hash, created_at) where recipient_hash is not null;
create index outbox_to_visitors on private.outbox (created_at desc) where recipient_hash is not null;
comment on column private.outbox.recipient_hash is
  'Salted hash of the visitor''s mailbox, by which mails to it are counted; null for mails to the owner.';
comment on column private.outbox.visitor_error is
  'As last_error, which is null for mails to visitors: an address that a visitor mistyped is no alert for the owner.';
comment on column private.outbox.kind is 'What the mail is about: the kinds of ClaimedMail in functions/_shared/claimed-mail.ts.';

-- Added to whatever kinds there are.
do $$
declare
  kinds constant text := (select pg_get_expr(c.conbin, c.conrelid) from pg_constraint c
    where c.conrelid = 'private.outbox'::regclass and c.conname = 'outbox_kind_ok');
begin
  alter table private.outbox drop constraint outbox_kind_ok;
  execute format('alter table private.outbox add constraint outbox_kind_ok
    check (%s or kind in (''receipt'', ''confirmation'', ''cancellation''))', kinds);
end $$;
alter table private.outbox add constraint outbox_recipient_ok
  check ((kind in ('receipt', 'confirmation', 'cancellation')) = (recipient_hash is not null));

-- ───────────────────────── whether a mail is written ─────────────────────────

-- The mailbox behind an address: what follows a plus sign, and Gmail's dots, lead to the same one.
create function private.mailbox(address text) returns text
language sql immutable set search_path = ''
begin atomic
  select case when part.domain in ('gmail.com', 'googlemail.com')
      then replace(part.local, '.', '') || '@gmail.com' else part.local || '@' || part.domain end
    from (select split_part(lower(address), '@', 2) as domain,
            coalesce(nullif(split_part(split_part(lower(address), '@', 1), '+', 1), ''), lower(address)) as local) as part;
end;

-- The address of a request, and whether it came in as requests of people do.
create function private.author_of(request uuid, out email text, out is_trusted boolean)
language sql stable set search_path = ''
begin atomic
  select c.email, not (c.flagged or c.unwanted or c.is_spam) from public.contacts c where c.id = request
  union all
  select r.email, not (r.flagged or r.unwanted or r.is_spam) from public.reservations r where r.id = request;
end;

-- Whether a mail of that kind may go to the author of a request now.
create function private.may_tell(request uuid, kind text) returns boolean
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
    where o.recipient_hash = mailbox and o.created_at > now() - interval '1 day';
  select count(*) into of_hour from private.outbox o
    where o.recipient_hash is not null and o.created_at > now() - interval '1 hour';
  if of_day >= rule.visitor_mails_per_day or of_hour >= rule.visitor_mails_per_hour then
    return false;
  end if;
  if kind = 'receipt' then
    return of_hour < rule.receipts_per_hour
      and not exists (select from private.outbox o where o.recipient_hash = mailbox and o.kind = 'receipt'
                        and o.created_at > now() - rule.receipt_every);
  end if;
  -- Nobody needs a mail about days that are over.
  return exists (select from public.reservation_dates d
                 where d.reservation_id = request and d.date >= private.paris_day(now()));
end $$;

-- Of requests at once, each sees the mails of those before it.
create function private.queue_visitor_mail(request uuid, kind text, not_before timestamptz) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if not (select s.visitor_mails from private.settings s) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.visitor_mails', 0));
  -- One that still waits tells of the request as it will be then.
  update private.outbox o set kind = queue_visitor_mail.kind, not_before = queue_visitor_mail.not_before
    where o.ref = request and o.kind in ('confirmation', 'cancellation') and queue_visitor_mail.kind <> 'receipt'
      and o.sent_at is null and o.attempts = 0;
  if not found and private.may_tell(request, queue_visitor_mail.kind) then
    insert into private.outbox (kind, ref, not_before, recipient_hash)
      select queue_visitor_mail.kind, request, queue_visitor_mail.not_before, private.salted(private.mailbox(a.email))
        from private.author_of(request) a;
  end if;
end $$;

create function private.acknowledge_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_visitor() then
    perform private.queue_visitor_mail(new.id, 'receipt', now());
  end if;
  return null;
end $$;
create trigger tell_visitor after insert on public.contacts
  for each row execute function private.acknowledge_contact();

-- With its dates, which the mail repeats; those that are added later join it, or nothing.
create function private.acknowledge_reservation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_visitor() then
    perform private.queue_visitor_mail(one.reservation_id, 'receipt', now())
      from (select distinct a.reservation_id from added a) as one
      where not exists (select from private.outbox o where o.ref = one.reservation_id and o.kind = 'receipt');
  end if;
  return null;
end $$;
create trigger tell_visitor after insert on public.reservation_dates
  referencing new table as added for each statement execute function private.acknowledge_reservation();

-- What the owner does, at the terminal too. An event that a dump brings back is older than its transaction.
create function private.tell_of_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind constant text := (
    select case r.status when 'confirmee' then 'confirmation' when 'annulee' then 'cancellation' end
    from public.reservations r where r.id = new.ref);
begin
  if new.at = now() and kind is not null then
    perform private.queue_visitor_mail(new.ref, kind, now() + s.visitor_delay) from private.settings s;
  end if;
  return null;
end $$;
create trigger tell_visitor after insert on private.request_events
  for each row when (new.action in ('confirmed', 'cancelled', 'changed_day')) execute function private.tell_of_event();

-- Mails to visitors do not count for the owner's digests.
create or replace function private.queue_request(kind text, ref uuid, not_before timestamptz, is_flagged boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.outbox (kind, ref, not_before, digest_id)
    select queue_request.kind, queue_request.ref, queue_request.not_before,
      case when is_flagged or s.mails_per_hour <= (
        select count(*) from (
          select from private.outbox o
          where o.created_at > now() - interval '1 hour' and o.ref is not null and o.recipient_hash is null
          order by o.created_at desc limit s.mails_per_hour) as latest)
      then private.open_digest() end
    from private.settings s;
end $$;

-- ───────────────────────── what a mail contains ─────────────────────────

-- Days that were confirmed at some time, or were replaced by others.
create function private.told_days(request uuid) returns table (day text)
language sql stable set search_path = ''
begin atomic
  select day from private.request_events e, json_array_elements_text(e.detail) as day
    where e.ref = request and e.action = 'confirmed'
  union
  select e.detail ->> one from private.request_events e, unnest('{from,to}'::text[]) as one
    where e.ref = request and e.action = 'changed_day';
end;

-- Its type is VisitorMail's detail. No text of the visitor's but the address. The id of a calendar entry is no id of a
-- request, with which dates could be added to it. Null when it is no longer true, or no longer allowed.
create function private.visitor_detail(kind text, request uuid, mail bigint) returns json
language sql stable set search_path = ''
begin atomic
  with about as (
    select c.id, c.email, 'contact' as request, c.created_at, c.is_agefice, c.version, null as status
      from public.contacts c where c.id = visitor_detail.request
    union all
    select r.id, r.email, 'reservation', r.created_at, r.is_agefice, r.version, r.status
      from public.reservations r where r.id = visitor_detail.request
  ), day as (
    select d.date::text as date, d.confirmed from public.reservation_dates d where d.reservation_id = visitor_detail.request
  ), known as (
    select day.date from day where day.confirmed or visitor_detail.kind = 'cancellation'
    union
    select t.day from private.told_days(visitor_detail.request) t
  )
  select json_build_object('id', a.id, 'email', a.email, 'request', a.request,
      'queuedAt', private.iso((select o.created_at from private.outbox o where o.id = mail)),
      'receivedAt', private.iso(a.created_at), 'isAgefice', a.is_agefice,
      'days', (select coalesce(json_agg(d.date order by d.date), '[]') from day d
               where d.confirmed or visitor_detail.kind <> 'confirmation'),
      'withdrawn', (select coalesce(json_agg(k.date order by k.date), '[]') from known k
                    where visitor_detail.kind = 'cancellation' or visitor_detail.kind = 'confirmation'
                      and k.date not in (select d.date from day d where d.confirmed)),
      'hasOtherDays', exists (select from day d where not d.confirmed and visitor_detail.kind = 'confirmation'),
      'sequence', a.version, 'calendarId', left(private.salted(a.id::text), 32))
    from about a, private.settings s, private.author_of(visitor_detail.request) author
    where s.visitor_mails and author.is_trusted
      and case visitor_detail.kind when 'receipt' then a.status is null or a.status = 'nouvelle'
        when 'confirmation' then a.status = 'confirmee' and exists (select from day d where d.confirmed)
        else a.status = 'annulee' end;
end;

alter function private.mail_detail(text, uuid, bigint) rename to owner_mail_detail;
create function private.mail_detail(kind text, ref uuid, mail bigint) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case when kind in ('receipt', 'confirmation', 'cancellation') then private.visitor_detail(kind, ref, mail)
    else private.owner_mail_detail(kind, ref, mail) end;
end $$;

-- A mail to a visitor is given up after ten attempts, some four hours. A receipt then goes: the page has said the same,
-- and the owner has nothing to do about it.
create or replace function private.mail_failed(mail bigint, error text) returns void
language sql security definer set search_path = ''
begin atomic
  update private.outbox o
    set claimed_until = null,
        last_error = case when o.recipient_hash is null then left(error, 500) end,
        visitor_error = case when o.recipient_hash is not null then left(error, 500) end,
        not_before = now() + least(s.mail_longest_retry, s.mail_first_retry * power(2, least(o.attempts, 20) - 1)),
        given_up_at = case when case when o.recipient_hash is null
          then now() >= o.first_tried_at + s.mail_given_up and o.attempts >= 20 else o.attempts >= 10 end then now() end
    from private.settings s where o.id = mail and o.sent_at is null;
  delete from private.outbox o where o.id = mail and o.kind = 'receipt' and o.given_up_at is not null;
end;

-- ───────────────────────── for the owner ─────────────────────────

-- `tellsVisitor`: whether the person gets a mail when the owner confirms or cancels now.
create or replace function public.owner_request(id uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return (private.request_whole(owner_request.id)::jsonb
    || jsonb_build_object('tellsVisitor', private.may_tell(owner_request.id, 'confirmation')))::json;
end $$;

create function private.set_visitor_mails(wanted boolean) returns void
language sql security definer set search_path = ''
begin atomic
  update private.settings set visitor_mails = wanted where visitor_mails is distinct from wanted;
end;

revoke all on function private.mailbox(text), private.author_of(uuid), private.may_tell(uuid, text),
  private.queue_visitor_mail(uuid, text, timestamptz), private.acknowledge_contact(), private.acknowledge_reservation(),
  private.tell_of_event(), private.told_days(uuid), private.visitor_detail(text, uuid, bigint),
  private.mail_detail(text, uuid, bigint), private.set_visitor_mails(boolean)
  from public, anon, authenticated;
grant execute on function private.set_visitor_mails(boolean) to service_role;

-- Mails to visitors: a request has come in, its days are confirmed, it is cancelled. Off until the owner switches
-- them on. The database decides whether one is written, in the transaction of the row that it is about: a form that
-- mails any address that was typed is a way to mail strangers, and each limit below takes one such way.

-- The mailbox behind an address: what follows a plus sign, and Gmail's dots, lead to the same one.
create function private.mailbox(address text) returns text
language sql immutable set search_path = '' as $$
  select case when part.domain in ('gmail.com', 'googlemail.com')
      then replace(part.local, '.', '') || '@gmail.com' else part.local || '@' || part.domain end
    from (select split_part(lower(address), '@', 2) as domain,
            coalesce(nullif(split_part(split_part(lower(address), '@', 1), '+', 1), ''), lower(address)) as local) as part;
$$;

-- The address of a request, and whether it came in as requests of people do.
create function private.author_of(request uuid, out email text, out is_trusted boolean)
language sql stable set search_path = '' as $$
  select c.email, not (c.flagged or c.unwanted or c.is_spam) from public.contacts c where c.id = request
  union all
  select r.email, not (r.flagged or r.unwanted or r.is_spam) from public.reservations r where r.id = request;
$$;

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
declare
  own_id uuid;
begin
  if private.is_visitor() then
    for own_id in select distinct a.reservation_id from added a loop
      if not exists (select from private.outbox o where o.ref = own_id and o.kind = 'receipt')
          and not exists (select from public.reservations r where r.id = own_id and r.by_phone) then
        perform private.queue_visitor_mail(own_id, 'receipt', now());
      end if;
    end loop;
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

-- Days that were confirmed at some time, or were replaced by others.
create function private.told_days(request uuid) returns table (day text)
language sql stable set search_path = '' as $$
  select day from private.request_events e, json_array_elements_text(e.detail) as day
    where e.ref = request and e.action = 'confirmed'
  union
  select e.detail ->> one from private.request_events e, unnest('{from,to}'::text[]) as one
    where e.ref = request and e.action = 'changed_day';
$$;

-- The page that sends a booking derives the same calendar id from the reservation's, which cannot be derived from it:
-- whoever has that one can add dates.
create function private.visitor_detail(kind text, request uuid, mail bigint) returns json
language sql stable set search_path = '' as $$
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
      'sequence', a.version, 'calendarId', left(encode(sha256(convert_to(a.id::text, 'UTF8')), 'hex'), 32))
    from about a, private.settings s, private.author_of(visitor_detail.request) author
    where s.visitor_mails and author.is_trusted
      and case visitor_detail.kind when 'receipt' then a.status is null or a.status = 'nouvelle'
        when 'confirmation' then a.status = 'confirmee' and exists (select from day d where d.confirmed)
        else a.status = 'annulee' end;
$$;

create function private.set_visitor_mails(wanted boolean) returns void
language sql security definer set search_path = '' as $$
  update private.settings set visitor_mails = wanted where visitor_mails is distinct from wanted;
$$;

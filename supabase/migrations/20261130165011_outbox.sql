-- Mails to be sent, each written in the transaction of the row that it is about, so that neither exists without the
-- other; a worker drains the table. Rows that the owner adds, or a dump brings back, are no news to the owner.

create table private.outbox (
  id             bigint generated always as identity primary key,
  created_at     timestamptz not null default now(),
  kind           text not null,
  ref            uuid,
  not_before     timestamptz not null default now(),
  attempts       integer not null default 0,
  sent_at        timestamptz,
  last_error     text,
  message_id     uuid not null default gen_random_uuid(),
  claimed_until  timestamptz,
  first_tried_at timestamptz,
  given_up_at    timestamptz,
  digest_id      bigint,
  recipient_hash text,
  visitor_error  text,
  told           text[],
  about          date,
  entry          json,
  -- All kinds of mails. A table of them would be locked by each request that refers to it.
  constraint outbox_kind_ok check (case
    when kind in ('contact', 'reservation', 'dates', 'change', 'welcome') then ref is not null and recipient_hash is null
    when kind in ('receipt', 'confirmation', 'cancellation', 'calendar', 'reminder', 'funding', 'feedback', 'link', 'asked')
      then ref is not null and recipient_hash is not null
    when kind in ('digest', 'concerns', 'code') then ref is null and recipient_hash is null
    else false end),
  constraint outbox_digest_ok check (digest_id is null or ref is not null),
  constraint outbox_about_ok check ((about is not null) = (kind in ('reminder', 'funding', 'feedback')))
);
create index outbox_open on private.outbox (attempts, id)
  where sent_at is null and given_up_at is null and digest_id is null;
create index outbox_ref on private.outbox (ref);
create index outbox_newest on private.outbox (created_at desc);
create index outbox_unsent on private.outbox (id) where sent_at is null and digest_id is null;
create index outbox_about_site on private.outbox (kind, created_at desc) where ref is null;
-- Only rows of digests: the planner would read an index of all open rows in place of the one on ref.
create index outbox_digest on private.outbox (digest_id) where digest_id is not null and sent_at is null;
-- Requests join the digest that no worker has taken yet: there is one at most.
create unique index outbox_open_digest on private.outbox (kind)
  where kind = 'digest' and attempts = 0 and sent_at is null;
-- Nobody is reminded twice of a day.
create unique index outbox_reminders on private.outbox (ref, kind, about) where about is not null;
create index outbox_by_recipient on private.outbox (recipient_hash, created_at) where recipient_hash is not null;
create index outbox_to_visitors on private.outbox (created_at desc) where recipient_hash is not null;

comment on table private.outbox is
  'Mails to the owner and to visitors, to be sent and sent, each written in the transaction of the row it tells of.';
comment on column private.outbox.kind is
  'What the mail is about: the kinds of ClaimedMail in functions/_shared/claimed-mail.ts.';
comment on column private.outbox.ref is 'The contact or reservation, or the new owner; null for a mail about none or several.';
comment on column private.outbox.not_before is 'Not sent before: dates are waited for, or an attempt has failed.';
comment on column private.outbox.last_error is 'What the last failed attempt ended with, unless it is about a visitor''s address.';
comment on column private.outbox.message_id is 'First half of its Message-ID, the same for every attempt.';
comment on column private.outbox.claimed_until is 'A worker has it until then, or has died meanwhile.';
comment on column private.outbox.given_up_at is 'When it was tried for settings.mail_given_up in vain.';
comment on column private.outbox.digest_id is 'The digest that tells of it; null when it has a mail of its own.';
comment on column private.outbox.recipient_hash is
  'Salted hash of the visitor''s mailbox, by which mails to it are counted; null for mails to the owner.';
comment on column private.outbox.visitor_error is 'What the last failed attempt of a mail to a visitor ended with.';
comment on column private.outbox.about is 'The day that a reminder, funding or feedback mail is about; null for others.';
comment on column private.outbox.entry is 'The change of the visitor''s calendar that its last attempt brings.';
comment on column private.outbox.told is 'What a mail of concerns tells of, by private.concern_names(); null for others.';

-- The digest that takes further requests. It waits a little, and an hour after the one before it.
create function private.open_digest() returns bigint
language plpgsql set search_path = ''
as $$
declare
  digest bigint;
begin
  loop
    select o.id into digest from private.outbox o
      where o.kind = 'digest' and o.attempts = 0 and o.sent_at is null;
    exit when found;
    insert into private.outbox (kind, not_before)
      select 'digest', greatest(now() + s.digest_delay,
        (select max(o.created_at) from private.outbox o where o.kind = 'digest') + s.digest_delay + s.digest_every)
      from private.settings s
      on conflict (kind) where kind = 'digest' and attempts = 0 and sent_at is null do nothing;
  end loop;
  return digest;
end $$;

-- Mails to visitors do not count for the owner's digests.
create function private.queue_request(kind text, ref uuid, not_before timestamptz, is_flagged boolean) returns void
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

create function private.queue_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_visitor() and not new.unwanted then
    perform private.queue_request('contact', new.id, now(), new.flagged);
  end if;
  return null;
end $$;
create trigger tell_owner after insert on public.contacts
  for each row execute function private.queue_contact();

-- The mail waits for the dates, which are not there yet. They make it due; without any it goes when they can no longer
-- come. The minute more is for a dates request that was let in at the last moment.
create function private.queue_reservation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_visitor() and not new.unwanted then
    perform private.queue_request('reservation', new.id, now() + s.dates_window + interval '1 minute', new.flagged)
      from private.settings s;
  end if;
  return null;
end $$;
create trigger tell_owner after insert on public.reservations
  for each row when (not new.by_phone) execute function private.queue_reservation();

-- If a worker has the mail already, or had, it may have been written without these dates: all that still come within
-- the window are told in one mail, at its end.
create function private.make_mail_due() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reservation public.reservations;
  own_id uuid;
  open_digest bigint;
begin
  if not private.is_visitor() then
    return null;
  end if;
  -- In steps: as one query with joins, the whole outbox would be read for each booking.
  select d.id into open_digest from private.outbox d
    where d.kind = 'digest' and d.attempts = 0 and d.sent_at is null;
  for own_id in select distinct a.reservation_id from added a loop
    select * into strict reservation from public.reservations r where r.id = own_id;
    continue when reservation.unwanted or reservation.is_spam or reservation.by_phone;
    update private.outbox o
      set not_before = case when o.kind = 'reservation' and o.attempts = 0 then now() else o.not_before end
      where o.ref = reservation.id and o.kind in ('reservation', 'dates')
        and o.sent_at is null and coalesce(o.claimed_until, '-infinity') <= now()
        and (o.digest_id is null or o.digest_id = open_digest and o.attempts = 0);
    if not found then
      perform private.queue_request('dates', reservation.id,
        reservation.created_at + s.dates_window + interval '1 minute', reservation.flagged)
        from private.settings s;
    end if;
  end loop;
  return null;
end $$;
comment on function private.make_mail_due is
  'Trigger: makes the mail of a reservation due as soon as its dates have come. Dates that come later get a mail of their own.';
create trigger tell_owner after insert on public.reservation_dates
  referencing new table as added for each statement execute function private.make_mail_due();

-- Draining the outbox. Any number of workers call private.claim_mail(), send the mail and report the outcome. A claim
-- is a lease: when its worker dies, another gets the mail again, under the same Message-ID, so that every mail goes out
-- at least once. The details are the JSON of functions/_shared/claimed-mail.ts; null when the request has been erased,
-- or the trouble is over.

-- What the owner's mail about a reservation says; of many clashes it names the first five. It warns of the days that
-- stand, or stood until its cancellation: not of one that a confirmation did not keep.
-- `isAgefice`: whether AGEFICE is asked for still; `isFundingFiled`: the complete file has gone to the fund.
create function private.reservation_detail(reservation uuid) returns json
language sql stable set search_path = '' as $$
  with clash as (
    select c.* from private.clashes(reservation) c
      join public.reservation_dates mine on mine.reservation_id = reservation_detail.reservation and mine.date = c.date
      join public.reservations r on r.id = mine.reservation_id
      where mine.confirmed or r.status <> 'confirmee' and not mine.declined
  )
  select (private.reservation_json(r)::jsonb || jsonb_build_object('calendarId', private.calendar_id(r.id),
      'isAgefice', private.asks_agefice(r),
      'isFundingFiled', exists (select from private.day_files f where f.ref = r.id and f.funding_filed_on is not null),
      'clashes', (
        select coalesce(json_agg(json_build_object('date', c.date, 'name', c.name, 'status', c.status)
                                 order by c.date, c.created_at), '[]')
        from (select * from clash order by date, created_at limit 5) as c),
      'clashCount', (select count(*) from clash)))::json
    from public.reservations r where r.id = reservation;
$$;

-- All requests of a digest are counted, the first twenty named.
create function private.digest_detail(digest bigint) returns json
language sql stable set search_path = '' as $$
  with request as (
    select o.id as place, o.kind, o.ref, c.created_at, c.flagged
      from private.outbox o join public.contacts c on c.id = o.ref
      where o.digest_id = digest and o.attempts > 0 and o.sent_at is null and o.kind = 'contact'
    union all
    select o.id, o.kind, o.ref, r.created_at, r.flagged
      from private.outbox o join public.reservations r on r.id = o.ref
      where o.digest_id = digest and o.attempts > 0 and o.sent_at is null and o.kind <> 'contact'
  ), named as (
    select * from request order by place limit 20
  )
  select json_build_object(
      'since', private.iso(min(request.created_at)),
      'contacts', count(*) filter (where request.kind = 'contact'),
      'reservations', count(*) filter (where request.kind <> 'contact'),
      'flagged', count(*) filter (where request.flagged),
      'requests', (
        select json_agg(private.request_json(n.ref)::jsonb || jsonb_build_object('kind', n.kind) order by n.place)
        from named n),
      'more', count(*) - (select count(*) from named))
    from request having count(*) > 0;
$$;

create function private.mail_detail(mail private.outbox) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when mail.kind = 'feedback' and private.awaits_feedback(mail.ref, mail.about) is not true then null
    when mail.kind in ('confirmation', 'cancellation') and private.is_told(mail) then null
    when mail.recipient_hash is not null then private.visitor_mail_detail(mail)
    else case mail.kind
      when 'contact' then private.request_json(mail.ref)
      when 'change' then private.change_detail(mail.ref)
      when 'digest' then private.digest_detail(mail.id)
      when 'concerns' then (
        select json_build_object('concerns', c.list) from (select private.morning_concerns() as list) c where c.list is not null)
      when 'code' then private.code_detail(mail.id)
      when 'welcome' then (select json_build_object('email', o.email) from private.owners o where o.id = mail.ref)
      else private.reservation_detail(mail.ref) end::jsonb end;
end $$;
comment on function private.mail_detail(private.outbox) is
  'What a mail says; null where it no longer applies, or repeats the one before. Its types are those of ClaimedMail.';

create function private.claim_mail()
returns table (id text, kind text, "messageId" uuid, attempts integer, detail json)
language plpgsql security definer set search_path = ''
as $$
declare
  claimed private.outbox;
begin
  perform private.rejoin_digests();
  loop
    -- Fewest attempts first: a mail that cannot be sent never holds up the others.
    update private.outbox o
      set attempts = o.attempts + 1,
          first_tried_at = coalesce(o.first_tried_at, now()),
          claimed_until = clock_timestamp() + (select s.mail_lease from private.settings s)
      where o.id = (
        select open.id from private.outbox open
        where open.sent_at is null and open.given_up_at is null and open.digest_id is null
          and open.not_before <= now() and coalesce(open.claimed_until, '-infinity') <= now()
        order by open.attempts, open.id limit 1 for update skip locked)
      returning o.* into claimed;
    if not found then
      return;
    end if;
    -- From now on nothing joins it; a request that is just joining is not counted as told.
    if claimed.kind = 'digest' then
      update private.outbox o set attempts = o.attempts + 1 where o.digest_id = claimed.id and o.sent_at is null;
    end if;
    -- A statement of its own: it sees dates that came in while the row was waited for.
    detail := private.mail_detail(claimed);
    if detail is not null then
      if claimed.kind = 'concerns' then
        update private.outbox o set told = private.concern_names(detail -> 'concerns') where o.id = claimed.id;
      end if;
      if claimed.recipient_hash is not null then
        detail := (detail::jsonb || jsonb_build_object('manageUrl', private.link_of_mail(claimed)))::json;
      end if;
      id := claimed.id;
      kind := claimed.kind;
      "messageId" := claimed.message_id;
      attempts := claimed.attempts;
      return next;
      return;
    end if;
    -- Rows of a digest whose requests have all gone must not open the next one.
    delete from private.outbox o where o.id = claimed.id or o.digest_id = claimed.id and o.attempts > 0 and o.sent_at is null;
  end loop;
end $$;

-- A request may join a digest in the moment in which a worker takes it: it is moved to the next one.
create function private.rejoin_digests() returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (select from private.outbox o left join private.outbox d on d.id = o.digest_id
             where o.digest_id is not null and o.sent_at is null and (d.id is null or d.sent_at is not null)) then
    update private.outbox o set digest_id = private.open_digest()
      where o.digest_id is not null and o.sent_at is null
        and not exists (select from private.outbox d where d.id = o.digest_id and d.sent_at is null);
  end if;
end $$;

create function private.mail_sent(mail bigint) returns void
language sql security definer set search_path = '' as $$
  update private.outbox set sent_at = now(), claimed_until = null, last_error = null, given_up_at = null
    where id = mail or digest_id = mail and sent_at is null and attempts > 0;
$$;

-- `is_final`: the recipient does not exist. A receipt then goes, and leaves a trace in the history of its request, so
-- that the owner can call. `is_ours`: the failure is about the site. A mail server that refuses the sender, the login
-- or the connection refuses every mail. Such a mail is tried for two days, whoever its recipient is, and the owner is
-- told; nothing of it is removed.
create function private.mail_failed(mail bigint, error text, is_final boolean default false, is_ours boolean default false)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.outbox o
    set claimed_until = null,
        last_error = case when is_ours or o.recipient_hash is null then left(error, 500) end,
        visitor_error = case when o.recipient_hash is not null then left(error, 500) end,
        not_before = now() + least(s.mail_longest_retry, s.mail_first_retry * power(2, least(o.attempts, 20) - 1)),
        given_up_at = case when is_final or now() >= o.first_tried_at + s.mail_given_up and o.attempts >= 20 then now() end
    from private.settings s where o.id = mail and o.sent_at is null;
  with refused as (
    delete from private.outbox o where o.id = mail and o.kind = 'receipt' and o.given_up_at is not null and is_final
      returning o.ref
  )
  insert into private.request_events (ref, who, action) select r.ref, 'site', 'receipt_refused' from refused r;
end $$;

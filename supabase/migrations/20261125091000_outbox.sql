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
  -- All kinds of mails. A table of them would be locked by each request that refers to it.
  constraint outbox_kind_ok check (case
    when kind in ('contact', 'reservation', 'dates', 'change', 'welcome') then ref is not null and recipient_hash is null
    when kind in ('receipt', 'confirmation', 'cancellation', 'reminder', 'funding')
      then ref is not null and recipient_hash is not null
    when kind in ('digest', 'concerns', 'code') then ref is null and recipient_hash is null
    else false end),
  constraint outbox_digest_ok check (digest_id is null or ref is not null),
  constraint outbox_about_ok check ((about is not null) = (kind in ('reminder', 'funding')))
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
  'What the owner is still to be told by mail, written in the transaction of the row it tells of, and what was sent.';
comment on column private.outbox.kind is
  'What the mail is about: the kinds of ClaimedMail in functions/_shared/claimed-mail.ts.';
comment on column private.outbox.ref is 'The contact or reservation, or the new owner; null for a mail about none or several.';
comment on column private.outbox.not_before is 'Not sent before: dates are waited for, or an attempt has failed.';
comment on column private.outbox.last_error is 'What the last failed attempt ended with.';
comment on column private.outbox.message_id is 'First half of its Message-ID, the same for every attempt.';
comment on column private.outbox.claimed_until is 'A worker has it until then, or has died meanwhile.';
comment on column private.outbox.given_up_at is 'When it was tried for settings.mail_given_up in vain.';
comment on column private.outbox.digest_id is 'The digest that tells of it; null when it has a mail of its own.';
comment on column private.outbox.recipient_hash is
  'Salted hash of the visitor''s mailbox, by which mails to it are counted; null for mails to the owner.';
comment on column private.outbox.visitor_error is
  'As last_error, which is null for mails to visitors: an address that a visitor mistyped is no concern of the owner.';
comment on column private.outbox.about is 'The day that a reminder is about; null for others.';
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

-- Its dates are not there yet. They release the mail; without any it goes when they can no longer
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

-- Dates release the mail of their reservation. If a worker has it already, or had, it may have been
-- written without them: all that still come within the window are told in one mail, at its end.
create function private.release_reservation() returns trigger
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
        and (o.digest_id is null or o.digest_id = open_digest);
    if not found then
      perform private.queue_request('dates', reservation.id,
        reservation.created_at + s.dates_window + interval '1 minute', reservation.flagged)
        from private.settings s;
    end if;
  end loop;
  return null;
end $$;
create trigger tell_owner after insert on public.reservation_dates
  referencing new table as added for each statement execute function private.release_reservation();

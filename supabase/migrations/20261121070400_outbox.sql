-- What the owner is still to be told by mail. Written in the same transaction as the request itself,
-- so that neither exists without the other; a worker drains it. Rows that the owner adds, or a dump
-- brings back, are no news to the owner.

create table private.outbox (
  id             bigint generated always as identity primary key,
  created_at     timestamptz not null default now(),
  kind           text not null constraint outbox_kind_ok
                 check (kind in ('contact', 'reservation', 'dates', 'digest', 'alert', 'retention')),
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
  constraint outbox_ref_ok check ((kind in ('digest', 'alert', 'retention')) = (ref is null)),
  constraint outbox_digest_ok check (digest_id is null or ref is not null)
);
create index outbox_open on private.outbox (attempts, id)
  where sent_at is null and given_up_at is null and digest_id is null;
create index outbox_ref on private.outbox (ref);
create index outbox_newest on private.outbox (created_at desc);
-- Not for rows without a digest: an index of all that is open would be read in place of the one on ref.
create index outbox_digest on private.outbox (digest_id) where digest_id is not null and sent_at is null;
-- Requests join the digest that no worker has taken yet: there is one at most.
create unique index outbox_open_digest on private.outbox (kind)
  where kind = 'digest' and attempts = 0 and sent_at is null;

alter table private.settings
  add column mails_per_hour integer not null default 30,
  add column digest_delay   interval not null default '5 minutes',
  add column digest_every   interval not null default '1 hour';

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

-- Above mails_per_hour a request is told in a digest, so that no flood fills the owner's mailbox. So is
-- one that needs a second look, whatever the hour.
create function private.queue_request(kind text, ref uuid, not_before timestamptz, is_flagged boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.outbox (kind, ref, not_before, digest_id)
    select queue_request.kind, queue_request.ref, queue_request.not_before,
      case when is_flagged or s.mails_per_hour <= (
        select count(*) from (
          select from private.outbox o
          where o.created_at > now() - interval '1 hour' and o.ref is not null
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
    continue when reservation.unwanted;
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

create trigger tell_owner after insert on public.contacts
  for each row execute function private.queue_contact();
create trigger tell_owner after insert on public.reservations
  for each row execute function private.queue_reservation();
create trigger tell_owner after insert on public.reservation_dates
  referencing new table as added for each statement execute function private.release_reservation();

revoke all on private.outbox from public, anon, authenticated;
revoke all on function private.open_digest(), private.queue_request(text, uuid, timestamptz, boolean),
  private.queue_contact(), private.queue_reservation(), private.release_reservation()
  from public, anon, authenticated;
grant select, update on private.outbox to service_role;

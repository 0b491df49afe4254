-- What the owner is still to be told by mail. Written in the same transaction as the row it tells
-- of, so that neither exists without the other; a worker drains it. Rows that the owner adds, or a
-- dump brings back, are no news to the owner.

create table private.outbox (
  id         bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  kind       text not null check (kind in ('contact', 'reservation')),
  ref        uuid not null,
  not_before timestamptz not null default now(),
  attempts   integer not null default 0,
  sent_at    timestamptz,
  last_error text
);
create index outbox_due on private.outbox (not_before) where sent_at is null;
create index outbox_ref on private.outbox (ref);

create function private.queue_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outbox (kind, ref)
    select 'contact', new.id where private.is_visitor();
  return null;
end $$;

-- Its dates are not there yet. They release the mail; without any it goes when they can no longer
-- come. The minute more is for a dates request that was let in at the last moment.
create function private.queue_reservation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.outbox (kind, ref, not_before)
    select 'reservation', new.id, now() + s.dates_window + interval '1 minute' from private.settings s
    where private.is_visitor();
  return null;
end $$;

create function private.release_reservation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox o set not_before = now()
    where o.ref in (select a.reservation_id from added a) and o.sent_at is null and o.not_before > now();
  return null;
end $$;

create trigger tell_owner after insert on public.contacts
  for each row execute function private.queue_contact();
create trigger tell_owner after insert on public.reservations
  for each row execute function private.queue_reservation();
create trigger tell_owner after insert on public.reservation_dates
  referencing new table as added for each statement execute function private.release_reservation();

revoke all on private.outbox from public, anon, authenticated;
revoke all on function private.queue_contact(), private.queue_reservation(), private.release_reservation()
  from public, anon, authenticated;
grant select, update on private.outbox to service_role;

-- A request's history, and what follows from a change of it.

create table private.request_events (
  id     bigint generated always as identity primary key,
  ref    uuid not null,
  at     timestamptz not null default now(),
  who    text not null,
  action text not null,
  detail json
);
create index request_events_by_ref on private.request_events (ref, id);

comment on table private.request_events is 'What was done with a request. Goes with the request.';
comment on column private.request_events.who is 'Address of the owner, terminal, or visitor.';
comment on column private.request_events.action is
  'entered, confirmed, changed_day, cancelled, reopened, verified, handled, unhandled, noted or spam; visitor_cancelled or visitor_asked; a step of private.follow_up_steps(), or it with _undone.';
comment on column private.request_events.detail is 'The days that an action is about. Never a text of the visitor or a note.';

create function private.count_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger count_change before update on public.contacts
  for each row execute function private.count_change();
create trigger count_change before update on public.reservations
  for each row execute function private.count_change();

-- Dates that a visitor adds count too, so that the owner confirms none that they did not see.
create function private.count_dates() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  own_id uuid;
begin
  -- In steps, as in release_reservation: a plan of a join made while the table was small would read all of it.
  if private.is_visitor() then
    for own_id in select distinct a.reservation_id from added a loop
      update public.reservations r set version = r.version + 1 where r.id = own_id;
    end loop;
  end if;
  return null;
end $$;
create trigger count_dates after insert on public.reservation_dates
  referencing new table as added for each statement execute function private.count_dates();

-- Also where the status is changed by hand: a confirmed reservation without a confirmed day means all. A visitor who asks
-- for another day keeps the confirmed one until the owner has answered.
create function private.follow_status() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'nouvelle' and current_setting('site.managing', true) = new.id::text then
    return null;
  end if;
  if new.status <> 'confirmee' then
    update public.reservation_dates d set confirmed = false where d.reservation_id = new.id and d.confirmed;
  elsif not exists (select from public.reservation_dates d where d.reservation_id = new.id and d.confirmed) then
    update public.reservation_dates d set confirmed = true where d.reservation_id = new.id;
  end if;
  return null;
end $$;
create trigger follow_status after update of status on public.reservations
  for each row when (old.status is distinct from new.status) execute function private.follow_status();

-- Whoever deletes a request: a person's erasure, retention, a purge.
create function private.forget_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.request_events e where e.ref = old.id;
  return null;
end $$;
create trigger forget after delete on public.contacts
  for each row execute function private.forget_request();
create trigger forget after delete on public.reservations
  for each row execute function private.forget_request();

-- Locks the days, in one order, and refuses those that are confirmed for another reservation.
create function private.hold_days(request uuid, days date[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  taken json;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.day', wanted.day - date '2000-01-01'))
    from (select distinct d.day from unnest(days) as d (day) order by d.day) as wanted;
  if current_setting('site.also_confirmed', true) = request::text then
    return;
  end if;
  select json_agg(json_build_object('date', d.date, 'id', r.id, 'name', r.name) order by d.date, r.created_at, r.id) into taken
    from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
    where d.confirmed and d.date = any (days) and r.id <> request;
  if taken is not null then
    perform private.refuse(409, 'DAY_TAKEN', 'Another reservation is confirmed for this day', taken::text);
  end if;
end $$;

-- Whatever confirms the day: an action, another day, a status changed by hand. Rows that a dump brings back are inserted.
create function private.hold_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_days(new.reservation_id, array[new.date]);
  return new;
end $$;
create trigger hold_day before update of confirmed, date on public.reservation_dates
  for each row when (new.confirmed and (not old.confirmed or old.date <> new.date)) execute function private.hold_day();

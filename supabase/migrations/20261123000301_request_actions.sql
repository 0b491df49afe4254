-- What the owner does with a request, in one place for the terminal and the owner's space. Each action names
-- the version that its author saw (null: whatever it is), and leaves a line in the request's history.

alter table public.contacts
  add column version    integer not null default 1,
  add column handled_at timestamptz,
  add column note       text constraint contacts_note_ok check (private.is_message(note)),
  add column is_spam    boolean not null default false;
alter table public.reservations
  add column version    integer not null default 1,
  add column handled_at timestamptz,
  add column note       text constraint reservations_note_ok check (private.is_message(note)),
  add column is_spam    boolean not null default false;
alter table public.reservation_dates add column confirmed boolean not null default false;
create index reservation_dates_confirmed on public.reservation_dates (date) where confirmed;

comment on column public.contacts.version is 'Counts the changes of the row: an action names the one that its author saw.';
comment on column public.contacts.handled_at is 'When the owner marked it as handled; null while there is something to do.';
comment on column public.contacts.note is 'The owner''s note; no visitor sees it.';
comment on column public.contacts.is_spam is 'Marked as spam by the owner.';
comment on column public.reservations.version is 'Counts the changes of the row and of its dates: an action names the one that its author saw.';
comment on column public.reservations.handled_at is 'When the owner last confirmed or cancelled it; null while there is something to do.';
comment on column public.reservations.note is 'The owner''s note; no visitor sees it.';
comment on column public.reservations.is_spam is 'Marked as spam by the owner.';
comment on column public.reservation_dates.confirmed is 'Confirmed by the owner. Only dates of a confirmed reservation are.';

update public.reservation_dates d set confirmed = true
  from public.reservations r where r.id = d.reservation_id and r.status = 'confirmee';

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
comment on column private.request_events.id is 'In the order of the actions.';
comment on column private.request_events.ref is 'A contact message or a reservation.';
comment on column private.request_events.at is 'When it was done.';
comment on column private.request_events.who is 'Address of the owner, or terminal.';
comment on column private.request_events.action is 'confirmed, changed_day, cancelled, reopened, handled, unhandled, noted or spam.';
comment on column private.request_events.detail is 'The days that an action is about. Never a text of the visitor or a note.';

-- ───────────────────────── what follows from a change ─────────────────────────

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
begin
  if private.is_visitor() then
    update public.reservations r set version = r.version + 1
      where r.id in (select a.reservation_id from added a);
  end if;
  return null;
end $$;
create trigger count_dates after insert on public.reservation_dates
  referencing new table as added for each statement execute function private.count_dates();

-- Also where the status is changed by hand: a confirmed reservation without a confirmed day means all.
create function private.follow_status() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
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

-- ───────────────────────── a request as the owner sees it ─────────────────────────

create function private.owned_contact_json(contact public.contacts) returns json
language sql stable set search_path = '' as $$
  select (private.contact_json(contact)::jsonb || jsonb_build_object('version', contact.version,
  'confirmedDates', '[]'::jsonb, 'handledAt', private.iso(contact.handled_at), 'note', contact.note,
  'isSpam', contact.is_spam or contact.unwanted))::json
$$;

create function private.owned_reservation_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select (private.reservation_json(reservation)::jsonb || jsonb_build_object('version', reservation.version,
  'confirmedDates', (
    select coalesce(jsonb_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id and d.confirmed),
  'handledAt', private.iso(reservation.handled_at), 'note', reservation.note,
  'isSpam', reservation.is_spam or reservation.unwanted))::json
$$;

-- Null when there is none.
create function private.owned_request_json(request uuid) returns json
language sql stable set search_path = ''
begin atomic
  select private.owned_contact_json(c) from public.contacts c where c.id = request
  union all
  select private.owned_reservation_json(r) from public.reservations r where r.id = request;
end;

-- ───────────────────────── actions ─────────────────────────

create function private.refuse_action(message text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(409, 'NOT_POSSIBLE', message);
end $$;

-- Locks a request, so that of two actions the second sees the first.
create function private.lock_request(request uuid, seen integer, out kind text, out status text, out is_spam boolean)
language plpgsql volatile set search_path = ''
as $$
declare
  version integer;
begin
  select 'reservation', r.status, r.is_spam or r.unwanted, r.version into kind, status, is_spam, version
    from public.reservations r where r.id = request for no key update;
  if not found then
    select 'contact', null, c.is_spam or c.unwanted, c.version into kind, status, is_spam, version
      from public.contacts c where c.id = request for no key update;
  end if;
  if version is null then
    perform private.refuse(404, 'UNKNOWN_REQUEST', 'There is no such request');
  end if;
  if seen <> version then
    perform private.refuse(409, 'CHANGED_SINCE', 'This request has changed', private.owned_request_json(request)::text);
  end if;
end $$;

create function private.lock_reservation(request uuid, seen integer, out status text, out is_spam boolean)
language plpgsql volatile set search_path = ''
as $$
declare
  kind text;
begin
  select l.kind, l.status, l.is_spam into kind, status, is_spam from private.lock_request(request, seen) l;
  if kind <> 'reservation' then
    perform private.refuse_action('A message has no days and no status');
  end if;
end $$;

create function private.add_event(request uuid, who text, action text, detail json default null) returns void
language sql volatile set search_path = ''
begin atomic
  insert into private.request_events (ref, who, action, detail)
    values (request, coalesce(add_event.who, 'terminal'), add_event.action, add_event.detail);
end;

-- Exactly these of its days; null: all. Of two that confirm one day at once, the second sees the first as a clash.
create function private.confirm_request(who text, request uuid, seen integer, days date[]) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  state record;
  wanted date[];
  already date[];
begin
  select * into state from private.lock_reservation(request, seen);
  select array_agg(d.date order by d.date) filter (where days is null or d.date = any (days)),
      array_agg(d.date order by d.date) filter (where d.confirmed)
    into wanted, already from public.reservation_dates d where d.reservation_id = request;
  if days = '{}' then
    perform private.refuse_action('Name at least one day');
  end if;
  if exists (select from unnest(days) as day where day is null or day <> all (coalesce(wanted, '{}'))) then
    perform private.refuse_action('This day is not one of the reservation''s');
  end if;
  if state.status <> 'confirmee' or already is distinct from wanted or state.is_spam then
    update public.reservation_dates d set confirmed = d.date = any (wanted) where d.reservation_id = request;
    update public.reservations r set status = 'confirmee', handled_at = now(), is_spam = false, unwanted = false
      where r.id = request;
    perform private.add_event(request, who, 'confirmed', to_json(coalesce(wanted, '{}')));
  end if;
  return private.owned_request_json(request);
end $$;

create function private.cancel_request(who text, request uuid, seen integer) returns json
language plpgsql volatile set search_path = ''
as $$
begin
  if (select l.status from private.lock_reservation(request, seen) l) <> 'annulee' then
    update public.reservations r set status = 'annulee', handled_at = now() where r.id = request;
    perform private.add_event(request, who, 'cancelled');
  end if;
  return private.owned_request_json(request);
end $$;

-- Takes back a cancellation, and the mark as spam.
create function private.reopen_request(who text, request uuid, seen integer) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  state record;
begin
  select * into state from private.lock_request(request, seen);
  if not state.is_spam and state.status is distinct from 'annulee' then
    perform private.refuse_action('This request is open');
  end if;
  if state.kind = 'contact' then
    update public.contacts c set is_spam = false, unwanted = false where c.id = request;
  else
    update public.reservations r set is_spam = false, unwanted = false, handled_at = null,
        status = case when r.status = 'annulee' then 'nouvelle' else r.status end
      where r.id = request;
  end if;
  perform private.add_event(request, who, 'reopened');
  return private.owned_request_json(request);
end $$;

create function private.change_day(who text, request uuid, seen integer, from_day date, to_day date) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  today constant date := private.paris_day(now());
begin
  if (select l.status from private.lock_reservation(request, seen) l) = 'annulee' then
    perform private.refuse_action('This reservation is cancelled');
  end if;
  if to_day < today or to_day > today + (select s.days_ahead from private.settings s) then
    perform private.refuse_action('This day is in the past or too far ahead');
  end if;
  if exists (select from public.reservation_dates d where d.reservation_id = request and d.date = to_day) then
    perform private.refuse_action('The reservation has this day already');
  end if;
  update public.reservation_dates d set date = to_day where d.reservation_id = request and d.date = from_day;
  if not found then
    perform private.refuse_action('This day is not one of the reservation''s');
  end if;
  update public.reservations r set version = r.version where r.id = request;
  perform private.add_event(request, who, 'changed_day', json_build_object('from', from_day, 'to', to_day));
  return private.owned_request_json(request);
end $$;

-- A reservation is handled by its status.
create function private.handle_request(who text, request uuid, seen integer, handled boolean) returns json
language plpgsql volatile set search_path = ''
as $$
begin
  if (select l.kind from private.lock_request(request, seen) l) <> 'contact' then
    perform private.refuse_action('A reservation is confirmed or cancelled');
  end if;
  update public.contacts c set handled_at = case when handled then now() end
    where c.id = request and (c.handled_at is null) = handled;
  if found then
    perform private.add_event(request, who, case when handled then 'handled' else 'unhandled' end);
  end if;
  return private.owned_request_json(request);
end $$;

create function private.note_request(who text, request uuid, seen integer, note text) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  tidy constant text := nullif(private.trimmed(replace(note, E'\r\n', E'\n')), '');
begin
  perform private.lock_request(request, seen);
  update public.contacts c set note = tidy where c.id = request and c.note is distinct from tidy;
  if not found then
    update public.reservations r set note = tidy where r.id = request and r.note is distinct from tidy;
  end if;
  if found then
    perform private.add_event(request, who, 'noted');
  end if;
  return private.owned_request_json(request);
end $$;

-- Marks those of the requests that can be spam: what the owner has confirmed or cancelled is none. With
-- `expected` null they are only counted; otherwise it happens only while there are as many.
create function private.mark_spam(who text, requests uuid[], expected integer) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  found_ids uuid[];
begin
  perform from public.contacts c where c.id = any (requests) order by c.id for no key update;
  perform from public.reservations r where r.id = any (requests) order by r.id for no key update;
  select coalesce(array_agg(one.id), '{}') into found_ids from (
    select c.id from public.contacts c where c.id = any (requests) and not (c.is_spam or c.unwanted)
    union all
    select r.id from public.reservations r
      where r.id = any (requests) and not (r.is_spam or r.unwanted) and r.status = 'nouvelle') as one;
  if expected is not null then
    if expected <> cardinality(found_ids) then
      perform private.refuse(409, 'CHANGED_SINCE', 'These requests have changed',
        json_build_object('count', cardinality(found_ids))::text);
    end if;
    update public.contacts c set is_spam = true where c.id = any (found_ids);
    update public.reservations r set is_spam = true where r.id = any (found_ids);
    perform private.add_event(id, who, 'spam') from unnest(found_ids) as id;
  end if;
  return json_build_object('count', cardinality(found_ids));
end $$;

revoke all on private.request_events from public, anon, authenticated;
grant select, insert, delete on private.request_events to service_role;
revoke all on all functions in schema private from public;

-- A request's history, and what follows from a change of it.

create table private.request_events (
  id     bigint generated always as identity primary key,
  ref    uuid not null,
  at     timestamptz not null default now(),
  who    text not null,
  action text not null,
  detail json constraint request_events_reason_ok check (length(detail ->> 'reason') <= 500)
);
create index request_events_by_ref on private.request_events (ref, id);
create index request_events_called_off on private.request_events (ref) where action = 'called_off';
create index request_events_given_up on private.request_events (at) where action in ('visitor_cancelled', 'visitor_gave_up');

comment on table private.request_events is 'What was done with a request. Goes with the request.';
comment on column private.request_events.who is 'Address of the owner, terminal, visitor, or site.';
comment on column private.request_events.action is
  'entered, confirmed, changed_day, cancelled, called_off, reopened, verified, handled, unhandled, noted, told, seen, refunded, deposit, spam or filed; visitor_cancelled, visitor_asked, visitor_gave_up, visitor_wanted, visitor_filled or visitor_answered; receipt_refused; a step of private.follow_up_steps(), paper_sent or paper_signed, or one of these with _undone.';
comment on column private.request_events.detail is
  'The days that an action is about, how many are wanted, the channel of told, the paper, the signed agreement that a visitor has left, and what the owner writes about a cancellation. Never a text of the visitor or a note.';

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

-- Days follow the status, also where it is changed by hand: confirmed without a confirmed day means all. A visitor who
-- asks for another day keeps the confirmed one until the owner has answered. Days that a confirmation did not keep stay
-- so after a cancellation, which ends only the confirmed ones, and once it is taken back.
create function private.follow_status() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'nouvelle' and current_setting('site.managing', true) = new.id::text then
    return null;
  end if;
  if new.status <> 'confirmee' then
    update public.reservation_dates d
      set confirmed = false, declined = d.declined or old.status = 'confirmee' and not d.confirmed
      where d.reservation_id = new.id;
    return null;
  end if;
  if not exists (select from public.reservation_dates d where d.reservation_id = new.id and d.confirmed) then
    update public.reservation_dates d set confirmed = true where d.reservation_id = new.id;
  end if;
  update public.reservation_dates d set declined = false where d.reservation_id = new.id and d.declined;
  return null;
end $$;
create trigger follow_status after update of status on public.reservations
  for each row when (old.status is distinct from new.status) execute function private.follow_status();

-- The history goes with its request, whoever deletes that: a person's erasure, retention, a purge.
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

-- The owner allows the days that the question named to be confirmed a second time, and no other: one that was confirmed
-- for somebody else after the question would be sold twice.
create function private.allow_taken(request uuid, days date[]) returns void
language sql volatile set search_path = '' as $$
  select set_config('site.also_confirmed', jsonb_build_object(request, coalesce(days, '{}'))::text, true)
$$;

create function private.is_taken_allowed(request uuid, day date) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('site.also_confirmed', true), '')::jsonb -> request::text @> to_jsonb(day), false)
$$;

-- Locks the days, in one order, and refuses those that are confirmed for another reservation, unless all are allowed.
create function private.hold_days(request uuid, days date[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  taken json;
  is_allowed boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.day', wanted.day - date '2000-01-01'))
    from (select distinct d.day from unnest(days) as d (day) order by d.day) as wanted;
  select json_agg(json_build_object('date', d.date, 'id', r.id, 'name', r.name) order by d.date, r.created_at, r.id),
      bool_and(private.is_taken_allowed(request, d.date)) into taken, is_allowed
    from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
    where d.confirmed and d.date = any (days) and r.id <> request;
  if not is_allowed then
    perform private.refuse(409, 'DAY_TAKEN', 'Another reservation is confirmed for this day', taken::text);
  end if;
end $$;

-- Holds the day, whatever confirms it: an action, another day, a status changed by hand. Rows that a dump brings back
-- are inserted.
create function private.hold_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_days(new.reservation_id, array[new.date]);
  return new;
end $$;
create trigger hold_day before update of confirmed, date on public.reservation_dates
  for each row when (new.confirmed and (not old.confirmed or old.date <> new.date)) execute function private.hold_day();

-- What the history tells of a reservation.

-- How a cancelled reservation ended: by its visitor, with what it was until then, or by the owner. Null of one that is
-- not cancelled, and where only its status was changed.
create function private.last_cancellation(reservation public.reservations) returns private.request_events
language sql stable set search_path = '' as $$
  select e from private.request_events e
    where e.ref = reservation.id and e.action in ('visitor_cancelled', 'cancelled') and reservation.status = 'annulee'
    order by e.id desc limit 1
$$;

-- Whether some of its days were confirmed when it was cancelled.
create function private.was_confirmed(cancellation private.request_events) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(case cancellation.action
    when 'visitor_cancelled' then json_array_length(cancellation.detail -> 'confirmed') > 0
    else exists (select from private.request_events e
      where e.ref = cancellation.ref and e.id < cancellation.id and e.action = 'confirmed'
        and not exists (select from private.request_events later
          where later.ref = e.ref and later.id between e.id and cancellation.id and later.action = 'reopened')) end, false)
$$;

-- Whether the owner has done nothing with the request since.
create function private.is_unseen(event private.request_events) returns boolean
language sql stable set search_path = '' as $$
  select not exists (select from private.request_events later
    where later.ref = event.ref and later.id > event.id and later.who not in ('visitor', 'site'))
$$;

-- The days that a visitor asks for in place of others, each with the one that it is to replace, after another event. A
-- wish in place of an earlier one replaces the day that the earlier one was to replace.
create function private.wishes_after(wishes jsonb, event private.request_events) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(
      case when event.action in ('changed_day', 'visitor_asked') and w.wanted = event.detail ->> 'from'
        then event.detail ->> 'to' else w.wanted end,
      case when event.action = 'changed_day' and w.given = event.detail ->> 'from' then event.detail ->> 'to' else w.given end), '{}')
    from (select * from jsonb_each_text(wishes) as earlier (wanted, given)
      union all
      select event.detail ->> 'to', event.detail ->> 'from' where event.action = 'visitor_asked'
        and not wishes ? (event.detail ->> 'from')) as w
    where event.action <> 'confirmed'
      and (event.action <> 'visitor_gave_up' or event.detail ->> 'day' not in (w.given, w.wanted))
$$;

-- What a visitor asks for in place of confirmed days that stand, or stood until a cancellation that is taken back,
-- without an answer yet, also where a wish replaces an earlier one, or where the owner has moved either.
create function private.wishes_of(request uuid) returns table (given date, wanted date)
language plpgsql stable set search_path = ''
as $$
declare
  wishes jsonb := '{}';
  stood text[] := '{}';
  event private.request_events;
begin
  for event in select * from private.request_events e where e.ref = request order by e.id loop
    wishes := private.wishes_after(wishes, event);
    stood := case event.action when 'confirmed' then array(select json_array_elements_text(event.detail))
      when 'changed_day' then array_replace(stood, event.detail ->> 'from', event.detail ->> 'to') else stood end;
  end loop;
  return query select d.date, w.key::date from jsonb_each_text(wishes) as w
    join public.reservation_dates d on d.reservation_id = request and d.date::text = w.value
      and (d.confirmed or not d.declined and d.date >= private.first_day_ahead() and w.value = any (stood))
    order by w.key;
end $$;

-- The confirmed day that a requested one is to replace; null without one.
create function private.replaced_by(request uuid, day date) returns date
language sql stable set search_path = ''
as $$ select w.given from private.wishes_of(request) as w where w.wanted = day $$;

-- The day that a visitor had asked for, in place of which the owner has put this one; null without one, and of a day
-- that was confirmed already when it was moved: that mail has named both.
create function private.asked_for(request uuid, day date) returns date
language sql stable set search_path = '' as $$
  with recursive moved as (
    select e.id, (e.detail ->> 'from')::date as given, (e.detail ->> 'to')::date as put
      from private.request_events e where e.ref = asked_for.request and e.action = 'changed_day'
  ), trail as (
    (select m.id, m.given from moved m where m.put = asked_for.day order by m.id desc limit 1)
    union all
    select earlier.id, earlier.given from trail t,
      lateral (select m.id, m.given from moved m where m.put = t.given and m.id < t.id order by m.id desc limit 1) as earlier
  )
  select nullif((select t.given from trail t order by t.id limit 1), asked_for.day)
    where not exists (select from trail t join private.request_events e
      on e.ref = asked_for.request and e.action = 'confirmed' and e.id < t.id and e.detail::jsonb ? t.given::text)
$$;

-- The day among the confirmed ones that a visitor had asked for in place of that one; null without one.
create function private.granted_day(wishes jsonb, day text, confirmed json) returns text
language sql immutable set search_path = '' as $$
  select min(w.key) from jsonb_each_text(wishes) as w where w.value = day and confirmed::jsonb ? w.key
$$;

-- Days that were confirmed and are no longer, each with the day that has replaced it, as its visitor had asked or by a
-- move of the owner's; null where a confirmation has dropped it. After a reopening, what had taken its place before the
-- cancellation.
create function private.left_days(request uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  stand text[] := '{}';
  wishes jsonb := '{}';
  gone jsonb := '{}';
  event private.request_events;
begin
  for event in select * from private.request_events e where e.ref = request order by e.id loop
    if event.action = 'changed_day' or event.action = 'visitor_asked' and event.detail ->> 'from' <> all (stand) then
      gone := gone || (select coalesce(jsonb_object_agg(was.day, event.detail ->> 'to'), '{}')
          from (select g.key as day from jsonb_each_text(gone) as g where g.value = event.detail ->> 'from'
            union select day from unnest(stand) as day where day = event.detail ->> 'from') as was);
      stand := array_replace(stand, event.detail ->> 'from', event.detail ->> 'to');
    elsif event.action = 'confirmed' then
      gone := gone || (select coalesce(jsonb_object_agg(day, private.granted_day(wishes, day, event.detail)), '{}')
          from unnest(stand) as day where not event.detail::jsonb ? day);
      stand := array(select json_array_elements_text(event.detail));
    elsif event.action = 'visitor_gave_up' then
      stand := array_remove(stand, event.detail ->> 'day');
    elsif event.action = 'reopened' then
      stand := '{}';
    end if;
    gone := gone - stand;
    wishes := private.wishes_after(wishes, event);
  end loop;
  return gone;
end $$;

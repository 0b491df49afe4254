-- What the owner does with a request, in one place for the terminal and the owner's space. Each action names
-- the version that its author saw (null: any), and leaves a line in the request's history.

-- A call of the owner names the version that it saw, also when it names none; only the terminal may leave it out.
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
  if seen is distinct from version and (seen is not null or private.is_visitor()) then
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
language sql volatile set search_path = '' as $$
  insert into private.request_events (ref, who, action, detail)
    values (request, coalesce(add_event.who, 'terminal'), add_event.action, add_event.detail);
$$;

-- Exactly these of its days; null: all.
create function private.confirm_request(who text, request uuid, seen integer, days date[],
  also_confirmed boolean default false) returns json
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
    perform set_config('site.also_confirmed', case when also_confirmed then request::text else '' end, true);
    -- All at once, so that the refusal names every day.
    perform private.hold_days(request, array(
      select day from unnest(wanted) as day where day <> all (coalesce(already, '{}'))));
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

-- The owner has looked: from now on it is a request like others.
create function private.verify_request(who text, request uuid, seen integer) returns json
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.lock_request(request, seen);
  update public.contacts c set flagged = false where c.id = request and c.flagged;
  if not found then
    update public.reservations r set flagged = false where r.id = request and r.flagged;
  end if;
  if found then
    perform private.add_event(request, who, 'verified');
    -- The receipt that was withheld. Whom the owner has answered already needs none.
    if private.is_in('todo', one ->> 'kind', one ->> 'status', one ->> 'handledAt' is not null, false, false)
        and not exists (select from private.outbox o where o.ref = request and o.kind = 'receipt')
      from private.owned_request_json(request) as one then
      perform private.queue_visitor_mail(request, 'receipt', now());
    end if;
  end if;
  return private.owned_request_json(request);
end $$;

create function private.change_day(who text, request uuid, seen integer, from_day date, to_day date,
  also_confirmed boolean default false) returns json
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
  perform set_config('site.also_confirmed', case when also_confirmed then request::text else '' end, true);
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

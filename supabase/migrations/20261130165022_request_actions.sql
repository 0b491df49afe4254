-- What the owner does with a request, in the owner's space and at the terminal. Each action names the version that its
-- author saw (null: any), and leaves a line in the request's history.

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
    perform private.refuse_action('A message has no days and no status', 'is-message');
  end if;
end $$;

create function private.add_event(request uuid, who text, action text, detail json default null) returns void
language sql volatile set search_path = '' as $$
  insert into private.request_events (ref, who, action, detail)
    values (request, coalesce(add_event.who, 'terminal'), add_event.action, add_event.detail);
$$;

-- Confirms exactly these of its days; null: all. Confirmed days that are over stay confirmed, in the sums of their
-- year. Where it does nothing but drop days, the history says that they are called off.
create function public.owner_confirm(id uuid, version integer, dates date[] default null,
  also_confirmed date[] default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  state record;
  wanted date[];
  already date[];
begin
  select * into state from private.lock_reservation(id, version);
  select array_agg(d.date order by d.date) filter (where dates is null or d.date = any (dates)
        or d.confirmed and d.date < private.first_day_ahead()),
      array_agg(d.date order by d.date) filter (where d.confirmed)
    into wanted, already from public.reservation_dates d where d.reservation_id = owner_confirm.id;
  if dates = '{}' then
    perform private.refuse_action('Name at least one day', 'no-day');
  end if;
  if exists (select from unnest(dates) as day where day is null or day <> all (coalesce(wanted, '{}'))) then
    perform private.refuse_action('This day is not one of the reservation''s', 'other-day');
  end if;
  if state.status <> 'confirmee' or already is distinct from wanted or state.is_spam then
    perform private.allow_taken(owner_confirm.id, also_confirmed);
    -- All at once, so that the refusal names every day.
    perform private.hold_days(owner_confirm.id, array(
      select day from unnest(wanted) as day where day <> all (coalesce(already, '{}'))));
    update public.reservation_dates d set confirmed = d.date = any (wanted) where d.reservation_id = owner_confirm.id;
    update public.reservations r set status = 'confirmee', handled_at = now(), is_spam = false, unwanted = false,
        flagged = r.flagged and not state.is_spam
      where r.id = owner_confirm.id;
    if already @> wanted and already <> wanted and not exists (select from private.request_events e
        where e.ref = owner_confirm.id and e.at = now() and e.action = 'called_off') then
      perform private.add_event(id, who, 'called_off', json_build_object(
        'days', array(select day from unnest(already) as day where day <> all (wanted))));
    end if;
    perform private.add_event(id, who, 'confirmed', to_json(coalesce(wanted, '{}')));
    -- A day in place of another one, as its visitor had asked, is a move: the two exchange their seats.
    update public.reservation_dates d set seat = other.seat
      from jsonb_each_text(private.left_days(owner_confirm.id)) as gone, public.reservation_dates other
      where d.reservation_id = owner_confirm.id and other.reservation_id = d.reservation_id
        and gone.key::date = any (already)
        and (d.date, other.date) in ((gone.key::date, gone.value::date), (gone.value::date, gone.key::date));
  end if;
  return private.owned_request_json(id);
end $$;

-- `reason`: what the mail to the visitor says about it in the owner's words; null for nothing. Days that are over stay
-- confirmed, as a confirmation of them alone leaves them, where something else is to be called off. Where nothing is,
-- there is nothing to cancel: an absence is noted in the file.
create function public.owner_cancel(id uuid, version integer, reason text default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  tidy constant text := nullif(private.trimmed(replace(reason, E'\r\n', E'\n')), '');
  detail constant json := case when tidy is not null then json_build_object('reason', tidy) end;
  ahead constant date := private.first_day_ahead();
  state record;
  days date[];
  over date[];
begin
  select * into state from private.lock_reservation(id, version);
  days := private.confirmed_days(id);
  over := array(select day from unnest(days) as day where day < ahead);
  if over <> '{}' and not state.is_spam then
    if over = days and state.status <> 'nouvelle' then
      perform private.refuse_action('The days of this reservation are over', 'days-over');
    end if;
    if over <> days or detail is not null then
      perform private.add_event(id, who, 'called_off', json_strip_nulls(json_build_object('reason', tidy,
        'days', array(select day from unnest(days) as day where day >= ahead))));
    end if;
    return public.owner_confirm(id, version, over);
  end if;
  if state.status <> 'annulee' then
    update public.reservations r set status = 'annulee', handled_at = now() where r.id = owner_cancel.id;
    perform private.add_event(id, who, 'cancelled', detail);
  end if;
  return private.owned_request_json(id);
end $$;

-- Takes back a cancellation, and the mark as spam. The owner has judged it: nothing is left to verify.
create function public.owner_reopen(id uuid, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  state record;
begin
  select * into state from private.lock_request(id, version);
  if not state.is_spam and state.status is distinct from 'annulee' then
    perform private.refuse_action('This request is open', 'is-open');
  end if;
  if state.kind = 'contact' then
    update public.contacts c set is_spam = false, unwanted = false, flagged = false where c.id = owner_reopen.id;
  else
    update public.reservations r set is_spam = false, unwanted = false, flagged = false, handled_at = null,
        status = case when r.status = 'annulee' then 'nouvelle' else r.status end
      where r.id = owner_reopen.id;
  end if;
  -- What would tell of the cancellation, if nobody has been told of it yet.
  delete from private.outbox o where o.ref = owner_reopen.id and o.kind = 'cancellation' and o.sent_at is null and o.attempts = 0;
  perform private.add_event(id, who, 'reopened', (select to_json(array_agg(d.date order by d.date))
    from public.reservation_dates d where d.reservation_id = owner_reopen.id and not d.declined and state.status = 'annulee'));
  return private.owned_request_json(id);
end $$;

-- The owner has looked: from now on it is a request like others. It gets the mail that was withheld: a receipt, which
-- nobody needs whom the owner has answered already, or the confirmation of its days, once.
create function public.owner_verify(id uuid, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
begin
  perform private.lock_request(id, version);
  update public.contacts c set flagged = false where c.id = owner_verify.id and c.flagged;
  if not found then
    update public.reservations r set flagged = false where r.id = owner_verify.id and r.flagged;
  end if;
  if found then
    perform private.add_event(id, who, 'verified');
    if private.is_in('todo', one ->> 'kind', one ->> 'status', one ->> 'handledAt' is not null, false, false)
        and not exists (select from private.outbox o where o.ref = owner_verify.id and o.kind = 'receipt')
      from private.owned_request_json(owner_verify.id) as one then
      perform private.queue_visitor_mail(owner_verify.id, 'receipt', now());
    end if;
    perform private.queue_visitor_mail(r.id, 'confirmation', now() + s.visitor_delay)
      from public.reservations r, private.settings s
      where r.id = owner_verify.id and r.status = 'confirmee'
        and not exists (select from private.outbox o where o.ref = r.id and o.kind = 'confirmation');
  end if;
  return private.owned_request_json(id);
end $$;

create function public.owner_change_day(id uuid, version integer, from_day date, to_day date,
  also_confirmed date[] default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  today constant date := private.paris_day(now());
begin
  if (select l.status from private.lock_reservation(id, version) l) = 'annulee' then
    perform private.refuse_action('This reservation is cancelled', 'is-cancelled');
  end if;
  if to_day < today or to_day > today + (select s.days_ahead from private.settings s) then
    perform private.refuse_action('This day is in the past or too far ahead', 'day-out-of-range');
  end if;
  if exists (select from public.reservation_dates d where d.reservation_id = owner_change_day.id and d.date = to_day) then
    perform private.refuse_action('The reservation has this day already', 'has-day');
  end if;
  perform private.allow_taken(owner_change_day.id, also_confirmed);
  -- Also for a day that is only asked for: the owner would find out when confirming it.
  perform private.hold_days(owner_change_day.id, array[to_day]);
  update public.reservation_dates d set date = to_day where d.reservation_id = owner_change_day.id and d.date = from_day;
  if not found then
    perform private.refuse_action('This day is not one of the reservation''s', 'other-day');
  end if;
  update public.reservations r set version = r.version where r.id = owner_change_day.id;
  perform private.add_event(id, who, 'changed_day', json_build_object('from', from_day, 'to', to_day));
  return private.owned_request_json(id);
end $$;

-- A reservation is handled by its status.
create function public.owner_handle(id uuid, version integer, handled boolean) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
begin
  if (select l.kind from private.lock_request(id, version) l) <> 'contact' then
    perform private.refuse_action('A reservation is confirmed or cancelled', 'is-reservation');
  end if;
  update public.contacts c set handled_at = case when handled then now() end
    where c.id = owner_handle.id and (c.handled_at is null) = handled;
  if found then
    perform private.add_event(id, who, case when handled then 'handled' else 'unhandled' end);
  end if;
  return private.owned_request_json(id);
end $$;

create function public.owner_note(id uuid, version integer, note text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  tidy constant text := nullif(private.trimmed(replace(note, E'\r\n', E'\n')), '');
begin
  perform private.lock_request(id, version);
  update public.contacts c set note = tidy where c.id = owner_note.id and c.note is distinct from tidy;
  if not found then
    update public.reservations r set note = tidy where r.id = owner_note.id and r.note is distinct from tidy;
  end if;
  if found then
    perform private.add_event(id, who, 'noted');
  end if;
  return private.owned_request_json(id);
end $$;

-- The owner has told the person about the confirmed days, or about a cancellation, in an app of their own. Only by
-- `site`, the site itself confirms the days again.
create function public.owner_tell(id uuid, version integer, channel text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  state record;
  days date[];
begin
  if channel is null or channel not in ('email', 'sms', 'whatsapp', 'site') then
    perform private.refuse(400, '22023', 'There is no such channel');
  end if;
  select * into state from private.lock_reservation(id, version);
  select array_agg(d.date order by d.date) into days
    from public.reservation_dates d where d.reservation_id = owner_tell.id and d.confirmed;
  if state.is_spam or days is null and (state.status <> 'annulee' or channel = 'site') then
    perform private.refuse_action('This reservation is not confirmed', 'not-confirmed');
  end if;
  if channel in ('sms', 'whatsapp') and (select r.phone from public.reservations r where r.id = owner_tell.id) is null then
    perform private.refuse_action('This person has left no telephone number', 'no-phone');
  end if;
  if channel = 'site' then
    -- Calendars take the entry for a newer one.
    update public.reservations r set version = r.version where r.id = owner_tell.id;
    perform private.queue_visitor_mail(owner_tell.id, 'confirmation', now());
    if not exists (select from private.outbox o where o.ref = owner_tell.id and o.kind = 'confirmation'
        and o.sent_at is null and o.given_up_at is null) then
      perform private.refuse_action('The site may not write to this person now', 'no-mail');
    end if;
  end if;
  perform private.add_event(id, who, 'told', json_build_object('channel', channel, 'days', days));
  return private.owned_request_json(id);
end $$;

-- The owner has read that days were given up, or has done what the end of a signed agreement asks for: a line of the
-- history, which takes it from what the space tells. `refunded_on`: the day on which the owner has given a sum back.
create function public.owner_see_given_up(id uuid, version integer, refunded_on date default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
begin
  perform private.lock_reservation(id, version);
  if refunded_on > private.paris_day(now()) then
    perform private.refuse_action('This day has not come yet');
  end if;
  if (select ended.agreement is not null from public.reservations r, private.ended_agreement(r) as ended
        where r.id = owner_see_given_up.id)
      or refunded_on is null and exists (select from private.request_events e where e.ref = owner_see_given_up.id
        and e.action in ('visitor_cancelled', 'visitor_gave_up') and private.is_unseen(e)) then
    perform private.add_event(id, who, case when refunded_on is null then 'seen' else 'refunded' end,
      case when refunded_on is not null then json_strip_nulls(json_build_object('days', array[refunded_on],
        'cents', (select private.sum_to_return(r) from public.reservations r where r.id = owner_see_given_up.id))) end);
  end if;
  return private.owned_request_json(id);
end $$;

-- Marks those of the requests that can be spam: what the owner has confirmed or cancelled is none, nor is a wish for
-- another day in place of a confirmed one. With `expected` null they are only counted; otherwise it happens only while
-- there are as many.
create function public.owner_spam(ids uuid[], expected integer default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  found_ids uuid[];
begin
  perform from public.contacts c where c.id = any (ids) order by c.id for no key update;
  perform from public.reservations r where r.id = any (ids) order by r.id for no key update;
  select coalesce(array_agg(one.id), '{}') into found_ids from (
    select c.id from public.contacts c where c.id = any (ids) and not (c.is_spam or c.unwanted)
    union all
    select r.id from public.reservations r
      where r.id = any (ids) and not (r.is_spam or r.unwanted) and r.status = 'nouvelle'
        and private.confirmed_days(r.id) = '{}') as one;
  if expected is not null then
    if expected <> cardinality(found_ids) then
      perform private.refuse(409, 'CHANGED_SINCE', 'These requests have changed',
        json_build_object('count', cardinality(found_ids))::text);
    end if;
    update public.contacts c set is_spam = true where c.id = any (found_ids);
    update public.reservations r set is_spam = true where r.id = any (found_ids);
    perform private.add_event(found.id, who, 'spam') from unnest(found_ids) as found (id);
  end if;
  return json_build_object('count', cardinality(found_ids));
end $$;

-- Marks those of the requests as handled that can be: messages that are not. `expected` as above.
create function public.owner_handle_all(ids uuid[], expected integer default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  found_ids uuid[];
begin
  perform from public.contacts c where c.id = any (ids) order by c.id for no key update;
  found_ids := array(
    select c.id from public.contacts c
      where c.id = any (ids) and c.handled_at is null and not (c.is_spam or c.unwanted));
  if expected is not null then
    if expected <> cardinality(found_ids) then
      perform private.refuse(409, 'CHANGED_SINCE', 'These requests have changed',
        json_build_object('count', cardinality(found_ids))::text);
    end if;
    update public.contacts c set handled_at = now() where c.id = any (found_ids);
    perform private.add_event(found.id, who, 'handled') from unnest(found_ids) as found (id);
  end if;
  return json_build_object('count', cardinality(found_ids));
end $$;

-- Requests of people who telephone, entered in the owner's space. Their days obey the rules of a visitor's, by the same
-- triggers. An address is required as in the form: the training is a video call, and a person's data are found and
-- erased by it.

-- A repeat of the same `attempt`, whose first answer was lost, adds nothing. `isTold`: the person gets a receipt by
-- mail.
create function public.owner_add_request(attempt uuid, name text, email text, phone text, dates date[], is_agefice boolean,
  note text default null, tell boolean default false, also_confirmed date[] default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  wanted constant date[] := array(select distinct day from unnest(dates) as day where day is not null order by day);
  added uuid := (select r.id from public.reservations r where r.attempt = owner_add_request.attempt and r.by_phone);
begin
  if added is null then
    if wanted = '{}' then
      perform private.refuse_action('Name at least one day');
    end if;
    added := gen_random_uuid();
    perform private.allow_taken(added, also_confirmed);
    perform private.hold_days(added, wanted);
    insert into public.reservations (id, name, email, phone, is_agefice, note, attempt, by_phone)
      values (added, owner_add_request.name, owner_add_request.email, owner_add_request.phone,
        owner_add_request.is_agefice, nullif(private.trimmed(replace(owner_add_request.note, E'\r\n', E'\n')), ''),
        owner_add_request.attempt, true);
    insert into public.reservation_dates (reservation_id, date) select added, day from unnest(wanted) as day;
    perform private.add_event(added, who, 'entered', to_json(wanted));
    if tell then
      perform private.queue_visitor_mail(added, 'receipt', now());
    end if;
  end if;
  return json_build_object('request', private.owned_request_json(added),
    'isTold', exists (select from private.outbox o where o.ref = added and o.kind = 'receipt'));
end $$;

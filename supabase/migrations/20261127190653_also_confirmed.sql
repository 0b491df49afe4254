-- The owner allows the days that the question named to be confirmed a second time, and no other: `also_confirmed` was true
-- for all days of a request, so that one that was confirmed for somebody else after the question was sold twice.

create function private.allow_taken(request uuid, days date[]) returns void
language sql volatile set search_path = '' as $$
  select set_config('site.also_confirmed', jsonb_build_object(request, coalesce(days, '{}'))::text, true)
$$;

create function private.is_taken_allowed(request uuid, day date) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('site.also_confirmed', true), '')::jsonb -> request::text @> to_jsonb(day), false)
$$;

-- Locks the days, in one order, and refuses those that are confirmed for another reservation, unless all are allowed.
create or replace function private.hold_days(request uuid, days date[]) returns void
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

create or replace function private.admit_open_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.opening_rule;
begin
  if not private.is_visitor() then
    return new;
  end if;
  select * into strict rule from private.opening_rule;
  -- The owner was asked whether to take a day that is confirmed for another reservation.
  rule.confirmed_days := rule.confirmed_days
    and not private.is_taken_allowed(new.reservation_id, new.date);
  if private.is_closed(rule, new.date) then
    perform private.refuse(400, 'DATE_CLOSED', 'A date is closed', new.date::text);
  end if;
  return new;
end $$;

drop function public.owner_confirm(uuid, integer, date[], boolean);
drop function public.owner_change_day(uuid, integer, date, date, boolean);
drop function public.owner_add_request(uuid, text, text, text, date[], boolean, text, boolean, boolean);

-- Exactly these of its days; null: all.
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
  select array_agg(d.date order by d.date) filter (where dates is null or d.date = any (dates)),
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
    perform private.add_event(id, who, 'confirmed', to_json(coalesce(wanted, '{}')));
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
  update public.reservation_dates d set date = to_day where d.reservation_id = owner_change_day.id and d.date = from_day;
  if not found then
    perform private.refuse_action('This day is not one of the reservation''s', 'other-day');
  end if;
  update public.reservations r set version = r.version where r.id = owner_change_day.id;
  perform private.add_event(id, who, 'changed_day', json_build_object('from', from_day, 'to', to_day));
  return private.owned_request_json(id);
end $$;

-- A repeat of the same `attempt`, whose first answer was lost, adds nothing. `isTold`: the person gets a receipt by mail.
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

revoke all on function private.allow_taken(uuid, date[]), private.is_taken_allowed(uuid, date) from public;
revoke all on function public.owner_confirm(uuid, integer, date[], date[]),
  public.owner_change_day(uuid, integer, date, date, date[]),
  public.owner_add_request(uuid, text, text, text, date[], boolean, text, boolean, date[]) from public, anon;
grant execute on function public.owner_confirm(uuid, integer, date[], date[]),
  public.owner_change_day(uuid, integer, date, date, date[]),
  public.owner_add_request(uuid, text, text, text, date[], boolean, text, boolean, date[]) to authenticated, service_role;

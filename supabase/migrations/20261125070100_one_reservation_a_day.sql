-- The training is one-to-one: the database confirms a day for one reservation, unless its owner wants a second one.

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

drop function private.confirm_request(text, uuid, integer, date[]);
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

drop function private.change_day(text, uuid, integer, date, date);
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

drop function public.owner_confirm(uuid, integer, date[]);
create function public.owner_confirm(id uuid, version integer, dates date[] default null,
  also_confirmed boolean default false) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.confirm_request(private.require_owner(), owner_confirm.id, version, dates, also_confirmed);
end $$;

drop function public.owner_change_day(uuid, integer, date, date);
create function public.owner_change_day(id uuid, version integer, from_day date, to_day date,
  also_confirmed boolean default false) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.change_day(private.require_owner(), owner_change_day.id, version, from_day, to_day, also_confirmed);
end $$;

revoke all on function private.hold_days(uuid, date[]), private.hold_day(),
  private.confirm_request(text, uuid, integer, date[], boolean),
  private.change_day(text, uuid, integer, date, date, boolean)
  from public, anon, authenticated;
revoke all on function public.owner_confirm(uuid, integer, date[], boolean),
  public.owner_change_day(uuid, integer, date, date, boolean) from public, anon;
grant execute on function public.owner_confirm(uuid, integer, date[], boolean),
  public.owner_change_day(uuid, integer, date, date, boolean) to authenticated, service_role;

-- A visitor gives up one day of several with the link to their reservation; to give up the last one is to cancel.

comment on column private.request_events.action is
  'entered, confirmed, changed_day, cancelled, reopened, verified, handled, unhandled, noted, told or spam; visitor_cancelled, visitor_asked or visitor_gave_up; a step of private.follow_up_steps(), or it with _undone.';

-- A day to come that is asked for or confirmed. Of a confirmed reservation, the other days are given up already.
create function private.may_give_up(reservation public.reservations, day date) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.reservation_dates d
    where d.reservation_id = reservation.id and d.date = may_give_up.day and d.date >= private.paris_day(now())
      and (d.confirmed or reservation.status = 'nouvelle'))
$$;

create function private.cancel_managed(was public.reservations) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  confirmed constant date[] := array(select d.date from public.reservation_dates d
    where d.reservation_id = was.id and d.confirmed order by d.date);
begin
  update public.reservations r set status = 'annulee', handled_at = now() where r.id = was.id;
  perform private.note_change(was, 'visitor_cancelled', json_build_object('confirmed', to_json(confirmed)));
  if private.is_vouched(was.id) then
    perform private.queue_visitor_mail(was.id, 'cancellation', now());
  end if;
end $$;

create or replace function public.manage_cancel(secret text, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant uuid := private.managed_by(secret);
  was public.reservations;
begin
  if request is null then
    return null;
  end if;
  was := private.lock_managed(request, version);
  if was.status <> 'annulee' then
    perform private.cancel_managed(was);
  end if;
  return private.managed_json(request);
end $$;

-- Null when no link has this secret.
create function public.manage_give_up_day(secret text, version integer, day date) returns json
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  request constant uuid := private.managed_by(secret);
  was public.reservations;
  was_confirmed boolean;
  is_answered boolean;
begin
  if request is null then
    return null;
  end if;
  was := private.lock_managed(request, manage_give_up_day.version);
  if private.may_give_up(was, manage_give_up_day.day) is not true then
    perform private.refuse_action('This day cannot be given up');
  end if;
  if not exists (select from public.reservation_dates d
      where d.reservation_id = request and d.date <> manage_give_up_day.day
        and (d.confirmed or was.status = 'nouvelle' and d.date >= private.paris_day(now()))) then
    perform private.cancel_managed(was);
    return private.managed_json(request);
  end if;
  delete from public.reservation_dates d where d.reservation_id = request and d.date = manage_give_up_day.day
    returning d.confirmed into was_confirmed;
  -- Nothing is left to answer once the day that was asked for in place of another is given up.
  is_answered := was.status = 'nouvelle' and not exists (select from public.reservation_dates d
    where d.reservation_id = request and not d.confirmed and d.date >= private.paris_day(now()));
  update public.reservations r set status = case when is_answered then 'confirmee' else r.status end,
      handled_at = case when is_answered then now() else r.handled_at end
    where r.id = request;
  perform private.note_change(was, 'visitor_gave_up',
    json_build_object('day', manage_give_up_day.day, 'wasConfirmed', was_confirmed));
  -- The days that stay reserved, and the end of the other one for the visitor's calendar.
  if was_confirmed and was.status = 'confirmee' then
    perform private.queue_visitor_mail(request, 'confirmation', now());
  end if;
  return private.managed_json(request);
end $$;

-- As before; a day that the visitor has given up is known as reserved until a mail has told of it.
create or replace function private.known_days(request uuid, mail bigint, out known date[], out became date[])
language plpgsql stable set search_path = ''
as $$
declare
  queued_at constant timestamptz := (select o.created_at from private.outbox o where o.id = mail);
  told_at constant timestamptz := (select max(o.sent_at) from private.outbox o
    where o.ref = request and o.kind in ('confirmation', 'cancellation'));
  event private.request_events;
  is_told boolean;
begin
  known := '{}';
  became := '{}';
  for event in select * from private.request_events e where e.ref = request order by e.id loop
    is_told := event.at < queued_at and event.at <= coalesce(told_at, 'infinity');
    if event.action = 'changed_day' then
      became := array_replace(became, (event.detail ->> 'from')::date, (event.detail ->> 'to')::date);
    elsif is_told and event.action = 'confirmed' then
      became := array(select day::date from json_array_elements_text(event.detail) as day);
    elsif is_told and event.action = 'visitor_gave_up' then
      became := array_remove(became, (event.detail ->> 'day')::date);
    elsif is_told and event.action in ('cancelled', 'reopened') then
      became := '{}';
    end if;
    if is_told then
      known := became;
    end if;
  end loop;
end $$;

revoke all on function private.may_give_up(public.reservations, date), private.cancel_managed(public.reservations) from public;
revoke all on function public.manage_give_up_day(text, integer, date) from public, authenticated;
grant execute on function public.manage_give_up_day(text, integer, date) to anon, service_role;

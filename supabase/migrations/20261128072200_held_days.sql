-- A link on the training day and after it: it shows the days that were held, for as long as it opens their file, and cancels
-- or moves none of them.

-- A confirmed day can be changed until it comes, another one also on the day itself.
create function private.is_ahead(day public.reservation_dates) returns boolean
language sql stable set search_path = ''
as $$ select day.date >= private.paris_day(now()) + day.confirmed::integer $$;

create or replace function public.manage_request(secret text) returns json
language sql volatile security definer set search_path = ''
as $$
  select private.managed_json(linked) from private.file_link(secret) as linked
    where private.last_day(linked) >= private.paris_day(now()) or private.confirmed_days(linked) <> '{}'
$$;

create or replace function private.cancel_managed(was public.reservations) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  confirmed constant date[] := private.confirmed_days(was.id);
begin
  if exists (select from public.reservation_dates d
      where d.reservation_id = was.id and d.confirmed and not private.is_ahead(d)) then
    perform private.refuse_action('A day of this reservation has come');
  end if;
  update public.reservations r set status = 'annulee', handled_at = now() where r.id = was.id;
  perform private.note_change(was, 'visitor_cancelled', json_build_object('confirmed', to_json(confirmed)));
  if private.is_vouched(was.id) then
    perform private.queue_visitor_mail(was.id, 'cancellation', now());
  end if;
end $$;

-- Of a confirmed reservation, the days that are not confirmed are given up already.
create or replace function private.may_give_up(reservation public.reservations, day date) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.reservation_dates d
    where d.reservation_id = reservation.id and d.date = may_give_up.day and private.is_ahead(d)
      and (d.confirmed or reservation.status = 'nouvelle'))
$$;

create or replace function public.manage_ask_day(secret text, version integer, from_day date, to_day date) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant uuid := private.managed_by(secret);
  was public.reservations;
  is_kept boolean;
begin
  if request is null then
    return null;
  end if;
  was := private.lock_managed(request, version);
  select d.confirmed into is_kept from public.reservation_dates d
    where d.reservation_id = request and d.date = from_day and private.is_ahead(d);
  if was.status = 'annulee' or is_kept is null or to_day is null then
    perform private.refuse_action('This day cannot be replaced');
  end if;
  perform private.admit_wish(request, to_day, is_kept);
  if is_kept then
    insert into public.reservation_dates (reservation_id, date) values (request, to_day);
  else
    update public.reservation_dates d set date = to_day where d.reservation_id = request and d.date = from_day;
  end if;
  update public.reservations r set status = 'nouvelle', handled_at = null where r.id = request;
  perform private.note_change(was, 'visitor_asked', json_build_object('from', from_day, 'to', to_day));
  return private.managed_json(request);
end $$;

revoke all on function private.is_ahead from public;

-- A booking sent again hours later, as after a lost answer, meets its reservation by its attempt. Dates
-- that are stored already were refused then, the window being over, and the form made a second
-- reservation. They are skipped at any time now, unless the owner has cancelled: asked again, it is new.

create or replace function private.admit_date() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  today date := private.paris_day(now());
  standing text;
begin
  if not private.is_visitor() then
    return new;
  end if;
  -- Two requests at once must not pass the maximum together, nor both store one date.
  select r.status into standing from public.reservations r where r.id = new.reservation_id for no key update;
  if not found then
    return new;
  end if;
  if standing <> 'annulee' and exists (select from public.reservation_dates d
                                       where d.reservation_id = new.reservation_id and d.date = new.date) then
    return null;
  end if;
  if not private.takes_dates(new.reservation_id) then
    perform private.refuse(410, 'DATES_WINDOW_OVER', 'Dates can no longer be added to this reservation');
  end if;
  select * into strict rule from private.settings;
  if new.date < today then
    perform private.refuse(400, 'DATE_PAST', 'A date is in the past', new.date::text);
  end if;
  if new.date > today + rule.days_ahead then
    perform private.refuse(400, 'DATE_TOO_FAR', 'A date is too far ahead', new.date::text);
  end if;
  if (select count(*) from public.reservation_dates d where d.reservation_id = new.reservation_id) >= rule.max_dates then
    perform private.refuse(400, 'TOO_MANY_DATES', 'Too many dates for one reservation', rule.max_dates::text);
  end if;
  return new;
end $$;

-- A reservation's dates come in a second request, made with the unguessable id that the first one answered, and only for
-- a few minutes after it.

create table public.reservation_dates (
  reservation_id uuid not null references public.reservations (id) on delete cascade,
  date           date not null,
  created_at     timestamptz not null default now(),
  confirmed      boolean not null default false,
  constraint reservation_dates_pkey primary key (reservation_id, date)
);
create index reservation_dates_by_date on public.reservation_dates (date);
create index reservation_dates_confirmed on public.reservation_dates (date) where confirmed;

comment on table public.reservation_dates is 'The days that a reservation asks for, each once.';
comment on column public.reservation_dates.date is 'A day in Paris, never an instant.';
comment on column public.reservation_dates.confirmed is 'Confirmed by the owner. Only dates of a confirmed reservation are.';

create function private.takes_dates(reservation uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.reservations r, private.settings s
               where r.id = reservation and r.status = 'nouvelle' and r.created_at > now() - s.dates_window);
grant execute on function private.takes_dates(uuid) to anon;

-- Runs before the row-level policy, and a row it drops never meets it. So an id that does not
-- exist is let through, to be refused by the policy like any other forbidden row.
-- Not CHECK constraints: a check must hold for ever, or a dump of an old booking does not restore.
create function private.admit_date() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  today date := private.paris_day(now());
  status text;
begin
  if not private.is_visitor() then
    return new;
  end if;
  -- Two requests at once must not pass the maximum together, nor both store one date.
  select r.status into status from public.reservations r where r.id = new.reservation_id for no key update;
  if not found then
    return new;
  end if;
  -- A booking that is sent again hours later, as after a lost answer, skips the dates it has. Once the
  -- owner has cancelled it, the same wish is a new one.
  if status <> 'annulee' and exists (select from public.reservation_dates d
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
create trigger admit before insert on public.reservation_dates
  for each row execute function private.admit_date();

alter table public.reservation_dates enable row level security;
revoke all on public.reservation_dates from public, anon, authenticated;
grant all on public.reservation_dates to service_role;
grant insert (reservation_id, date) on public.reservation_dates to anon;
create policy reservation_dates_add on public.reservation_dates for insert to anon
  with check (private.takes_dates(reservation_id));

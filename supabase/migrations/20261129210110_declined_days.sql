-- Days that a confirmation did not keep stay so after a cancellation, which ends only the confirmed ones.

alter table public.reservation_dates add column declined boolean not null default false;
comment on column public.reservation_dates.declined is
  'Of a cancelled reservation, a day that its confirmation had not kept: the cancellation is not about it.';

-- As before; a cancellation of a confirmed reservation notes the days that were not kept.
create or replace function private.follow_status() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'nouvelle' and current_setting('site.managing', true) = new.id::text then
    return null;
  end if;
  if new.status <> 'confirmee' then
    update public.reservation_dates d
      set confirmed = false, declined = new.status = 'annulee' and old.status = 'confirmee' and not d.confirmed
      where d.reservation_id = new.id;
  elsif not exists (select from public.reservation_dates d where d.reservation_id = new.id and d.confirmed) then
    update public.reservation_dates d set confirmed = true where d.reservation_id = new.id;
  end if;
  return null;
end $$;

-- As before; with the days of a cancelled reservation that were not kept.
create or replace function private.managed_json(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select json_build_object('status', r.status, 'version', r.version, 'receivedAt', private.iso(r.created_at),
      'isAgefice', r.is_agefice, 'daysWanted', private.days_wanted(r), 'calendarId', private.calendar_id(r.id),
      'dayCents', private.announced_cents(r),
      'priceCents', (select f.price_cents from private.day_files f where f.ref = r.id),
      'videoLink', (select s.video_link from private.settings s where exists (select from public.reservation_dates d
        where d.reservation_id = r.id and d.confirmed and d.date >= private.paris_day(now()))),
      'days', (select coalesce(json_agg(json_build_object('date', d.date, 'confirmed', d.confirmed,
          'declined', d.declined, 'uid', private.entry_uid(r.id, d.seat)) order by d.date), '[]')
               from public.reservation_dates d where d.reservation_id = r.id))
    from public.reservations r where r.id = reservation;
$$;

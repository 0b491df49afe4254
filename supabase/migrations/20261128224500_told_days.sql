-- As before; the days that a confirmation did not keep leave the reservation when its visitor asks for another one. They would
-- otherwise wait for an answer again, which nobody has asked for.
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
    where d.reservation_id = request and d.date = from_day and private.may_give_up(was, d.date);
  if is_kept is null or to_day is null then
    perform private.refuse_action('This day cannot be replaced');
  end if;
  if was.status = 'confirmee' then
    delete from public.reservation_dates d where d.reservation_id = request and not d.confirmed;
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

-- When the hours of the day change, the people who have others in their calendar can be told by one more confirmation.

alter table private.settings add column day_hours text;
comment on column private.settings.day_hours is 'When the training day begins and ends, as mails say it; null until the site has told.';
alter table private.calendar_entries add column hours text;
comment on column private.calendar_entries.hours is 'private.settings.day_hours of the mail; null where it was not known.';

create function private.set_day_hours(hours text) returns void
language sql security definer set search_path = '' as $$
  update private.settings set day_hours = hours where day_hours is distinct from hours;
$$;

create or replace function private.entry_changes(request uuid) returns table (method text, seat text, day date)
language sql stable set search_path = '' as $$
  select case when d.date is null then 'CANCEL' else 'REQUEST' end, seat, coalesce(d.date, e.day)
    from private.settings s,
      (select * from public.reservation_dates d where d.reservation_id = entry_changes.request and d.confirmed) as d
      full join (select * from private.calendar_entries e where e.ref = entry_changes.request) as e using (seat)
    where (d.date is distinct from e.day or e.hours <> s.day_hours) and greatest(d.date, e.day) >= private.paris_day(now())
    order by d.date is null, coalesce(d.date, e.day);
$$;

create or replace function private.follow_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.calendar_entries e where e.ref = new.ref and e.seat = new.entry ->> 'seat';
  if new.entry ->> 'method' = 'REQUEST' then
    insert into private.calendar_entries (ref, seat, day, hours)
      select new.ref, new.entry ->> 'seat', (new.entry ->> 'day')::date, s.day_hours from private.settings s;
  end if;
  if exists (select from private.entry_changes(new.ref)) and private.may_tell(new.ref, 'calendar')
      and not exists (select from private.outbox o where o.ref = new.ref and o.sent_at is null and o.given_up_at is null
        and o.kind in ('confirmation', 'cancellation', 'calendar')) then
    insert into private.outbox (kind, ref, recipient_hash) values ('calendar', new.ref, new.recipient_hash);
  end if;
  return null;
end $$;

-- Whether the calendar of the visitor has a day with other hours, and no mail is on its way that mends it.
create function private.has_other_hours(request uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.entry_changes(request) c
      join private.calendar_entries e on e.ref = request and e.seat = c.seat and e.day = c.day where c.method = 'REQUEST')
    and not exists (select from private.outbox o where o.ref = request and o.kind in ('confirmation', 'calendar')
      and o.sent_at is null and o.given_up_at is null)
$$;

create or replace function private.news_of(file private.day_files) returns text[]
language sql stable set search_path = '' as $$
  select array_remove(array[
    case when file.filled_at > coalesce(file.seen_at, '-infinity') then 'filled' end,
    case when file.answered_at > coalesce(file.seen_at, '-infinity') then 'answered' end,
    case when file.answered_at > coalesce(file.seen_at, '-infinity') and file.feedback @? '$.* ? (@ <= 2)' then 'low' end,
    case when private.has_other_hours(file.ref) then 'hours' end], null)
$$;

create or replace function private.owned_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('request', private.owned_reservation_json(reservation), 'file',
    private.day_file_json(reservation)::jsonb || jsonb_build_object('dayCents', private.announced_cents(reservation)),
    'videoLink', (select s.video_link from private.settings s), 'hasOtherHours', private.has_other_hours(reservation.id))
$$;

-- As before; by `site`, the site confirms the days again.
create or replace function public.owner_tell(id uuid, version integer, channel text) returns json
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
  if state.is_spam or days is null then
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

revoke all on function private.set_day_hours, private.has_other_hours from public;

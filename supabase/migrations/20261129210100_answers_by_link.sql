-- The visitor can still answer the form's question, how many of several dates are wanted, or answer it otherwise, until the owner
-- has confirmed one.

comment on column private.request_events.action is
  'entered, confirmed, changed_day, cancelled, reopened, verified, handled, unhandled, noted, told, spam or filed; visitor_cancelled, visitor_asked, visitor_gave_up, visitor_wanted, visitor_filled or visitor_answered; receipt_refused; a step of private.follow_up_steps(), paper_sent or paper_signed, or one of these with _undone.';
comment on column private.request_events.detail is
  'The days that an action is about, how many are wanted, the channel of told, and the paper. Never a text of the visitor or a note.';

-- Null when no link has this secret.
create function public.manage_want_days(secret text, version integer, days_wanted text) returns json
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
  if was.status <> 'nouvelle' or coalesce(manage_want_days.days_wanted, '') not in ('one', 'all')
      or private.confirmed_days(request) <> '{}'
      or (select count(*) < 2 from public.reservation_dates d where d.reservation_id = request) then
    perform private.refuse_action('This reservation does not ask how many days are wanted');
  end if;
  update public.reservations r set days_wanted = manage_want_days.days_wanted where r.id = request;
  perform private.note_change(was, 'visitor_wanted', json_build_object('daysWanted', manage_want_days.days_wanted));
  return private.managed_json(request);
end $$;

revoke all on function public.manage_want_days from public, authenticated;
grant execute on function public.manage_want_days to anon, service_role;

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

-- Mails about a request know its confirmed days, since a request that a visitor has made for another day in place of one is new again,
-- and the price that was announced for a day. Mails to visitors leave out what does not apply to their status.
-- Why: docs/decisions/054-papers-are-computed.md.

create or replace function private.reservation_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('kind', 'reservation', 'id', reservation.id, 'receivedAt', private.iso(reservation.created_at),
  'prenom', null, 'nom', null, 'name', reservation.name,
  'email', reservation.email, 'phone', reservation.phone, 'isAgefice', reservation.is_agefice, 'message', null,
  'dates', (
    select coalesce(json_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id),
  'confirmedDates', to_json(private.confirmed_days(reservation.id)),
  'daysWanted', private.days_wanted(reservation), 'dayCents', private.announced_cents(reservation),
  'status', reservation.status, 'flagged', reservation.flagged, 'unwanted', reservation.unwanted)
$$;

create or replace function private.mail_detail(mail private.outbox) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when mail.kind = 'feedback' and private.awaits_feedback(mail.ref, mail.about) is not true then null
    when mail.recipient_hash is not null then private.visitor_detail(
        case mail.kind when 'link' then 'receipt' else mail.kind end, mail.ref, mail.id)::jsonb || (
      select jsonb_build_object('dayCents', max(private.announced_cents(r)), 'priceCents', max(f.price_cents),
          'daysWanted', max(private.days_wanted(r)), 'status', max(f.status))
        from public.reservations r left join private.day_files f on f.ref = r.id where r.id = mail.ref)
      || case when mail.kind in ('receipt', 'link') then jsonb_build_object('name', private.receipt_name(mail.ref)) else '{}' end
      || case mail.kind when 'confirmation' then jsonb_build_object('lacks', (
        select private.paper_lacks(private.file_of(r), 'convention') from public.reservations r
          where r.id = mail.ref and coalesce(r.convention_sent_on, r.convention_signed_on) is null)) else '{}' end
      || case when mail.kind in ('confirmation', 'reminder') then jsonb_build_object('isContract', (
        select f.payer = 'self' from public.reservations r, lateral private.file_of(r) as f where r.id = mail.ref)) else '{}' end
    else case mail.kind
      when 'contact' then private.request_json(mail.ref)
      when 'change' then private.change_detail(mail.ref)
      when 'digest' then private.digest_detail(mail.id)
      when 'concerns' then (
        select json_build_object('concerns', c.list) from (select private.concerns() as list) c where c.list is not null)
      when 'code' then private.code_detail(mail.id)
      when 'welcome' then (select json_build_object('email', o.email) from private.owners o where o.id = mail.ref)
      else private.reservation_detail(mail.ref) end::jsonb end;
end $$;

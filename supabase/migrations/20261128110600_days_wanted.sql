-- Of several dates, a visitor wants one day or each: the form asks. And a link shows what a visitor needs for the day: its price
-- and, once a day is confirmed, the address of the video call.

alter table public.reservations
  add column days_wanted text constraint reservations_days_wanted_ok check (days_wanted in ('one', 'all'));
comment on column public.reservations.days_wanted is
  'Of several dates: one day on any of them, or a day on each (all). Null where nobody was asked.';
grant insert (days_wanted) on public.reservations to anon;

-- Null for a single date, also where there were several.
create function private.days_wanted(reservation public.reservations) returns text
language sql stable set search_path = '' as $$
  select reservation.days_wanted where (select count(*) > 1 from public.reservation_dates d where d.reservation_id = reservation.id)
$$;

create or replace function private.reservation_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('kind', 'reservation', 'id', reservation.id, 'receivedAt', private.iso(reservation.created_at),
  'prenom', null, 'nom', null, 'name', reservation.name,
  'email', reservation.email, 'phone', reservation.phone, 'isAgefice', reservation.is_agefice, 'message', null,
  'dates', (
    select coalesce(json_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id),
  'daysWanted', private.days_wanted(reservation),
  'status', reservation.status, 'flagged', reservation.flagged, 'unwanted', reservation.unwanted)
$$;

-- How a receipt greets, which goes to whatever address was typed: by the words of the name that this address has itself, so that
-- it brings nobody another's text. What follows a plus does not belong to the mailbox.
create function private.receipt_name(request uuid) returns text
language sql stable set search_path = '' as $$
  select case when bool_or(w.place = 1) then string_agg(w.word, ' ' order by w.place) end
    from (select r.name, r.email from public.reservations r where r.id = request
          union all select c.prenom || ' ' || c.nom, c.email from public.contacts c where c.id = request) as person,
      regexp_split_to_table(private.greeting_name(person.name), ' ') with ordinality as w (word, place)
    where private.fold(w.word) = any (regexp_split_to_array(private.fold(substring(person.email from '^[^+@]+')), '[^a-z]+'))
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
          'daysWanted', max(private.days_wanted(r)))
        from public.reservations r left join private.day_files f on f.ref = r.id where r.id = mail.ref)
      || case when mail.kind in ('receipt', 'link') then jsonb_build_object('name', private.receipt_name(mail.ref)) else '{}' end
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

alter table private.settings add column video_link text;
comment on column private.settings.video_link is
  'The address of the video call, for those alone whose day is confirmed. Each start of the site and each change of its facts writes it.';

create function private.set_video_link(address text) returns void
language sql security definer set search_path = '' as $$
  update private.settings set video_link = address where video_link is distinct from address;
$$;

create or replace function private.managed_json(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select json_build_object('status', r.status, 'version', r.version, 'receivedAt', private.iso(r.created_at),
      'isAgefice', r.is_agefice, 'daysWanted', private.days_wanted(r), 'calendarId', private.calendar_id(r.id),
      'dayCents', private.announced_cents(r),
      'priceCents', (select f.price_cents from private.day_files f where f.ref = r.id),
      -- Links are forwarded: nobody needs it before a day is confirmed, nor after the last one. A day that the visitor asks to
      -- replace stays confirmed.
      'videoLink', (select s.video_link from private.settings s where exists (select from public.reservation_dates d
        where d.reservation_id = r.id and d.confirmed and d.date >= private.paris_day(now()))),
      'days', (select coalesce(json_agg(json_build_object('date', d.date, 'confirmed', d.confirmed,
          'uid', private.entry_uid(r.id, d.seat)) order by d.date), '[]')
               from public.reservation_dates d where d.reservation_id = r.id))
    from public.reservations r where r.id = reservation;
$$;

-- As before, but with all confirmed days to come: the space shows the first ones and counts the others. `steps` is null once the
-- owner has confirmed or cancelled a reservation: the first days are over.
create or replace function public.owner_today() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := private.owner_id(private.require_owner());
begin
  return json_build_object(
    'todo', private.count_todo(),
    'oldestAt', (select private.iso(least(
      (select min(c.created_at) from public.contacts c where c.handled_at is null and not (c.is_spam or c.unwanted)),
      (select min(r.created_at) from public.reservations r where r.status = 'nouvelle' and not (r.is_spam or r.unwanted))))),
    'next', private.next_days(null),
    'concerns', (select coalesce(json_agg(c), '[]') from json_array_elements(private.concerns()) as c
      where c ->> 'kind' <> 'requests'),
    'steps', case when not exists (select from public.reservations r where r.status = 'confirmee' and not (r.is_spam or r.unwanted))
        and not exists (select from public.reservations r where r.status = 'annulee' and not (r.is_spam or r.unwanted)) then
      json_build_object(
        'days', (select r.version > 1 from private.opening_rule r),
        'agenda', exists (select from private.owner_feeds f where f.owner_id = owner),
        'request', private.count_all() > 0) end);
end $$;

revoke all on function private.days_wanted, private.receipt_name, private.set_video_link from public;

-- A low note of a questionnaire asks for an answer, and an audit for what was done: it is news until the owner writes a note after
-- it, however often the file was opened.

create or replace function private.news_of(file private.day_files) returns text[]
language sql stable set search_path = '' as $$
  select array_remove(array[
    case when file.filled_at > coalesce(file.seen_at, '-infinity') then 'filled' end,
    case when file.answered_at > coalesce(file.seen_at, '-infinity') then 'answered' end,
    case when file.feedback @? '$.* ? (@ <= 2)' and not exists (
      select from private.request_events e join public.reservations r on r.id = e.ref
        where e.ref = file.ref and e.action = 'noted' and e.at >= file.answered_at and r.note is not null) then 'low' end,
    case when private.has_other_hours(file.ref) then 'hours' end], null)
$$;

create or replace function private.owned_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('request', private.owned_reservation_json(reservation), 'file',
    private.day_file_json(reservation)::jsonb || jsonb_build_object('dayCents', private.announced_cents(reservation)),
    'videoLink', (select s.video_link from private.settings s), 'hasOtherHours', private.has_other_hours(reservation.id),
    'hasLowNote', (select 'low' = any (private.news_of(f)) from private.file_of(reservation) as f))
$$;

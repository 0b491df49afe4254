-- What the owner's own cancellation of a signed agreement asks of the owner: to give back what was paid for days that are not
-- held (Code du travail, L6354-1), and to write to the person. The file tells it until the owner says that it is done.

-- The signed agreement of a confirmed reservation that the owner has cancelled, until then; null without one.
create function private.called_off(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select private.signed_agreement(reservation) from private.last_cancellation(reservation) as ended
    where ended.action = 'cancelled' and private.was_confirmed(ended)
      and not exists (select from private.request_events later
        where later.ref = ended.ref and later.id > ended.id and later.action = 'seen')
$$;

-- What the page of a file shows. `left`: the signed agreement of a reservation that its visitor has cancelled, until the owner
-- does something with it. `calledOff`: the one that the owner has cancelled, until the owner says that it is done.
create or replace function private.owned_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('request', private.owned_reservation_json(reservation), 'file',
    private.day_file_json(reservation)::jsonb || jsonb_build_object('dayCents', private.announced_cents(reservation)),
    'videoLink', (select s.video_link from private.settings s), 'hasOtherHours', private.has_other_hours(reservation.id),
    'hasLowNote', (select 'low' = any (private.news_of(f)) from private.file_of(reservation) as f),
    'left', (select ended.detail -> 'agreement' from private.last_cancellation(reservation) as ended
      where ended.action = 'visitor_cancelled' and private.is_unseen(ended)),
    'calledOff', private.called_off(reservation))
$$;

-- The owner has read that days were given up, or has done what the own cancellation asks for: a line of the history, which takes
-- it from what the space tells as any other does.
create or replace function public.owner_see_given_up(id uuid, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
begin
  perform private.lock_reservation(id, version);
  if (select private.called_off(r) is not null from public.reservations r where r.id = owner_see_given_up.id)
    or exists (select from private.request_events e
      where e.ref = owner_see_given_up.id and e.action in ('visitor_cancelled', 'visitor_gave_up') and private.is_unseen(e)) then
    perform private.add_event(id, who, 'seen');
  end if;
  return private.owned_request_json(id);
end $$;

revoke all on function private.called_off from public;

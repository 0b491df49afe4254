-- What the owner's space shows first: what waits for the owner, the next days, what is wrong, and the first steps.

create function private.next_days(most integer) returns json
language sql stable set search_path = '' as $$
  with next as (
    select distinct d.date from public.reservation_dates d where d.confirmed and d.date >= private.paris_day(now())
      order by d.date limit most
  )
  select coalesce(json_agg(json_build_object('date', n.date, 'requests', (
      select json_agg(json_build_object('id', r.id, 'name', r.name) order by r.created_at, r.id)
      from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
      where d.date = n.date and d.confirmed)) order by n.date), '[]')
    from next n
$$;

-- `steps` is null once the owner has confirmed or cancelled a reservation: the first days are over.
create function public.owner_today() returns json
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
    'next', private.next_days(3),
    'concerns', (select coalesce(json_agg(c), '[]') from json_array_elements(private.concerns()) as c
      where c ->> 'kind' <> 'requests'),
    'steps', case when not exists (select from public.reservations r where r.status = 'confirmee' and not (r.is_spam or r.unwanted))
        and not exists (select from public.reservations r where r.status = 'annulee' and not (r.is_spam or r.unwanted)) then
      json_build_object(
        'days', (select r.version > 1 from private.opening_rule r),
        'agenda', exists (select from private.owner_feeds f where f.owner_id = owner),
        'request', private.count_all() > 0) end);
end $$;

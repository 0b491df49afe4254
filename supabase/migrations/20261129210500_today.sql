-- « Aujourd'hui » has the confirmed days that visitors have given up, and the name of a request that waits alone. The first steps
-- that are still open stay within reach once the owner has confirmed or cancelled a reservation: `steps` says so instead of being
-- null.

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
    'only', (select case when count(*) = 1 then min(one.name) end from (
      (select concat_ws(' ', c.prenom, c.nom) as name from public.contacts c
        where c.handled_at is null and not (c.is_spam or c.unwanted) limit 2)
      union all
      (select r.name from public.reservations r
        where r.status = 'nouvelle' and not (r.is_spam or r.unwanted) limit 2)) as one),
    'givenUp', private.given_up_days(),
    'next', private.next_days(null),
    'concerns', (select coalesce(json_agg(c), '[]') from json_array_elements(private.concerns()) as c
      where c ->> 'kind' <> 'requests'),
    'steps', json_build_object(
      'days', (select r.version > 1 from private.opening_rule r),
      'agenda', exists (select from private.owner_feeds f where f.owner_id = owner),
      'request', private.count_all() > 0,
      'answered', exists (select from public.reservations r where r.status = 'confirmee' and not (r.is_spam or r.unwanted))
        or exists (select from public.reservations r where r.status = 'annulee' and not (r.is_spam or r.unwanted))));
end $$;

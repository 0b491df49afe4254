-- As before, with what a request costs: the price of a day that was announced to it, and the one that was agreed on.
create or replace function public.owner_request(id uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  only_owner constant text := case when (select count(*) from private.owners) = 1 then private.require_owner() end;
begin
  perform private.require_owner();
  return (select json_build_object('request', one.value,
      'tellsVisitor', private.may_tell(owner_request.id, 'confirmation'),
      'price', (
        select json_build_object('dayCents', private.announced_cents(r), 'priceCents', f.price_cents)
          from public.reservations r, lateral private.file_of(r) as f where r.id = owner_request.id),
      'history', (
        select json_agg(json_build_object('at', private.iso(e.at), 'who', nullif(e.who, only_owner), 'action', e.action, 'detail', e.detail)
                        order by e.id)
        from (select 0::bigint as id, (one.value ->> 'receivedAt')::timestamptz as at, null as who,
                'received' as action, null::json as detail
              where not exists (
                select from private.request_events h where h.ref = owner_request.id and h.action = 'entered')
              union all
              select h.id, h.at, h.who, h.action, h.detail from private.request_events h where h.ref = owner_request.id) as e),
      'mails', (
        select coalesce(json_agg(json_build_object('kind', o.kind, 'sentAt', private.iso(o.sent_at),
          'failedAt', private.iso(o.given_up_at)) order by o.id), '[]')
        from private.outbox o where o.ref = owner_request.id),
      'others', private.other_requests(owner_request.id, one.value ->> 'email'),
      'clashes', (
        select coalesce(json_agg(json_build_object('date', c.date, 'id', c.id, 'name', c.name, 'isConfirmed', c.confirmed)
                                 order by c.date, c.created_at), '[]')
        from (select * from private.clashes(owner_request.id) c order by c.date, c.created_at limit 50) as c))
    from (select private.owned_request_json(owner_request.id) as value) as one where one.value is not null);
end $$;

-- What the owner's space shows first also has the confirmed days that visitors have given up, and who it is when one request waits.

create index request_events_given_up on private.request_events (at) where action in ('visitor_cancelled', 'visitor_gave_up');

-- For a week, until the day comes, or until the owner does something with the request. A day that is confirmed again is not one.
create function private.given_up_days() returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('request', json_build_object('id', r.id, 'name', r.name), 'days', given.days)
      order by e.at desc, e.id desc), '[]')
    from private.request_events e join public.reservations r on r.id = e.ref,
      lateral (select array_agg(day.date::date order by day.date) as days
        from (select json_array_elements_text(case e.action when 'visitor_cancelled' then e.detail -> 'confirmed'
            else json_build_array(case when (e.detail ->> 'wasConfirmed')::boolean then e.detail ->> 'day' end) end) as date) as day
        where day.date::date >= private.paris_day(now()) and day.date::date <> all (private.confirmed_days(r.id))) as given
    where e.action in ('visitor_cancelled', 'visitor_gave_up') and e.at > now() - interval '7 days'
      and given.days is not null and not (r.is_spam or r.unwanted)
      and not exists (select from private.request_events later
        where later.ref = e.ref and later.id > e.id and later.who not in ('visitor', 'site'))
$$;
revoke all on function private.given_up_days() from public;

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

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

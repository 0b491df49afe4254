-- As before, with whether the visitor has withdrawn from the signed agreement: giving up one day of several is no withdrawal.
create or replace function private.given_up_days() returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('request', json_build_object('id', r.id, 'name', r.name), 'version', r.version,
      'days', given.days, 'agreement', e.detail -> 'agreement',
      'isWithdrawal', e.action = 'visitor_cancelled' and e.detail #>> '{agreement,withdrawalUntil}' is not null)
      order by e.at desc, e.id desc), '[]')
    from private.request_events e join public.reservations r on r.id = e.ref,
      lateral (select array_agg(day.date::date order by day.date) as days
        from (select json_array_elements_text(case e.action when 'visitor_cancelled' then e.detail -> 'confirmed'
            else json_build_array(case when (e.detail ->> 'wasConfirmed')::boolean then e.detail ->> 'day' end) end) as date) as day
        where day.date::date >= private.paris_day(now()) and day.date::date <> all (private.confirmed_days(r.id))) as given
    where e.action in ('visitor_cancelled', 'visitor_gave_up') and e.at > now() - interval '7 days'
      and given.days is not null and not (r.is_spam or r.unwanted) and private.is_unseen(e)
$$;

-- Who leaves a signed agreement reads the clause about leaving early that it has, not that of today.

-- The agreement that both sides have signed; null without one. `withdrawalUntil`: the last day on which its consumer withdraws
-- free of charge, until it is over. `clause`: its own about leaving early, where it is known. Its type is SignedAgreement in
-- contract/src/day-papers.ts.
create or replace function private.signed_agreement(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_strip_nulls(json_build_object('isContract', coalesce(f.payer = 'self', false), 'signedOn', p.signed_on,
      'withdrawalUntil', case when private.is_consumer(f) and until.day >= private.paris_day(now()) then until.day end,
      'clause', case when p.agreed_texts is not null then coalesce(p.agreed_texts ->> 'earlyLeave', '') end))
    from private.day_papers p, lateral private.file_of(reservation) as f,
      lateral (select private.last_consumer_day(p.signed_on) as day) as until
    where p.ref = reservation.id and p.paper = 'convention' and p.signed_on is not null
$$;

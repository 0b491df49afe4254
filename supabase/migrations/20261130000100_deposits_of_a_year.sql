-- The sum of a year that is not paid yet leaves out the deposits that came.

-- `isUnsigned`: nobody has noted the signature of its contract. `vat`: the regime of its agreement. `depositCents`: the
-- deposit of its contract; an agreement with others has none. Its type is TrainingYear in
-- contract/src/training-year.ts.
create or replace function private.training_year(year integer) returns json
language sql stable set search_path = '' as $$
  select json_build_object('year', training_year.year, 'isReported', coalesce(s.reported_year >= training_year.year, false),
      'reservations', (
        select coalesce(json_agg(held.value::jsonb || jsonb_build_object('dayCents', private.announced_cents(r),
            'priceCents', coalesce(f.followed_cents, f.price_cents),
            'depositCents', case when f.payer = 'self' then f.deposit_cents end,
            'isUnsigned', private.lacks_contract(r, f), 'address', f.address, 'payerAddress', f.payer_address, 'siren', f.siren,
            'vat', (select p.vat from private.day_papers p where p.ref = r.id and p.paper = 'convention')) order by held.ordinality), '[]')
          from json_array_elements(private.held_in(training_year.year)) with ordinality as held
            join public.reservations r on r.id = (held.value ->> 'id')::uuid, lateral private.file_of(r) as f),
      'feedback', private.feedback_means())
    from private.settings s
$$;

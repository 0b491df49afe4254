-- The sums of a year are of what was agreed then.

-- `isUnsigned`: nobody has noted the signature of its contract. `vat`: the regime of its agreement, otherwise of its
-- last day. `agreedTexts`: those of its signed agreement. `depositCents`: the deposit of its contract; one with others
-- has none. A company of the trainee's own pays itself where AGEFICE is not asked after all. `forfeits`:
-- compensations, in the year of the last day or of the cancellation. Its type is TrainingYear in
-- contract/src/training-year.ts.
create or replace function private.training_year(year integer) returns json
language sql stable set search_path = '' as $$
  select json_build_object('year', training_year.year, 'isReported', coalesce(s.reported_year >= training_year.year, false),
      'reservations', (
        select coalesce(json_agg(held.value::jsonb || jsonb_build_object('dayCents', private.announced_cents(r),
            'payer', case when own.pays then 'company' else held.value ->> 'payer' end,
            'priceCents', coalesce(f.followed_cents, f.price_cents),
            'followedCents', f.followed_cents, 'agreedCents', f.price_cents, 'confirmedDays', private.confirmed_days(r.id),
            'depositCents', case when f.payer = 'self' then f.deposit_cents end,
            'isUnsigned', private.lacks_contract(r, f), 'address', f.address,
            'payerAddress', case when own.pays then f.address else f.payer_address end, 'siren', f.siren,
            'vat', coalesce((select p.vat from private.day_papers p where p.ref = r.id and p.paper = 'convention'),
              private.vat_on((held.value -> 'days' ->> -1)::date)),
            'agreedTexts', (select p.agreed_texts from private.valid_papers v join private.day_papers p using (ref, paper)
              where v.ref = r.id and v.paper = 'convention' and v.signed_on is not null)) order by held.ordinality), '[]')
          from json_array_elements(private.held_in(training_year.year)) with ordinality as held
            join public.reservations r on r.id = (held.value ->> 'id')::uuid, lateral private.file_of(r) as f,
            lateral (select f.payer = 'agefice' and f.funding_dropped_on is not null and f.payer_name is not null as pays) as own),
      'forfeits', (
        select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'cents', f.cancel_cents, 'paidOn', r.paid_on)
            order by own.day, r.id), '[]')
          from private.day_files f join public.reservations r on r.id = f.ref, lateral (
              select case when r.status = 'annulee' then private.paris_day((private.last_cancellation(r)).at)
                when f.followed_cents is not null then (select max(day) from unnest(private.confirmed_days(r.id)) as day) end as day) as own
          where f.cancel_cents > 0 and extract(year from own.day) = training_year.year and not (r.is_spam or r.unwanted)),
      'feedback', private.feedback_means())
    from private.settings s
$$;

-- What the page of a file shows. `left`, `calledOff`: the signed agreement that its visitor's cancellation, or the
-- owner's, has ended, until what that asks for is noted. `vatThen`: the regime of VAT of its last day. `signedClient`:
-- that of the agreement that both sides are bound by.
create or replace function private.owned_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('request', private.owned_reservation_json(reservation), 'file',
    private.day_file_json(reservation)::jsonb || jsonb_build_object('dayCents', private.announced_cents(reservation),
      'vatThen', (select private.vat_on(max(day)) from unnest(private.confirmed_days(reservation.id)) as day),
      'signedClient', (select jsonb_build_object('payer', b.client -> 'payer', 'payerName', b.client -> 'payer_name',
          'payerSiren', b.client -> 'payer_siren') from private.binding_agreements b where b.ref = reservation.id)),
    'videoLink', (select s.video_link from private.settings s), 'hasOtherHours', private.has_other_hours(reservation.id),
    'hasLowNote', (select 'low' = any (private.news_of(f)) from private.file_of(reservation) as f),
    'left', case when not ended.is_own then ended.agreement end, 'calledOff', case when ended.is_own then ended.agreement end)
    from private.ended_agreement(reservation) as ended
$$;

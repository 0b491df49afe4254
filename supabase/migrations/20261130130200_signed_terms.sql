-- A day that is over is taxed in the regime of that day, and an agreement that was signed in another regime is void for
-- it, as before the day: the tax is due when the service is done (CGI, 269). What comes after the day changes nothing.

-- A quote and an agreement bind both sides by a price and a regime of VAT: another one makes them void, as another day
-- does.
create or replace view private.valid_papers as
  select p.ref, p.paper, p.sent_on, p.signed_on, p.days, p.print, p.cents, p.vat, p.replaces
    from private.day_papers p join public.reservations r on r.id = p.ref,
      lateral (select private.confirmed_days(p.ref) as days offset 0) as own
    where p.days = own.days
        and (p.paper not in ('devis', 'convention') or coalesce(p.cents = private.price_of(r), true)
          and coalesce(p.vat = private.vat_on(p.days[cardinality(p.days)]), true))
      or p.days <> own.days and p.paper in ('convention', 'emargement') and p.signed_on is not null
        and private.are_kept_days(own.days, p.days);

-- Which agreement is to be signed in place of the signed one: by another client, mostly of the other `kind`, for
-- `others` or `fewer` of its days, or at another `price` (or tax); null for none, as for what is left of its days once
-- they are over, whoever pays. One that only went out is replaced by the other kind too. Its type is NewAgreement in
-- contract/src/agreement-words.ts.
create or replace function private.new_agreement(reservation public.reservations) returns text
language sql stable set search_path = '' as $$
  select case when b.ref is null then
        case when p.sent_on is null and p.cents is null and p.replaces is not null
          and (p.client ->> 'payer' = 'self') is distinct from coalesce(f.payer = 'self', false) then 'kind' end
      when c.days <> b.days and private.are_kept_days(c.days, b.days) then null
      when private.is_other_client(b.client, f) then 'kind'
      when not b.days @> c.days then 'others' when not b.days <@ c.days then 'fewer'
      when b.cents <> private.price_of(reservation) or b.vat <> private.vat_on(b.days[cardinality(b.days)]) then 'price' end
    from private.day_papers p left join private.binding_agreements b using (ref), private.file_of(reservation) as f,
      lateral (select private.confirmed_days(reservation.id) as days offset 0) as c
    where p.ref = reservation.id and p.paper = 'convention'
$$;

-- The sums of a year are of what was agreed then, but for its tax.

-- `isUnsigned`: nobody has noted the signature of its contract, or it is void. `vat`: the regime of its last day.
-- `agreedTexts`: those of its signed agreement. `depositCents`: the deposit of its contract; one with others has none.
-- A company of the trainee's own pays itself where AGEFICE is not asked after all. `forfeits`: compensations, in the
-- year of the last day or of the cancellation. Its type is TrainingYear in contract/src/training-year.ts.
create or replace function private.training_year(year integer) returns json
language sql stable set search_path = '' as $$
  select json_build_object('year', training_year.year, 'isReported', coalesce(s.reported_year >= training_year.year, false),
      'reservations', (
        select coalesce(json_agg(held.value::jsonb || jsonb_build_object('dayCents', private.announced_cents(r),
            'payer', case when own.pays then 'company' else held.value ->> 'payer' end,
            'priceCents', coalesce(f.followed_cents, f.price_cents),
            'followedCents', f.followed_cents, 'agreedCents', f.price_cents, 'confirmedDays', private.confirmed_days(r.id),
            'depositCents', case when f.payer = 'self' then f.deposit_cents end,
            'isUnsigned', private.lacks_contract(r, f) or coalesce(f.payer = 'self' and private.due_cents(f) is distinct from 0
              and private.new_agreement(r) is not null, false), 'address', f.address,
            'payerAddress', case when own.pays then f.address else f.payer_address end, 'siren', f.siren,
            'vat', (select private.vat_on(max(day)) from unnest(private.confirmed_days(r.id)) as day),
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

-- The trainer's year: days held for the yearly report (BPF, L6352-11), and means of the questionnaires. The sums are
-- made in contract/src/training-year.ts, where the prices and the hours of a day are.

-- Days that were confirmed and are over, of one year, by reservation. `daysBefore`: its days in earlier years. `payer`:
-- the trainee, where AGEFICE is not asked after all.
create function private.held_in(year integer) returns json
language sql stable set search_path = '' as $$
  with held as (
    select d.reservation_id as id, array_agg(d.date order by d.date) as days
      from public.reservation_dates d
      where d.confirmed and d.date between make_date(held_in.year, 1, 1)
        and least(make_date(held_in.year, 12, 31), private.paris_day(now()))
      group by d.reservation_id
  )
  select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'isAgefice', r.is_agefice,
      'payer', case when f.payer = 'agefice' and f.funding_dropped_on is not null then 'self' else f.payer end,
      'payerName', f.payer_name, 'status', f.status, 'priceCents', f.price_cents, 'heldOn', r.held_on, 'paidOn', r.paid_on,
      'days', held.days, 'kept', f.kept,
      'daysBefore', (select count(*) from public.reservation_dates d
        where d.reservation_id = r.id and d.confirmed and d.date < make_date(held_in.year, 1, 1)),
      'allDays', cardinality(private.confirmed_days(r.id))) order by held.days, r.id), '[]')
    from held join public.reservations r using (id), lateral private.file_of(r) as f
    where not (r.is_spam or r.unwanted)
$$;

-- Fewer than ten answers have no means: one of them could be recognised.
create function private.feedback_means() returns json
language sql stable set search_path = '' as $$
  select json_build_object('count', count(*), 'means', case when count(*) >= 10 then (
      select json_object_agg(one.question, one.mean) from (
        select question, round(avg((answered.feedback ->> question)::integer), 2) as mean
          from private.day_files answered, unnest('{objectives,content,trainer,organisation,overall}'::text[]) as question
          where answered.feedback is not null group by question) as one) end)
    from private.day_files f where f.feedback is not null
$$;

-- `isUnsigned`: nobody has noted the signature of its contract, or it is void. `vat`: the regime of its last day.
-- `agreedTexts`: those of its signed agreement. `depositCents`: the deposit of its contract; one with others has none.
-- A company of the trainee's own pays itself where AGEFICE is not asked after all. `forfeits`: compensations, in the
-- year of the last day or of the cancellation. Its type is TrainingYear in contract/src/training-year.ts.
create function private.training_year(year integer) returns json
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

create function private.require_year(year integer) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if (year between 2000 and extract(year from private.paris_day(now()))) is not true then
    perform private.refuse(400, '22023', 'Name a year that has begun');
  end if;
end $$;

create function public.owner_training_year(year integer) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  perform private.require_year(year);
  return private.training_year(year);
end $$;

-- Marks the report of a year as filed, or takes that back.
create function public.owner_report_year(year integer, filed boolean) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  perform private.require_year(year);
  update private.settings s set reported_year = case when filed then greatest(s.reported_year, owner_report_year.year)
    when s.reported_year >= owner_report_year.year then nullif(owner_report_year.year - 1, 1999)
    else s.reported_year end where true;
  return private.training_year(year);
end $$;

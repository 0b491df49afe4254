-- Dates of the law and of funds that are near, and what is still to do for a day, each until it is noted: nothing of a
-- day ends before two years are over. What is due is the price, or that of what was followed with the compensation for
-- the rest. No fund pays for that. Nothing is prepared any more for a day whose hours are over.
create function private.deadlines(today date)
returns table (step text, request uuid, name text, due date, days date[], news text[], papers text[])
language sql stable set search_path = '' as $$
  with today as (
    -- 1 once the hours of today are over.
    select private.first_day_ahead() - private.paris_day(now()) as is_over
  ), near as (
    select distinct d.reservation_id as id from public.reservation_dates d
      where d.confirmed and d.date >= deadlines.today - interval '5 months'
    union
    select r.id from public.reservations r join public.reservation_dates d on d.reservation_id = r.id, private.file_of(r) as f
      where d.confirmed and d.date between deadlines.today - interval '2 years' and deadlines.today
        and (r.paid_on is null or f.payer = 'agefice' and f.reimbursement_asked_on is null and f.funding_dropped_on is null
          or (select count(*) from private.day_papers p where p.ref = r.id and case
            when p.paper in ('convention', 'emargement') then p.signed_on when p.paper in ('certificat', 'attestation', 'facture') then p.sent_on
            end is not null) < 5
          or private.news_of(f) <> '{}')
  ), booked as (
    select r.id, r.name, f.payer, coalesce(f.followed_cents, f.price_cents) as price_cents, due.cents as due_cents,
        f.funding_filed_on, f.funding_dropped_on, f.reimbursement_asked_on, f.deposit_on, r.paid_on, days[1] as first_day,
        days[cardinality(days)] as last_day, days, own.last as until,
        agreed.signed_on,
        own.unkept,
        private.news_of(f) as news,
        due.cents is distinct from 0 and r.paid_on is null
          and not is_unpayable as is_unpaid,
        coalesce(agreed.deposit, s.asks_deposit) as asks_deposit, terms.due + case when f.payer = 'self' and days[1] <= agreed.signed_on + 10
          then greatest(0, agreed.signed_on + 25 - terms.due) else 0 end as payment_due,
        (select p.sent_on from private.valid_papers p where p.ref = r.id and p.paper = 'facture') as invoiced_on, array(
          select name from (values
              (1, 'convocation', days[1] - 7, open.last, true),
              (2, 'blank_sheet', days[1] - 7, open.last, true),
              (2, 'emargement', over.first, 'infinity', over.was_followed),
              (3, 'certificat', over.first, 'infinity', over.was_followed),
              (4, 'attestation', over.first, 'infinity', over.was_followed),
              (5, 'facture', over.first, 'infinity', due.cents is distinct from 0 and not is_unpayable))
              as one (place, name, first, last, is_due)
            where is_due and deadlines.today between one.first and one.last
              and not exists (select from private.valid_papers p
                where p.ref = r.id and p.paper = case name when 'blank_sheet' then 'emargement' else name end
                and (p.signed_on is not null or name <> 'emargement' and p.sent_on is not null))
            order by one.place) as unsent
      from private.settings s, today,
        near join public.reservations r using (id), lateral private.file_of(r) as f,
        -- Nor may anything be asked for within the ten days after the signature of a contract (L6353-5).
        lateral (select private.lacks_contract(r, f) or coalesce(f.payer = 'self', false) and exists (
          select from private.binding_agreements b where b.ref = r.id and b.signed_on >= deadlines.today - 10)) as may (is_unpayable),
        lateral (select private.due_cents(f) as cents) as due,
        -- Without « offset 0 » the planner computes these again at each mention, twenty times a file.
        lateral (select days, private.first_unkept(days, f.kept) as unkept, (days[cardinality(days)] + interval '4 months')::date as last
          from private.confirmed_days(r.id) as days offset 0) as own,
        lateral (select days[cardinality(days)] - today.is_over as last) as open,
        lateral (select case when unkept >= deadlines.today or unkept is null then days[cardinality(days)] + 1 end as first,
          coalesce(f.kept @? '$[*] ? (@.from != null)', true) as was_followed offset 0) as over,
        lateral (select max(p.signed_on) as signed_on, bool_or(p.deposit) as deposit,
            (array_agg(p.agreed_texts) filter (where p.signed_on is not null))[1] as texts
          from private.valid_papers join private.day_papers p using (ref, paper)
          where p.ref = r.id and p.paper = 'convention' offset 0) as agreed,
        lateral (select days[cardinality(days)] + (coalesce(agreed.texts, jsonb_build_object('due_days', s.due_days,
            'professional_due_days', s.professional_due_days)) ->> case when f.payer in ('opco', 'company', 'agefice', 'fifpl')
              or f.status = 'independent' or f.siren is not null and f.status is distinct from 'individual'
            then 'professional_due_days' else 'due_days' end)::integer offset 0) as terms (due)
      where not (r.is_spam or r.unwanted)
  ), dated as (
    -- The hours of a day that is over, from the day after.
    select 'kept' as step, b.id, b.name, b.unkept as due, b.unkept + 1 as first, 'infinity'::date as last,
        null::date[] as days, null::text[] as news, null::text[] as papers from booked b
    union all
    -- What the visitor has written and the owner not yet opened, and the papers that have not gone out: a convocation
    -- and the blank sheet from one week before the first day to the last, the others once the hours are noted. What is
    -- paid has an invoice too (Code de commerce, L441-9). Once it would have to be paid, sending it is late
    -- (`late_invoice`). While a day is ahead, no other one is named.
    select 'file', b.id, b.name, b.last_day, deadlines.today, deadlines.today,
        coalesce(nullif(array(select day from unnest(b.days) as day where day >= deadlines.today + today.is_over), '{}'), b.days),
        b.news || case when 'facture' = any (b.unsent) and b.payment_due < deadlines.today then '{late_invoice}'::text[] end, b.unsent
      from today, booked b where b.news <> '{}' or b.unsent <> '{}'
    union all
    -- The complete file of AGEFICE, due 15 days before the next day that it is not too late for, otherwise before the
    -- last one; from a week before that of the first day; not of one that is not asked for after all, nor where what
    -- was followed has no price.
    select 'funding', b.id, b.name, coalesce(ahead.due, b.last_day - 15), b.first_day - 22, 'infinity', b.days, null, null
      from booked b, lateral (select min(day - 15) as due from unnest(b.days) as day where day - 15 >= deadlines.today) as ahead
      where b.payer = 'agefice' and b.funding_filed_on is null and b.funding_dropped_on is null
        and b.price_cents is distinct from 0
    union all
    -- A request that waits for an answer has it too, and the owner reads it before confirming: `isAsked` of concerns
    -- tells them apart.
    select 'funding', r.id, r.name, coalesce(min(d.date - 15) filter (where d.date - 15 >= deadlines.today), max(d.date) - 15),
        deadlines.today, deadlines.today, array_agg(d.date order by d.date), null, null
      from today, public.reservations r join public.reservation_dates d on d.reservation_id = r.id
      where r.status = 'nouvelle' and r.is_agefice and not (r.is_spam or r.unwanted or r.flagged)
        and d.date >= deadlines.today + today.is_over and private.confirmed_days(r.id) = '{}'
        and (private.file_of(r)).price_cents is distinct from 0
      group by r.id
    union all
    -- Of an agreement for the days that are confirmed now, also when somebody has paid; after the days it ends with the
    -- payment where no fund asks for it. One that is void since both sides signed it is to be sent again at once, not
    -- from three weeks before: as another client pays (`payer`), for other days (`moved`), for some of its days
    -- (`dropped`), at another price (`repriced`) or in another regime of VAT (`taxed`). Nothing is signed where nothing
    -- is paid (L6353-3), nor due for what was followed.
    select 'signature', b.id, b.name, b.first_day, case when void.cause is not null then deadlines.today else b.first_day - 21 end,
        case when b.paid_on is not null and b.payer in ('self', 'company', 'opco') then b.last_day else 'infinity' end, b.days,
        case when void.cause is not null then array[void.cause] end, null
      from booked b left join lateral (
        select case when private.is_other_client(a.client, private.file_of(r)) then 'payer'
            when a.days is distinct from b.days then case when b.days <@ a.days then 'dropped' else 'moved' end
            when a.cents <> private.price_of(r) then 'repriced' when a.vat <> private.vat_on(a.days[cardinality(a.days)]) then 'taxed' end as cause
          from private.binding_agreements a join private.day_papers p using (ref) join public.reservations r on r.id = a.ref
          where a.ref = b.id and p.paper = 'convention' and (p.signed_on is not null or p.sent_on is null)) as void on true
      where b.due_cents is distinct from 0 and b.signed_on is null
        and not exists (select from private.binding_agreements a
          where a.ref = b.id and a.days <> b.days and private.are_kept_days(b.days, a.days))
    union all
    -- The deposit of 30 % that a contract asks for, once the ten days are over (L6353-5, L6353-6) and until all of it
    -- is due (`firstWholeDay` of the space); or what was paid within them (`early`). None of a compensation.
    select 'payable', b.id, b.name, b.signed_on + 11, case when b.paid_on is null then b.signed_on + 11 else b.signed_on end,
        case when b.paid_on is not null then b.signed_on + 11
          else greatest(b.last_day, case when b.first_day <= b.signed_on + 10 then b.signed_on + 24 end) end, null,
        case when b.paid_on is not null then '{early}'::text[] end, null
      from booked b where b.payer = 'self' and b.price_cents is distinct from 0 and b.deposit_on is null
        and case when b.paid_on is null then b.asks_deposit else b.paid_on <= b.signed_on + 10 end
    union all
    -- By AGEFICE, four months after the last day, until it was asked for or is not asked for after all: from the day
    -- after the training once that is paid, otherwise in the last two months, and late from then on. The trainee asks
    -- the fund for it with the papers, the paid invoice among them. None where what was followed has no price.
    select 'reimbursement', b.id, b.name, b.until,
        case when b.paid_on is not null then b.last_day + 1 else (b.until - interval '2 months')::date end, 'infinity', null, null, b.unsent
      from booked b where b.payer = 'agefice' and b.funding_filed_on is not null and b.funding_dropped_on is null
        and b.reimbursement_asked_on is null and b.price_cents is distinct from 0
    union all
    -- One that went out, from a week before it is due, where that day is known (`dueDay` of the space), otherwise a
    -- week after it went out, until it is paid. The signed agreement says when, whatever the site says since. That of a
    -- contract is due like any other, but not before fifteen days after its ten days, if they contain a training day;
    -- it waits for its signature, whose own step tells of it.
    select 'invoice', b.id, b.name, b.payment_due, coalesce(b.payment_due - 7, b.invoiced_on + 8), 'infinity', b.days, null, null
      from booked b where b.is_unpaid and b.invoiced_on is not null and b.last_day < deadlines.today
    union all
    -- Of the year before the last first of April, on 30 April (R6352-22).
    select 'report', null, null, april.due, april.due - 29, 'infinity', null, null, null
      from private.settings s, lateral (select extract(year from deadlines.today - interval '3 months')::integer as year) as this,
        lateral (select make_date(this.year, 4, 30) as due) as april
      where coalesce(s.reported_year, 0) < this.year - 1 and exists (select from public.reservation_dates d
        where d.confirmed and d.date between make_date(this.year - 1, 1, 1) and make_date(this.year - 1, 12, 31))
  )
  select d.step, d.id, d.name, d.due, d.days, d.news, d.papers from dated d where deadlines.today between d.first and d.last
$$;

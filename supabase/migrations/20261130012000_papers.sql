-- Papers that a company abroad, a day of one half and a paid price need otherwise.

-- Half a day with its times, or with neither when the trainee was absent. The half that a timetable of half a day does not
-- have ends when it begins. `planned`: minutes of the day, the same for both its halves, so that a later timetable
-- changes no day of before. Those that were noted before it was stored have none.
create or replace function private.are_half_days(value jsonb) returns boolean
language sql immutable strict set search_path = ''
return case when jsonb_typeof(value) = 'array' and jsonb_array_length(value) <= 60 then not exists (
  select from jsonb_array_elements(value) as h
    where (jsonb_typeof(h) = 'object' and h ?& '{date,half,from,to}' and h - '{date,half,from,to,planned}'::text[] = '{}'
        and h ->> 'date' ~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$' and h ->> 'half' in ('morning', 'afternoon')
        and case when h ->> 'from' is null then h ->> 'to' is null
          else h ->> 'from' ~ '^([01]\d|2[0-3]):[0-5]\d$' and h ->> 'to' ~ '^([01]\d|2[0-3]):[0-5]\d$'
            and h ->> 'from' <= h ->> 'to' end
        and case when h ? 'planned' then jsonb_typeof(h -> 'planned') = 'number' and h ->> 'planned' ~ '^[1-9]\d{0,3}$'
          and (h ->> 'planned')::integer <= 1440 else true end) is not true)
  and (select count(*) = count(distinct (h ->> 'date', h ->> 'half'))
      and count(distinct (h ->> 'date', h ->> 'planned')) = count(distinct h ->> 'date') from jsonb_array_elements(value) as h)
else false end;

create or replace function private.paper_lacks(file private.day_files, paper text) returns text[]
language sql stable set search_path = '' as $$
  select array_remove(array[
    case when c.days = '{}' then 'days' end,
    case when c.has_client and not c.is_employer and file.address is null then 'address' end,
    case when paper in ('convention', 'facture') and file.payer is null then 'payer' end,
    case when (c.has_client and c.is_employer or paper = 'convention' and file.payer = 'other')
      and file.payer_name is null then 'payerName' end,
    case when c.has_client and c.is_employer and file.payer_address is null then 'payerAddress' end,
    -- A country behind the last comma, or a postcode of Wallis-et-Futuna, Polynésie or Nouvelle-Calédonie.
    case when paper = 'convention' and c.is_employer and file.payer_siren is null
      and (file.payer_address ~* ',(?! *france$)[^,0-9]+$|\m98[678]\d\d\M') is not true then 'payerSiren' end,
    case when paper = 'convention' and file.payer in ('agefice', 'fifpl') and file.siren is null then 'siren' end,
    case when paper = 'convention' and file.payer = 'self' and file.prior_level is null then 'priorLevel' end,
    -- Nobody writes any more what days contain that are over.
    case when paper in ('convention', 'programme') and cardinality(c.days) > 1 and c.days[cardinality(c.days)] >= c.today
      and file.next_days is null then 'nextDays' end,
    case when paper = 'emargement' and private.first_unkept(c.past, file.kept) is not null
      or paper in ('certificat', 'attestation') and (c.days[cardinality(c.days)] > c.today
        or private.first_unkept(c.days, file.kept) is not null) then 'kept' end,
    -- Who was absent all the time has followed nothing.
    case when paper in ('certificat', 'attestation') and not exists (
      select from jsonb_array_elements(file.kept) as h where h ->> 'from' is not null) then 'followed' end,
    case when paper = 'facture' and private.followed_less(file.kept, c.days) and file.followed_cents is null
      and file.price_cents is distinct from 0 then 'followedCents' end,
    case when paper = 'attestation' and jsonb_array_length(coalesce(file.results, '[]')) = 0 then 'results' end], null)
    from (select own.*, array(select day from unnest(own.days) as day where day < own.today) as past
      from (select private.confirmed_days(file.ref) as days, private.paris_day(now()) as today,
        paper in ('devis', 'convention', 'facture') as has_client, coalesce(file.payer in ('opco', 'company'), false) as is_employer) as own) as c
$$;
comment on function private.paper_lacks(private.day_files, text) is
  'What the database knows to be missing for a paper: what the facts of the site lack, only the page can tell. An attendance
sheet goes out before the day: its hours are written on it. The convention and the programme of several days to come lack
what the next ones contain, as on the page: both sides would otherwise sign what nobody has said.
A company whose address may be abroad lacks no SIREN: only the page knows the countries.';

-- Dates of the law and of funds that are near, and what is still to do for a day, each until it is noted: nothing of a
-- day ends before two years are over.
-- `kept`: the hours of a day that is over, from the day after.
-- `file`: what the visitor has written and the owner not yet opened, and the papers that have not gone out: a
-- convocation and the blank sheet from one week before the first day to the last, the others once the hours are noted.
-- What is paid has an invoice too (Code de commerce, L441-9). Once it would have to be paid, sending it is late
-- (`late_invoice`).
-- `funding`: the complete file of AGEFICE, due 15 days before the next day that it is not too late for, otherwise
-- before the last one; from a week before that of the first day; not of one that is not asked for after all, nor where
-- nothing is due. A request that waits for an answer has it too, and the owner reads it before confirming: `isAsked` of
-- concerns tells them apart.
-- `signature` of an agreement for the days that are confirmed now, also when somebody has paid; after the days it ends
-- with the payment where no fund asks for it. One that is void since both sides signed it is to be sent again at once,
-- not from three weeks before: for other days (`moved`), for some of its days (`dropped`), at another price
-- (`repriced`) or in another regime of VAT (`taxed`). Nothing is signed where nothing is paid (L6353-3), nor due for
-- what was followed.
-- `payable`: a contract, of which the trainee owes nothing before the ten days are over, then the deposit of 30 % where
-- one is asked for (L6353-5, L6353-6); without one nothing is to be collected then, and only what was paid too early is
-- told of. None where nothing is due.
-- `reimbursement` by AGEFICE, four months after the last day, until it was asked for or is not asked for after all:
-- from the day after the training once that is paid, otherwise in the last two months, and late from then on. The
-- trainee asks the fund for it with the papers, the paid invoice among them. None where nothing is due.
-- `invoice`: one that went out, from a week before it is due, where that day is known (`dueDay` of the space),
-- otherwise a week after it went out, until it is paid. The signed agreement says when, whatever the site says since.
-- That of a contract is due like any other, but not before fifteen days after its ten days, if they contain a training
-- day; it waits for its signature, whose own step tells of it.
-- `report` of the year before the last first of April, on 30 April (R6352-22).
create or replace function private.deadlines(today date)
returns table (step text, request uuid, name text, due date, days date[], news text[], papers text[])
language sql stable set search_path = '' as $$
  with near as (
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
    select r.id, r.name, f.payer, coalesce(f.followed_cents, f.price_cents) as due_cents,
        f.funding_filed_on, f.funding_dropped_on, f.reimbursement_asked_on, f.deposit_on, r.paid_on, days[1] as first_day,
        days[cardinality(days)] as last_day, days, own.last as until,
        agreed.signed_on,
        own.unkept,
        private.news_of(f) as news,
        coalesce(f.followed_cents, f.price_cents) is distinct from 0 and r.paid_on is null
          and not is_unsigned as is_unpaid,
        coalesce(agreed.deposit, s.asks_deposit) as asks_deposit, terms.due + case when f.payer = 'self' and days[1] <= agreed.signed_on + 10
          then greatest(0, agreed.signed_on + 25 - terms.due) else 0 end as payment_due,
        (select p.sent_on from private.valid_papers p where p.ref = r.id and p.paper = 'facture') as invoiced_on, array(
          select name from (values
              (1, 'convocation', days[1] - 7, days[cardinality(days)], true),
              (2, 'blank_sheet', days[1] - 7, days[cardinality(days)], true),
              (2, 'emargement', over.first, 'infinity', over.was_followed),
              (3, 'certificat', over.first, 'infinity', over.was_followed),
              (4, 'attestation', over.first, 'infinity', over.was_followed),
              (5, 'facture', over.first, 'infinity',
                coalesce(f.followed_cents, f.price_cents) is distinct from 0 and not is_unsigned))
              as one (place, name, first, last, is_due)
            where is_due and deadlines.today between one.first and one.last
              and not exists (select from private.valid_papers p
                where p.ref = r.id and p.paper = case name when 'blank_sheet' then 'emargement' else name end
                and (p.signed_on is not null or name <> 'emargement' and p.sent_on is not null))
            order by one.place) as unsent
      from private.settings s, near join public.reservations r using (id), lateral private.file_of(r) as f,
        lateral private.lacks_contract(r, f) as is_unsigned,
        -- Without « offset 0 » the planner computes these again at each mention, twenty times a file.
        lateral (select days, private.first_unkept(days, f.kept) as unkept, (days[cardinality(days)] + interval '4 months')::date as last
          from private.confirmed_days(r.id) as days offset 0) as own,
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
    select 'kept' as step, b.id, b.name, b.unkept as due, b.unkept + 1 as first, 'infinity'::date as last,
        null::date[] as days, null::text[] as news, null::text[] as papers from booked b
    union all
    select 'file', b.id, b.name, b.last_day, deadlines.today, deadlines.today, b.days,
        b.news || case when 'facture' = any (b.unsent) and b.payment_due < deadlines.today then '{late_invoice}'::text[] end, b.unsent
      from booked b where b.news <> '{}' or b.unsent <> '{}'
    union all
    select 'funding', b.id, b.name, coalesce(ahead.due, b.last_day - 15), b.first_day - 22, 'infinity', b.days, null, null
      from booked b, lateral (select min(day - 15) as due from unnest(b.days) as day where day - 15 >= deadlines.today) as ahead
      where b.payer = 'agefice' and b.funding_filed_on is null and b.funding_dropped_on is null
        and b.due_cents is distinct from 0
    union all
    select 'funding', r.id, r.name, coalesce(min(d.date - 15) filter (where d.date - 15 >= deadlines.today), max(d.date) - 15),
        deadlines.today, deadlines.today, array_agg(d.date order by d.date), null, null
      from public.reservations r join public.reservation_dates d on d.reservation_id = r.id
      where r.status = 'nouvelle' and r.is_agefice and not (r.is_spam or r.unwanted or r.flagged)
        and d.date >= deadlines.today and private.confirmed_days(r.id) = '{}'
        and (private.file_of(r)).price_cents is distinct from 0
      group by r.id
    union all
    select 'signature', b.id, b.name, b.first_day, case when void.cause is not null then deadlines.today else b.first_day - 21 end,
        case when b.paid_on is not null and b.payer in ('self', 'company', 'opco') then b.last_day else 'infinity' end, b.days,
        case when void.cause is not null then array[void.cause] end, null
      from booked b left join lateral (
        select case when p.days is distinct from b.days then case when b.days <@ p.days then 'dropped' else 'moved' end
            when p.cents <> private.price_of(r) then 'repriced' else 'taxed' end as cause
          from private.day_papers p join public.reservations r on r.id = p.ref
          where p.ref = b.id and p.paper = 'convention' and p.signed_on is not null) as void on true
      where b.due_cents is distinct from 0 and b.signed_on is null
    union all
    select 'payable', b.id, b.name, b.signed_on + 11, b.signed_on, b.signed_on + 11, null, null, null
      from booked b where b.payer = 'self' and b.due_cents is distinct from 0 and b.deposit_on is null
        and case when b.paid_on is null then b.asks_deposit else b.paid_on <= b.signed_on + 10 end
    union all
    select 'reimbursement', b.id, b.name, b.until,
        case when b.paid_on is not null then b.last_day + 1 else (b.until - interval '2 months')::date end, 'infinity', null, null, b.unsent
      from booked b where b.payer = 'agefice' and b.funding_filed_on is not null and b.funding_dropped_on is null
        and b.reimbursement_asked_on is null and b.due_cents is distinct from 0
    union all
    select 'invoice', b.id, b.name, b.payment_due, coalesce(b.payment_due - 7, b.invoiced_on + 8), 'infinity', b.days, null, null
      from booked b where b.is_unpaid and b.invoiced_on is not null and b.last_day < deadlines.today
    union all
    select 'report', null, null, april.due, april.due - 29, 'infinity', null, null, null
      from private.settings s, lateral (select extract(year from deadlines.today - interval '3 months')::integer as year) as this,
        lateral (select make_date(this.year, 4, 30) as due) as april
      where coalesce(s.reported_year, 0) < this.year - 1 and exists (select from public.reservation_dates d
        where d.confirmed and d.date between make_date(this.year - 1, 1, 1) and make_date(this.year - 1, 12, 31))
  )
  select d.step, d.id, d.name, d.due, d.days, d.news, d.papers from dated d where deadlines.today between d.first and d.last
$$;

-- As before; a request with AGEFICE that waits for an answer has the last day for its complete file, as a confirmed one has: the owner
-- reads it before confirming. `isAsked` tells them apart. A signature that is missing names all days; after them it ends with the
-- payment where no fund asks for it, and where nothing is due for what was followed.
create or replace function private.deadlines(today date)
returns table (step text, request uuid, name text, due date, days date[], news text[], papers text[])
language sql stable set search_path = '' as $$
  with near as (
    select distinct d.reservation_id as id from public.reservation_dates d
      where d.confirmed and d.date >= deadlines.today - interval '5 months'
    union
    select r.id from public.reservations r join public.reservation_dates d on d.reservation_id = r.id
      where r.paid_on is null and d.confirmed
        and d.date between deadlines.today - interval '2 years' and deadlines.today
  ), booked as (
    select r.id, r.name, f.payer, f.price_cents, coalesce(f.followed_cents, f.price_cents) as due_cents,
        f.funding_filed_on, f.deposit_on, r.paid_on, days[1] as first_day,
        days[cardinality(days)] as last_day, days, over.last as until,
        (select p.signed_on from private.valid_papers p where p.ref = r.id and p.paper = 'convention') as signed_on,
        private.first_unkept(recent, f.kept) as unkept,
        case when days[cardinality(days)] >= deadlines.today - interval '5 months' then private.news_of(f) else '{}' end as news,
        coalesce(f.followed_cents, f.price_cents) is distinct from 0 and r.paid_on is null
          and not is_unsigned as is_unpaid,
        days[cardinality(days)] + case when f.payer = 'self' then null
            when f.payer in ('opco', 'company', 'agefice', 'fifpl') or f.status = 'independent'
              or f.siren is not null and f.status is distinct from 'individual' then s.professional_due_days
            else s.due_days end as payment_due,
        (select p.sent_on from private.day_papers p where p.ref = r.id and p.paper = 'facture') as invoiced_on, array(
          select name from (values
              (1, 'convocation', days[1] - 7, days[cardinality(days)], true),
              (2, 'blank_sheet', days[1] - 7, days[cardinality(days)], true),
              (2, 'emargement', over.first, over.last, over.was_followed),
              (3, 'certificat', over.first, over.last, over.was_followed),
              (4, 'attestation', over.first, over.last, over.was_followed),
              (5, 'facture', over.first, over.last,
                (r.paid_on is null or f.payer = 'agefice') and coalesce(f.followed_cents, f.price_cents) is distinct from 0
                  and not is_unsigned))
              as one (place, name, first, last, is_due)
            where is_due and deadlines.today between one.first and one.last
              and not exists (select from private.valid_papers p
                where p.ref = r.id and p.paper = case name when 'blank_sheet' then 'emargement' else name end
                and (p.signed_on is not null or name <> 'emargement' and p.sent_on is not null))
            order by one.place) as unsent
      from private.settings s, near join public.reservations r using (id), lateral private.file_of(r) as f,
        lateral private.lacks_contract(r, f) as is_unsigned,
        -- Without « offset 0 » the planner computes these again at each mention, twenty times a file.
        lateral (select private.confirmed_days(r.id) as days offset 0) as own,
        lateral (select array(select day from unnest(days) as day where day >= deadlines.today - 30) as recent offset 0) as past,
        lateral (select case when private.first_unkept(recent, f.kept) < deadlines.today then null
            else days[cardinality(days)] + 1 end as first, (days[cardinality(days)] + interval '4 months')::date as last,
          coalesce(f.kept @? '$[*] ? (@.from != null)', true) as was_followed offset 0) as over
      where not (r.is_spam or r.unwanted)
  ), dated as (
    select 'kept' as step, b.id, b.name, b.unkept as due, b.unkept + 1 as first, b.unkept + 30 as last,
        null::date[] as days, null::text[] as news, null::text[] as papers from booked b
    union all
    select 'file', b.id, b.name, b.last_day, deadlines.today, deadlines.today, b.days, b.news, b.unsent
      from booked b where b.news <> '{}' or b.unsent <> '{}'
    union all
    select 'funding', b.id, b.name, coalesce(ahead.due, b.last_day - 15), b.first_day - 22, b.until, b.days, null, null
      from booked b, lateral (select min(day - 15) as due from unnest(b.days) as day where day - 15 >= deadlines.today) as ahead
      where b.payer = 'agefice' and b.funding_filed_on is null
    union all
    select 'funding', r.id, r.name, coalesce(min(d.date - 15) filter (where d.date - 15 >= deadlines.today), max(d.date) - 15),
        deadlines.today, deadlines.today, array_agg(d.date order by d.date), null, null
      from public.reservations r join public.reservation_dates d on d.reservation_id = r.id
      where r.status = 'nouvelle' and r.is_agefice and not (r.is_spam or r.unwanted or r.flagged)
        and d.date >= deadlines.today and private.confirmed_days(r.id) = '{}'
      group by r.id
    union all
    select 'signature', b.id, b.name, b.first_day, b.first_day - 21,
        case when b.paid_on is not null and b.payer in ('self', 'company', 'opco') then b.last_day else b.until end, b.days, null, null
      from booked b where b.due_cents is distinct from 0 and b.signed_on is null
    union all
    select 'payable', b.id, b.name, b.signed_on + 11, b.signed_on, b.signed_on + 11, null, null, null
      from booked b where b.payer = 'self' and b.price_cents is distinct from 0 and b.deposit_on is null
        and coalesce(b.paid_on <= b.signed_on + 10, true)
    union all
    select 'reimbursement', b.id, b.name, b.until, (b.until - interval '2 months')::date, b.until, null, null, b.unsent
      from booked b where b.payer = 'agefice' and b.funding_filed_on is not null and (b.paid_on is null or b.unsent <> '{}')
    union all
    select 'invoice', b.id, b.name, b.payment_due, coalesce(b.payment_due - 7, b.invoiced_on + 8), 'infinity', b.days, null, null
      from booked b where b.is_unpaid and b.last_day < deadlines.today
    union all
    select 'report', null, null, april.due, april.due - 29, april.due + 31, null, null, null
      from private.settings s, lateral (select extract(year from deadlines.today)::integer as year) as this,
        lateral (select make_date(this.year, 4, 30) as due) as april
      where coalesce(s.reported_year, 0) < this.year - 1 and exists (select from public.reservation_dates d
        where d.confirmed and d.date between make_date(this.year - 1, 1, 1) and make_date(this.year - 1, 12, 31))
  )
  select d.step, d.id, d.name, d.due, d.days, d.news, d.papers from dated d where deadlines.today between d.first and d.last
$$;

-- As before, with `isAsked`; requests that wait hide no other date. An agreement has its name once it is known who pays, and says
-- whether it has not even gone out.
create or replace function private.concerns() returns json
language sql stable set search_path = '' as $$
  select json_agg(one.detail order by one.place) from (
    select c.value::jsonb as detail, c.ordinality as place from json_array_elements(private.site_concerns()) with ordinality as c
    union all
    select jsonb_build_object('kind', case d.step when 'invoice' then d.step else 'deadline' end,
        'isUrgent', false, 'step', d.step, 'request', d.request, 'name', d.name,
        'due', d.due) || jsonb_strip_nulls(jsonb_build_object(
          'days', case when d.step = 'kept' then (
            select array_agg(day order by day)
              from public.reservations r, lateral private.file_of(r) as f, unnest(private.confirmed_days(r.id)) as day
              where r.id = d.request and day >= d.due and day < private.paris_day(now())
                and private.first_unkept(array[day], f.kept) is not null) else d.days end,
          'news', case when invoice.lacks then d.news || 'price'::text else d.news end,
          'papers', case when invoice.lacks then array_remove(d.papers, 'facture') else d.papers end,
          'isContract', case d.step when 'signature' then (
            select f.payer = 'self' from public.reservations r, lateral private.file_of(r) as f where r.id = d.request) end,
          'isUnsent', case d.step when 'signature' then nullif(not exists (
            select from private.valid_papers p
              where p.ref = d.request and p.paper = 'convention' and p.sent_on is not null), false) end,
          'isAsked', case d.step when 'funding' then nullif(private.confirmed_days(d.request) = '{}', false) end,
          'isLate', case when d.step in ('funding', 'invoice') then d.due < private.paris_day(now()) end)),
        1000 + row_number() over (order by d.due, d.request)
      from (select *, row_number() over (partition by near.step in ('kept', 'file'),
            near.step = 'funding' and private.confirmed_days(near.request) = '{}' order by near.due, near.request) as place
        from private.deadlines(private.paris_day(now())) as near) as d,
        lateral (select d.step = 'file' and 'facture' = any (d.papers) and exists (
          select from public.reservations r, lateral private.file_of(r) as f
            where r.id = d.request and 'followedCents' = any (private.paper_lacks(f, 'facture'))) as lacks) as invoice
      where d.place <= 10) as one
$$;

-- A request's date for its fund and that of its confirmed file are two concerns: the mail about the first, a few days ago, is
-- none about the second, whose last day may come before the week is over.
create or replace function private.concern_names(concerns json) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(concat_ws(' ', c ->> 'kind', c ->> 'remote', c ->> 'release', c ->> 'outcome', c ->> 'host', c ->> 'folder',
      c ->> 'step', c ->> 'request', case when c ->> 'isAsked' = 'true' then 'asked' end))
    from json_array_elements(concerns) as c;
$$;

-- A low note of a questionnaire asks for an answer, and an audit for what was done: it is news until the owner writes a note after
-- it, however often the file was opened.

create or replace function private.news_of(file private.day_files) returns text[]
language sql stable set search_path = '' as $$
  select array_remove(array[
    case when file.filled_at > coalesce(file.seen_at, '-infinity') then 'filled' end,
    case when file.answered_at > coalesce(file.seen_at, '-infinity') then 'answered' end,
    case when file.feedback @? '$.* ? (@ <= 2)' and not exists (
      select from private.request_events e join public.reservations r on r.id = e.ref
        where e.ref = file.ref and e.action = 'noted' and e.at >= file.answered_at and r.note is not null) then 'low' end,
    case when private.has_other_hours(file.ref) then 'hours' end], null)
$$;

create or replace function private.owned_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('request', private.owned_reservation_json(reservation), 'file',
    private.day_file_json(reservation)::jsonb || jsonb_build_object('dayCents', private.announced_cents(reservation)),
    'videoLink', (select s.video_link from private.settings s), 'hasOtherHours', private.has_other_hours(reservation.id),
    'hasLowNote', (select 'low' = any (private.news_of(f)) from private.file_of(reservation) as f))
$$;

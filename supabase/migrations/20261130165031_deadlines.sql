-- The dates that are near: a view of the files, and a function for each step.

-- The reservations with confirmed days in the last five months or ahead, and those of the last two years for which
-- something is still to be noted.
create function private.unfinished_files(today date) returns setof uuid
language sql stable set search_path = '' as $$
  select d.reservation_id from public.reservation_dates d
    where d.confirmed and d.date >= today - interval '5 months'
  union
  select r.id from public.reservations r join public.reservation_dates d on d.reservation_id = r.id, private.file_of(r) as f
    where d.confirmed and d.date between today - interval '2 years' and today
      and (r.paid_on is null or f.payer = 'agefice' and f.reimbursement_asked_on is null and f.funding_dropped_on is null
        or (select count(*) from private.day_papers p where p.ref = r.id and case
          when p.paper in ('convention', 'emargement') then p.signed_on
          when p.paper in ('certificat', 'attestation', 'facture') then p.sent_on end is not null) < 5
        or private.news_of(f) <> '{}')
$$;

-- Without « offset 0 » the planner computes these again at each mention, twenty times a file.
create view private.booked_files as
  select r.id as ref, r.name, r.paid_on, f.payer, f.funding_filed_on, f.funding_dropped_on, f.reimbursement_asked_on,
      f.deposit_on, private.news_of(f) as news, coalesce(f.followed_cents, f.price_cents) as price_cents,
      private.due_cents(f) as due_cents, own.days, own.first_day, own.last_day,
      private.first_unkept(own.days, f.kept) as unkept,
      coalesce(f.kept @? '$[*] ? (@.from != null)', true) as was_followed,
      agreed.signed_on as agreed_on, coalesce(agreed.deposit, s.asks_deposit) as asks_deposit,
      coalesce(case when private.lacks_contract(r, f) then 'infinity' when f.payer = 'self' then (
        select b.signed_on + 11 from private.binding_agreements b where b.ref = r.id) end, '-infinity') as payable_from,
      case when f.payer = 'self' and own.first_day <= agreed.signed_on + 10 and terms.due < agreed.signed_on + 25
        then agreed.signed_on + 25 else terms.due end as payment_due,
      (select p.sent_on from private.valid_papers p where p.ref = r.id and p.paper = 'facture') as invoiced_on
    from private.settings s, public.reservations r, lateral private.file_of(r) as f,
      lateral (select days, days[1] as first_day, days[cardinality(days)] as last_day
        from private.confirmed_days(r.id) as days offset 0) as own
      left join lateral (
        select p.signed_on, p.deposit, case when p.signed_on is not null then p.agreed_texts end as texts
          from private.valid_papers join private.day_papers p using (ref, paper)
          where p.ref = r.id and p.paper = 'convention' offset 0) as agreed on true,
      lateral (select own.last_day + (coalesce(agreed.texts, jsonb_build_object('due_days', s.due_days,
            'professional_due_days', s.professional_due_days)) ->> case when f.payer in ('opco', 'company', 'agefice', 'fifpl')
              or f.status = 'independent' or f.siren is not null and f.status is distinct from 'individual'
            then 'professional_due_days' else 'due_days' end)::integer as due offset 0) as terms
    where not (r.is_spam or r.unwanted);
comment on view private.booked_files is
  'What the steps of private.deadlines() read of a reservation with confirmed days, whatever today is. `price_cents`: of what was
followed; `due_cents`: with the compensation for the rest, which no fund pays; both null for the announced price. `unkept`: the
first day of which a half was not noted. `payable_from`: nothing may be asked for before, as within the ten days after the
signature of a contract (L6353-5). `payment_due`: as the signed agreement says, whatever the site says since; of a contract, not
before fifteen days after its ten days, if they contain a training day.';

-- Nothing is prepared any more for a day whose hours are over: the convocation and the blank sheet go out from one week
-- before the first day to the last, the others once the hours are noted. What is paid has an invoice too (Code de
-- commerce, L441-9).
create function private.unsent_papers(booked private.booked_files, today date, first_ahead date) returns text[]
language sql stable set search_path = '' as $$
  select array(select one.name from (values
      (1, 'convocation', own.is_near),
      (2, 'blank_sheet', own.is_near),
      (2, 'emargement', own.is_noted and booked.was_followed),
      (3, 'certificat', own.is_noted and booked.was_followed),
      (4, 'attestation', own.is_noted and booked.was_followed),
      (5, 'facture', own.is_noted and booked.due_cents is distinct from 0 and booked.payable_from <= today))
      as one (place, name, is_due)
    where one.is_due and not exists (select from private.valid_papers p
      where p.ref = booked.ref and p.paper = case one.name when 'blank_sheet' then 'emargement' else one.name end
        and (p.signed_on is not null or one.name <> 'emargement' and p.sent_on is not null))
    order by one.place)
    from (select today >= booked.first_day - 7 and booked.last_day >= first_ahead as is_near,
      booked.last_day < today and booked.unkept is null as is_noted) as own
$$;

-- What is still to do, and when it is due. `days`: those that it is about.
create type private.deadline as (
  step text, request uuid, name text, due date, days date[], news text[], papers text[]);

-- The steps of one file. They have no `set`, as the planner inlines no function that has one, and these are asked for
-- each file.

-- The hours of a day that is over are to be noted from the day after.
create function private.kept_step(booked private.booked_files, today date) returns setof private.deadline
language sql stable as $$
  select 'kept', booked.ref, booked.name, booked.unkept, null::date[] as days, null::text[] as news, null::text[] as papers
    where booked.unkept < today
$$;

-- What the visitor has written is to be read, and the papers that have not gone out are to be sent: an invoice is late
-- once it would have to be paid (`late_invoice`). While a day is ahead, no other one is named.
create function private.file_step(booked private.booked_files, unsent text[], today date, first_ahead date)
  returns setof private.deadline
language sql stable as $$
  select 'file', booked.ref, booked.name, booked.last_day,
      coalesce(nullif(array(select day from unnest(booked.days) as day where day >= first_ahead), '{}'), booked.days),
      booked.news || case when 'facture' = any (unsent) and booked.payment_due < today then '{late_invoice}'::text[] end,
      unsent as papers
    where booked.news <> '{}' or unsent <> '{}'
$$;

-- The complete file goes to AGEFICE 15 days before the next day that it is not too late for, otherwise before the last
-- one. That is told from a week before the date of the first day; not where the fund is not asked after all, nor where
-- what was followed has no price.
create function private.funding_step(booked private.booked_files, today date) returns setof private.deadline
language sql stable as $$
  select 'funding', booked.ref, booked.name, coalesce((
        select min(day - 15) from unnest(booked.days) as day where day - 15 >= today), booked.last_day - 15),
      booked.days, null::text[] as news, null::text[] as papers
    where booked.payer = 'agefice' and booked.funding_filed_on is null and booked.funding_dropped_on is null
      and booked.price_cents is distinct from 0 and today >= booked.first_day - 22
$$;

-- An agreement for the days that are confirmed now is to be signed, also when somebody has paid; after the days that
-- ends with the payment where no fund asks for it. One that is void since both sides signed it is to be sent again at
-- once, not from three weeks before: as another client pays (`payer`), for other days (`moved`), for some of its days
-- (`dropped`), at another price (`repriced`) or in another regime of VAT (`taxed`). Nothing is signed where nothing is
-- paid (L6353-3), nor due for what was followed.
create function private.signature_step(booked private.booked_files, today date) returns setof private.deadline
language sql stable as $$
  select 'signature', booked.ref, booked.name, booked.first_day, booked.days,
      case when void.cause is not null then array[void.cause] end as news, null::text[] as papers
    -- `one`: a row also where no agreement binds.
    from (select) as one left join lateral (
      select case when private.is_other_client(a.client, private.file_of(r)) then 'payer'
          when a.days is distinct from booked.days then case when booked.days <@ a.days then 'dropped' else 'moved' end
          when a.cents <> private.price_of(r) then 'repriced'
          when a.vat <> private.vat_on(a.days[cardinality(a.days)]) then 'taxed' end as cause
        from private.binding_agreements a join private.day_papers p using (ref) join public.reservations r on r.id = a.ref
        where a.ref = booked.ref and p.paper = 'convention' and (p.signed_on is not null or p.sent_on is null)) as void on true
    where booked.due_cents is distinct from 0 and booked.agreed_on is null
      and (void.cause is not null or today >= booked.first_day - 21)
      and today <= case when booked.paid_on is not null and booked.payer in ('self', 'company', 'opco')
        then booked.last_day else 'infinity' end
      and not exists (select from private.binding_agreements a
        where a.ref = booked.ref and a.days <> booked.days and private.are_kept_days(booked.days, a.days))
$$;

-- The deposit of 30 % that a contract asks for may come once the ten days are over (L6353-5, L6353-6), until the whole
-- price is due (`firstWholeDay` of the space). What was paid within them came too early (`early`). A compensation has
-- no deposit.
create function private.deposit_step(booked private.booked_files, today date) returns setof private.deadline
language sql stable as $$
  select 'payable', booked.ref, booked.name, booked.agreed_on + 11, null::date[] as days,
      case when booked.paid_on is not null then '{early}'::text[] end as news, null::text[] as papers
    where booked.payer = 'self' and booked.price_cents is distinct from 0 and booked.deposit_on is null
      and case when booked.paid_on is not null
          then booked.paid_on <= booked.agreed_on + 10 and today between booked.agreed_on and booked.agreed_on + 11
        else booked.asks_deposit and today between booked.agreed_on + 11 and greatest(booked.last_day,
          case when booked.first_day <= booked.agreed_on + 10 then booked.agreed_on + 24 end) end
$$;

-- AGEFICE is asked to reimburse until four months after the last day. That is told from the day after a paid training,
-- otherwise in the last two months, and is late from then on. The trainee asks with the papers, the paid invoice among
-- them. Where what was followed has no price, nothing is reimbursed.
create function private.reimbursement_step(booked private.booked_files, unsent text[], today date)
  returns setof private.deadline
language sql stable as $$
  select 'reimbursement', booked.ref, booked.name, until.day, null::date[] as days, null::text[] as news, unsent as papers
    from (select (booked.last_day + interval '4 months')::date as day) as until
    where booked.payer = 'agefice' and booked.funding_filed_on is not null and booked.funding_dropped_on is null
      and booked.reimbursement_asked_on is null and booked.price_cents is distinct from 0
      and today >= case when booked.paid_on is not null then booked.last_day + 1
        else (until.day - interval '2 months')::date end
$$;

-- An invoice that went out is to be paid. That is told from a week before it is due, where that day is known (`dueDay`
-- of the space), otherwise from a week after it went out. That of a contract waits for its signature, which has a step.
create function private.invoice_step(booked private.booked_files, today date) returns setof private.deadline
language sql stable as $$
  select 'invoice', booked.ref, booked.name, booked.payment_due, booked.days, null::text[] as news, null::text[] as papers
    where booked.due_cents is distinct from 0 and booked.paid_on is null and booked.payable_from <= today
      and booked.last_day < today and today >= coalesce(booked.payment_due - 7, booked.invoiced_on + 8)
      and booked.invoiced_on is not null
$$;

-- Requests that wait for an answer have a date for the file of AGEFICE too: the owner reads it before confirming
-- (`isAsked` of concerns). A reopened one does not wait for days that its confirmation had left out.
create function private.requested_funding(today date, first_ahead date) returns setof private.deadline
language sql stable set search_path = '' as $$
  select 'funding', r.id, r.name,
      coalesce(min(d.date - 15) filter (where d.date - 15 >= today), max(d.date) - 15),
      array_agg(d.date order by d.date) as days, null::text[] as news, null::text[] as papers
    from public.reservations r join public.reservation_dates d on d.reservation_id = r.id
    where r.status = 'nouvelle' and r.is_agefice and not (r.is_spam or r.unwanted or r.flagged)
      and d.date >= first_ahead and not d.declined and private.confirmed_days(r.id) = '{}'
      and (private.file_of(r)).price_cents is distinct from 0
    group by r.id
$$;

-- Dates of the law and of funds that are near, and what is still to do for a day, each until it is noted: nothing of a
-- day ends before two years are over. To compile this takes longer than to run it (`jit`).
create function private.deadlines(today date) returns setof private.deadline
language sql stable set search_path = '' set jit = off as $$
  with hours as (
    select today + (private.first_day_ahead() - private.paris_day(now())) as first_ahead
  ), unfinished as materialized (
    select b as file from private.unfinished_files(today) as u (ref) join private.booked_files b using (ref)
  )
  select d.*
    from hours h, unfinished u,
      lateral (select private.unsent_papers(u.file, today, h.first_ahead) as papers offset 0) as unsent,
      lateral (
        select * from private.kept_step(u.file, today)
        union all select * from private.file_step(u.file, unsent.papers, today, h.first_ahead)
        union all select * from private.funding_step(u.file, today)
        union all select * from private.signature_step(u.file, today)
        union all select * from private.deposit_step(u.file, today)
        union all select * from private.reimbursement_step(u.file, unsent.papers, today)
        union all select * from private.invoice_step(u.file, today)) as d
  union all
  select f.* from hours h, lateral private.requested_funding(today, h.first_ahead) as f
  union all
  -- The yearly report, of the year before the last first of April, on 30 April (R6352-22).
  select 'report', null, null, make_date(this.year, 4, 30), null, null, null
    from private.settings s, lateral (
      select extract(year from today - interval '3 months')::integer as year) as this
    where today >= make_date(this.year, 4, 1) and coalesce(s.reported_year, 0) < this.year - 1
      and exists (select from public.reservation_dates d
        where d.confirmed and d.date between make_date(this.year - 1, 1, 1) and make_date(this.year - 1, 12, 31))
$$;

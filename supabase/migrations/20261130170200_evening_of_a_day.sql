-- A day is over once its hours are: from then on, also before midnight, they are to be noted and its papers go out.
-- Dates of the law and of funds last until midnight.

-- The first day whose hours are not over: today until their end, at midnight where the site has none.
create function private.first_day_ahead(at timestamptz) returns date
language sql stable set search_path = '' as $$
  select private.paris_day(at) + coalesce(
      (to_char(at at time zone 'Europe/Paris', 'HH24:MI') >= right(s.day_hours, 5))::integer, 0)
    from private.settings s
$$;
create or replace function private.first_day_ahead() returns date
language sql stable set search_path = ''
return private.first_day_ahead(now());

-- Nothing is prepared any more for a day whose hours are over: the convocation and the blank sheet go out from one week
-- before the first day to the last, the others once the hours are noted. What is paid has an invoice too (Code de
-- commerce, L441-9).
create or replace function private.unsent_papers(booked private.booked_files, today date, first_ahead date) returns text[]
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
      booked.last_day < first_ahead and booked.unkept is null as is_noted) as own
$$;

drop function private.kept_step(private.booked_files, date);
create function private.kept_step(booked private.booked_files, first_ahead date) returns setof private.deadline
language sql stable as $$
  select 'kept', booked.ref, booked.name, booked.unkept, null::date[] as days, null::text[] as news, null::text[] as papers
    where booked.unkept < first_ahead
$$;
revoke all on function private.kept_step(private.booked_files, date) from public;

drop function private.signature_step(private.booked_files, date);
-- An agreement for the days that are confirmed now is to be signed, also when somebody has paid; after the days that
-- ends with the payment where no fund asks for it. One that is void since both sides signed it is to be sent again at
-- once, not from three weeks before: as another client pays (`payer`), for other days (`moved`), for some of its days
-- (`dropped`), at another price (`repriced`) or in another regime of VAT (`taxed`). Nothing is signed where nothing is
-- paid (L6353-3), nor due for what was followed.
create function private.signature_step(booked private.booked_files, today date, first_ahead date)
  returns setof private.deadline
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
      and not (booked.paid_on is not null and booked.payer in ('self', 'company', 'opco') and booked.last_day < first_ahead)
      and not exists (select from private.binding_agreements a
        where a.ref = booked.ref and a.days <> booked.days and private.are_kept_days(booked.days, a.days))
$$;
revoke all on function private.signature_step(private.booked_files, date, date) from public;

drop function private.reimbursement_step(private.booked_files, text[], date);
-- AGEFICE is asked to reimburse until four months after the last day. That is told once a paid training is over,
-- otherwise in the last two months, and is late from then on. The trainee asks with the papers, the paid invoice among
-- them. Where what was followed has no price, nothing is reimbursed.
create function private.reimbursement_step(booked private.booked_files, unsent text[], today date, first_ahead date)
  returns setof private.deadline
language sql stable as $$
  select 'reimbursement', booked.ref, booked.name, until.day, null::date[] as days, null::text[] as news, unsent as papers
    from (select (booked.last_day + interval '4 months')::date as day) as until
    where booked.payer = 'agefice' and booked.funding_filed_on is not null and booked.funding_dropped_on is null
      and booked.reimbursement_asked_on is null and booked.price_cents is distinct from 0
      and case when booked.paid_on is not null then booked.last_day < first_ahead
        else today >= until.day - interval '2 months' end
$$;
revoke all on function private.reimbursement_step(private.booked_files, text[], date, date) from public;

-- Dates of the law and of funds that are near, and what is still to do for a day, each until it is noted: nothing of a
-- day ends before two years are over. To compile this takes longer than to run it (`jit`).
create or replace function private.deadlines(today date) returns setof private.deadline
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
        select * from private.kept_step(u.file, h.first_ahead)
        union all select * from private.file_step(u.file, unsent.papers, today, h.first_ahead)
        union all select * from private.funding_step(u.file, today)
        union all select * from private.signature_step(u.file, today, h.first_ahead)
        union all select * from private.deposit_step(u.file, today)
        union all select * from private.reimbursement_step(u.file, unsent.papers, today, h.first_ahead)
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

-- A number says where each concern stands. Of a date that is near: a file and hours that are to be noted name all their
-- days, and an invoice that lacks its price asks for that price first. A signature names its paper once it is known who
-- pays, and says whether that has not even gone out; a reimbursement names the papers that it needs and is early while
-- more than two months remain. An invoice is a kind of its own, as an earlier space does not know its step.
create or replace function private.deadline_concern(deadline private.deadline) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('kind', case deadline.step when 'invoice' then deadline.step else 'deadline' end,
      'isUrgent', false, 'step', deadline.step, 'request', deadline.request, 'name', deadline.name,
      'due', deadline.due) || jsonb_strip_nulls(jsonb_build_object(
        'days', case when deadline.step = 'kept' then (
          select array_agg(day order by day) from unnest(own.days) as day
            where day >= deadline.due and day < private.first_day_ahead() and private.first_unkept(array[day], f.kept) is not null)
          else deadline.days end,
        'news', array_remove(case when own.lacks_price then deadline.news || 'price'::text else deadline.news end, 'late_invoice'),
        'papers', case when own.lacks_price then array_remove(deadline.papers, 'facture') else deadline.papers end,
        'isContract', case deadline.step when 'signature' then f.payer = 'self' end,
        'isUnsent', case deadline.step when 'signature' then nullif(not exists (
          select from private.valid_papers p
            where p.ref = deadline.request and p.paper = 'convention' and p.sent_on is not null), false) end,
        'isAsked', case deadline.step when 'funding' then nullif(own.days = '{}', false) end,
        'isLate', case when deadline.step in ('funding', 'invoice', 'reimbursement', 'report') then deadline.due < this.today
          when 'late_invoice' = any (deadline.news) then true end,
        'isEarly', case deadline.step when 'reimbursement' then
          nullif(deadline.due > (this.today + interval '2 months')::date, false) end))
    from (select private.paris_day(now()) as today offset 0) as this
      left join public.reservations r on r.id = deadline.request,
      lateral private.file_of(r) as f, lateral (
        select case when deadline.step in ('kept', 'funding') then private.confirmed_days(deadline.request) end as days,
          deadline.step = 'file' and 'facture' = any (deadline.papers)
            and 'followedCents' = any (private.paper_lacks(f, 'facture')) as lacks_price offset 0) as own
$$;

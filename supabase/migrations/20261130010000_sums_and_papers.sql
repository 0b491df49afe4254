-- A compensation for what was not followed, or for a cancellation, is no price of a training: it is due and asked for
-- like one, and the sums of the year name it apart. Papers of a company abroad and of a day of one half need less.

comment on column private.day_files.cancel_cents is
  'The compensation that the owner asks for, after a cancellation or beside `followed_cents`: no price of a training. Null for nothing.';

-- Euro cents of the price, or of what was followed with the compensation for the rest; null for the announced price.
create function private.due_cents(file private.day_files) returns integer
language sql immutable set search_path = '' as $$
  select coalesce(file.followed_cents + coalesce(file.cancel_cents, 0), file.price_cents)
$$;
revoke all on function private.due_cents from public;

-- Whether the trainee pays alone and no signature of the contract is noted, of these days or of others: nothing of it
-- may be asked for (L6353-6), so that its invoice is neither to be sent nor told of, and the sums of the year name it.
create or replace function private.lacks_contract(reservation public.reservations, file private.day_files) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(file.payer = 'self', false) and private.due_cents(file) is distinct from 0
    and not exists (select from private.day_papers p
      where p.ref = reservation.id and p.paper = 'convention' and p.signed_on is not null)
$$;

-- `isUnsigned`: nobody has noted the signature of its contract. `vat`: the regime of its agreement. `depositCents`: the
-- deposit of its contract; an agreement with others has none. `forfeits`: compensations, in the year of the last day or
-- of the cancellation. Its type is TrainingYear in contract/src/training-year.ts.
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

-- The signed agreement that an unsettled cancellation has ended, and what was confirmed until its visitor cancelled;
-- nulls without one. `is_own`: the owner has cancelled. The agreement has the deposit and the payment that are noted,
-- with the price that was paid, and, where its consumer has withdrawn, the last of the fourteen days to give them back,
-- and whether it is over (Code de la consommation, L221-24). Its type is EndedAgreement in contract/src/day-papers.ts.
create or replace function private.ended_agreement(reservation public.reservations,
  out at timestamptz, out is_own boolean, out agreement json, out days json)
language sql stable set search_path = '' as $$
  select ended.at, ended.action = 'cancelled', (signed.agreement::jsonb || jsonb_strip_nulls(jsonb_build_object(
        'depositOn', f.deposit_on, 'depositCents', f.deposit_cents, 'paidOn', reservation.paid_on,
        'paidCents', case when reservation.paid_on is not null then coalesce(private.due_cents(f), p.cents) end,
        'refundUntil', refund.until, 'isRefundLate', nullif(refund.until < private.paris_day(now()), false))))::json,
      ended.detail -> 'confirmed'
    from private.last_cancellation(reservation) as ended,
      lateral (select case when ended.action = 'visitor_cancelled' then ended.detail -> 'agreement'
        when private.was_confirmed(ended) then private.signed_agreement(reservation) end as agreement) as signed,
      lateral (select case when ended.action = 'visitor_cancelled' and signed.agreement ->> 'withdrawalUntil' is not null
        then private.paris_day(ended.at) + 14 end as until) as refund,
      lateral private.file_of(reservation) as f
      left join private.day_papers p on p.ref = f.ref and p.paper = 'convention'
    where signed.agreement is not null
      and exists (select from private.unsettled_cancellations u where u.ref = reservation.id)
$$;

-- What needs the owner now, the most urgent first; null when all is well. Its parts are Concern in
-- functions/_shared/claimed-mail.ts. A number says where each stands: what is wrong with the site, days that may not be
-- held (a kind of their own, as an earlier space knows no other step), signed agreements that a cancellation has ended,
-- dates, and the count of what is left out. `most`: how many it names of the days, of the ended agreements, of the
-- dates, of the things to do after a day, and of requests that wait, so that none hides the other. A signature names
-- its paper once it is known who pays, and says whether that has not even gone out; a reimbursement names the papers
-- that it needs and is early while more than two months remain; a file and hours that are to be noted name all their
-- days, and an invoice that lacks its price asks for that price first. An invoice is a kind of its own, as an earlier
-- space does not know its step. An ended agreement has the sum that is due; after two years it is no longer told.
create or replace function private.concerns(most integer default 10) returns json
language sql stable set search_path = '' as $$
  with unrequested as materialized (
    select e.*, row_number() over (order by e.days, e.request) as place from private.days_without_request() as e
  ), ended as materialized (
    select u.ref, (u.reservation).name, e.*, f.cancel_cents as due_cents,
        row_number() over (order by e.at, u.ref) as place
      from private.unsettled_cancellations u left join private.day_files f using (ref), private.ended_agreement(u.reservation) as e
      where not ((u.reservation).is_spam or (u.reservation).unwanted) and e.at > now() - interval '2 years'
  ), near as materialized (
    select d.*, row_number() over (partition by d.step in ('kept', 'file'),
        d.step = 'funding' and private.confirmed_days(d.request) = '{}' order by d.due, d.request) as place
      from private.deadlines(private.paris_day(now())) as d
  ), more as (
    select (select count(*) from unrequested e where e.place > most) + (select count(*) from ended e where e.place > most)
      + (select count(*) from near d where d.place > most) as count
  )
  select json_agg(one.detail order by one.place) from (
    select c.value::jsonb as detail, c.ordinality as place from json_array_elements(private.site_concerns()) with ordinality as c
    union all
    select jsonb_build_object('kind', 'express_request', 'isUrgent', false, 'request', e.request, 'name', e.name,
        'days', e.days, 'isContract', e.is_contract), 8000 + e.place
      from unrequested e where e.place <= most
    union all
    select jsonb_strip_nulls(jsonb_build_object('kind', 'ended', 'isUrgent', false, 'request', e.ref, 'name', e.name,
        'agreement', e.agreement, 'isOwn', e.is_own, 'days', e.days, 'dueCents', e.due_cents)), 9000 + e.place
      from ended e where e.place <= most
    union all
    select jsonb_build_object('kind', case d.step when 'invoice' then d.step else 'deadline' end,
        'isUrgent', false, 'step', d.step, 'request', d.request, 'name', d.name,
        'due', d.due) || jsonb_strip_nulls(jsonb_build_object(
          'days', case when d.step = 'kept' then (
            select array_agg(day order by day)
              from public.reservations r, lateral private.file_of(r) as f, unnest(private.confirmed_days(r.id)) as day
              where r.id = d.request and day >= d.due and day < private.paris_day(now())
                and private.first_unkept(array[day], f.kept) is not null) else d.days end,
          'news', array_remove(case when invoice.lacks then d.news || 'price'::text else d.news end, 'late_invoice'),
          'papers', case when invoice.lacks then array_remove(d.papers, 'facture') else d.papers end,
          'isContract', case d.step when 'signature' then (
            select f.payer = 'self' from public.reservations r, lateral private.file_of(r) as f where r.id = d.request) end,
          'isUnsent', case d.step when 'signature' then nullif(not exists (
            select from private.valid_papers p
              where p.ref = d.request and p.paper = 'convention' and p.sent_on is not null), false) end,
          'isAsked', case d.step when 'funding' then nullif(private.confirmed_days(d.request) = '{}', false) end,
          'isLate', case when d.step in ('funding', 'invoice', 'reimbursement', 'report') then d.due < private.paris_day(now())
            when 'late_invoice' = any (d.news) then true end,
          'isEarly', case d.step when 'reimbursement' then
            nullif(d.due > (private.paris_day(now()) + interval '2 months')::date, false) end)),
        10000 + row_number() over (order by d.due, d.request)
      from near d,
        lateral (select d.step = 'file' and 'facture' = any (d.papers) and exists (
          select from public.reservations r, lateral private.file_of(r) as f
            where r.id = d.request and 'followedCents' = any (private.paper_lacks(f, 'facture'))) as lacks) as invoice
      where d.place <= most
    union all
    select jsonb_build_object('kind', 'more', 'isUrgent', false, 'count', more.count), 2000000000
      from more where more.count > 0) as one
$$;

-- The content of the owner's mail about the last change of days that the visitor has made: what was filled in is none.
-- Deadlines are reckoned from `at`. The agreement that a cancellation has ended has what came under it, until that is
-- noted as settled.
create or replace function private.change_detail(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select (private.reservation_detail(reservation)::jsonb || jsonb_build_object('change', (
      select jsonb_build_object('action', e.action, 'at', private.iso(e.at)) || e.detail::jsonb
          || coalesce((select jsonb_build_object('agreement', ended.agreement)
            from public.reservations r, private.ended_agreement(r) as ended
            where r.id = e.ref and e.action = 'visitor_cancelled' and ended.agreement is not null and not ended.is_own), '{}')
        from private.request_events e
        where e.ref = reservation and e.who = 'visitor' and e.detail is not null order by e.id desc limit 1)))::json;
$$;

-- A deposit of a cancelled reservation is 30 % of what was agreed: its days, and their price, are gone.
create or replace function private.note_deposit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.deposit_cents := case when new.deposit_on is not null then coalesce(old.deposit_cents, (
    
    select floor(case r.status when 'annulee' then p.cents else private.price_of(r) end * 0.3)
      from public.reservations r left join private.day_papers p on p.ref = r.id and p.paper = 'convention' where r.id = new.ref)) end;
  return new;
end $$;

create or replace function private.refuse_early_payment(reservation public.reservations, day date, is_whole boolean) returns void
language plpgsql stable set search_path = ''
as $$
declare
  signed_on constant date := reservation.convention_signed_on;
  days constant date[] := private.confirmed_days(reservation.id);
  first constant date := case when is_whole then
    greatest(signed_on + case when days[1] <= signed_on + 10 then 25 else 11 end, days[cardinality(days)]) else signed_on + 11 end;
begin
  if signed_on is not null and day >= first or exists (select from private.file_of(reservation) as f
      where f.payer is distinct from 'self' or f.price_cents is not distinct from 0)
    or not is_whole and exists (select from private.day_papers p where p.ref = reservation.id and p.paper = 'convention'
      and refuse_early_payment.day between p.payable_from and coalesce(p.sent_on, p.signed_on, private.paris_day(now()))) then
    return;
  end if;
  -- With the first day on which it may be paid.
  perform private.refuse_action('This may not be paid yet',
    concat_ws(' ', 'unpayable', case when signed_on is not null then first end));
end $$;

-- Another kind of agreement takes back the marks of the one before; a deposit that a signed contract allowed stays
-- allowed. No fact has a day to come, and a deposit none that the law forbids.
create or replace function public.owner_change_day_file(id uuid, version integer, changes json) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  reservation public.reservations := private.lock_for_file(id);
  was constant private.day_files := private.lock_day_file(reservation, version);
  file private.day_files;
begin
  perform private.change_day_file(was, changes::jsonb, array['address', 'siren', 'status',
    'payer', 'payerName', 'payerAddress', 'payerSiren', 'priorLevel', 'nextDays', 'priceCents', 'kept', 'results',
    'fundingFiledOn', 'fundingDroppedOn', 'depositOn', 'expressRequestOn', 'reimbursementAskedOn', 'followedCents',
    'cancelCents']);
  perform private.add_event(id, who, 'filed');
  select f.* into strict file from private.day_files f where f.ref = was.ref;
  -- Who pays alone signs a contract, others a convention: the marks of one are not those of the other, which replaces
  -- it.
  if (file.payer = 'self') is true <> (was.payer = 'self') is true then
    update private.day_papers p set sent_on = null, signed_on = null, print = null, cents = null, vat = null, deposit = null,
        replaces = coalesce(p.signed_on, p.sent_on, p.replaces),
        payable_from = case when was.payer = 'self' then least(p.payable_from, p.signed_on + 11) else p.payable_from end
      where p.ref = was.ref and p.paper = 'convention';
    perform private.add_event(was.ref, who, mark.step || '_undone')
      from (values ('convention_sent', reservation.convention_sent_on), ('convention_signed', reservation.convention_signed_on))
        as mark (step, day) where mark.day is not null;
    update public.reservations r set convention_sent_on = null, convention_signed_on = null
      where r.id = was.ref and coalesce(r.convention_sent_on, r.convention_signed_on) is not null;
    select r.* into strict reservation from public.reservations r where r.id = was.ref;
  end if;
  if greatest(file.funding_filed_on, file.funding_dropped_on, file.deposit_on, file.express_request_on,
      file.reimbursement_asked_on) > private.paris_day(now()) then
    perform private.refuse_action('This day has not come yet');
  end if;
  if file.deposit_on is distinct from was.deposit_on and file.deposit_on is not null then
    perform private.refuse_early_payment(reservation, file.deposit_on, false);
  end if;
  return private.owned_file_json(reservation);
end $$;

create or replace function private.managed_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('version', file -> 'version',
      'given', (select coalesce(json_agg(fact), '[]') from unnest(array['address', 'siren', 'status', 'payer', 'payerName',
        'payerAddress', 'payerSiren', 'priorLevel']) as fact where file ->> fact is not null),
      'payer', file -> 'payer',
      'isClosed', reservation.status = 'annulee' or exists (select from private.valid_papers p
        where p.ref = reservation.id and p.paper = 'convention' and coalesce(p.sent_on, p.signed_on) is not null),
      'mayAnswer', (
        select count(*) > 0 and max(day) <= private.paris_day(now()) from unnest(private.confirmed_days(reservation.id)) as day),
      'hasAnswered', file ->> 'answeredAt' is not null)
    from (select private.day_file_json(reservation) as file) as one
$$;
comment on function private.managed_file_json(public.reservations) is
  'Who is said to pay: the page asks about it, and somebody who asked for AGEFICE must be able to check the answer that
nobody typed. Of the other facts only which are filled in, and never what: links are forwarded. `isClosed`: the agreement
has gone out, and no new one is to be sent. Its type is ManagedDayFile.';

-- Who pays decides which agreement is signed: once one has gone out, only the owner changes that.
create or replace function public.manage_fill_day_file(secret text, version integer, changes json) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant uuid := private.file_link(secret);
  reservation public.reservations;
begin
  if request is null then
    return null;
  end if;
  reservation := private.lock_linked(request);
  if (private.managed_file_json(reservation) ->> 'isClosed')::boolean
      or coalesce(reservation.convention_sent_on, reservation.convention_signed_on) is not null
        and changes::jsonb ? 'payer'
        and (changes ->> 'payer' = 'self') is distinct from ((private.file_of(reservation)).payer = 'self') then
    perform private.refuse_action('The papers of this day have gone out');
  end if;
  perform private.change_day_file(private.lock_day_file(reservation, version), changes::jsonb, array['address', 'siren', 'status',
    'payer', 'payerName', 'payerAddress', 'payerSiren', 'priorLevel']);
  update private.day_files f set filled_at = now() where f.ref = request;
  perform private.add_event(request, 'visitor', 'visitor_filled');
  return private.managed_file_json(reservation);
end $$;

-- Names what a concern is about: a mail tells of the same only once within its time. A request's date for its fund and
-- that of its confirmed file are two concerns: the mail about the first, a few days ago, is none about the second,
-- whose last day may come before the week is over. A signature that another day or price asks for again is another
-- concern than one that was waited for.
create or replace function private.concern_names(concerns json) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(concat_ws(' ', c ->> 'kind', c ->> 'remote', c ->> 'release', c ->> 'outcome', c ->> 'host', c ->> 'folder',
      c ->> 'step', c ->> 'request', case when c ->> 'isAsked' = 'true' then 'asked' end,
      case when c ->> 'step' = 'signature' then c -> 'news' ->> 0 end))
    from json_array_elements(concerns) as c;
$$;

-- A reservation as the owner's space shows it (`OwnedRequest` in requests.ts). `isContract`: null while nobody has said
-- who pays.
-- `traineeStatus`, `isFundingSettled`, `newAgreement`: what mails to its visitor leave out or announce.
-- `isFundingAwaited`: whether AGEFICE pays and its complete file has not gone. `leftDates`: of a cancelled one, days
-- that its confirmation had left out.
create or replace function private.owned_reservation_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select (private.reservation_json(reservation)::jsonb || jsonb_build_object('version', reservation.version,
  'confirmedDates', (
    select coalesce(jsonb_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id and d.confirmed),
  'takenDates', (
    select coalesce(jsonb_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id and not d.confirmed and exists (
      select from public.reservation_dates other
        where other.date = d.date and other.confirmed and other.reservation_id <> d.reservation_id)),
  'handledAt', private.iso(reservation.handled_at), 'note', reservation.note,
  'isSpam', reservation.is_spam or reservation.unwanted,
  'isContract', coalesce(f.payer = 'self', case when reservation.is_agefice then false end),
  'traineeStatus', f.status, 'isFundingSettled', coalesce(f.funding_filed_on, f.funding_dropped_on) is not null,
  'isFundingAwaited', case when f.payer is null then reservation.is_agefice else f.payer = 'agefice' end
    and coalesce(f.funding_filed_on, f.funding_dropped_on) is null,
  'leftDates', (
    select coalesce(jsonb_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id and d.declined),
  'newAgreement', private.new_agreement(reservation),
  'followUp', jsonb_strip_nulls(jsonb_build_object('convention_sent', reservation.convention_sent_on,
    'convention_signed', reservation.convention_signed_on, 'paid', reservation.paid_on, 'held', reservation.held_on))))::json
    from (select) as one left join private.day_files f on f.ref = reservation.id
$$;

-- Half a day with its times, or with neither when the trainee was absent. The half that a timetable of half a day does
-- not have ends when it begins. `planned`: minutes of the day, the same for both its halves, so that a later timetable
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

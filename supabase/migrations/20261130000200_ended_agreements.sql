-- A signed agreement that a cancellation has ended may ask for a sum, to give back or to collect, and for a word to the person. Whoever
-- has cancelled, « Aujourd'hui », the mail of the morning and the file tell of it until it is noted: given back, paid, or done.

create index reservations_ended on public.reservations (id) where status = 'annulee' and convention_signed_on is not null;

comment on column private.request_events.action is
  'entered, confirmed, changed_day, cancelled, reopened, verified, handled, unhandled, noted, told, seen, refunded, spam or filed; visitor_cancelled, visitor_asked, visitor_gave_up, visitor_wanted, visitor_filled or visitor_answered; receipt_refused; a step of private.follow_up_steps(), paper_sent or paper_signed, or one of these with _undone.';

-- The cancelled reservations of a signed agreement, until the owner has noted since that it is done, that a sum was given back or
-- that one was paid. A view, so that those of years cost one look at an index each.
create view private.unsettled_cancellations as
  select r.id as ref, r as reservation from public.reservations r, lateral (
      select e.action from private.request_events e where e.ref = r.id
        and e.action in ('cancelled', 'visitor_cancelled', 'seen', 'refunded', 'paid', 'paid_undone') order by e.id desc limit 1) as last
    where r.status = 'annulee' and r.convention_signed_on is not null
      and last.action in ('cancelled', 'visitor_cancelled', 'paid_undone');

-- The signed agreement that an unsettled cancellation has ended, and what was confirmed until its visitor cancelled;
-- nulls without one. `is_own`: the owner has cancelled. The agreement has the deposit and the payment that are noted
-- and, where its consumer has withdrawn, the last of the fourteen days to give them back, and whether it is over (Code
-- de la consommation, L221-24). Its type is EndedAgreement in contract/src/day-papers.ts.
create function private.ended_agreement(reservation public.reservations,
  out at timestamptz, out is_own boolean, out agreement json, out days json)
language sql stable set search_path = '' as $$
  select ended.at, ended.action = 'cancelled', (signed.agreement::jsonb || jsonb_strip_nulls(jsonb_build_object(
        'depositOn', f.deposit_on, 'depositCents', f.deposit_cents, 'paidOn', reservation.paid_on,
        'refundUntil', refund.until, 'isRefundLate', nullif(refund.until < private.paris_day(now()), false))))::json,
      ended.detail -> 'confirmed'
    from private.last_cancellation(reservation) as ended,
      lateral (select case when ended.action = 'visitor_cancelled' then ended.detail -> 'agreement'
        when private.was_confirmed(ended) then private.signed_agreement(reservation) end as agreement) as signed,
      lateral (select case when ended.action = 'visitor_cancelled' and signed.agreement ->> 'withdrawalUntil' is not null
        then private.paris_day(ended.at) + 14 end as until) as refund,
      lateral private.file_of(reservation) as f
    where signed.agreement is not null
      and exists (select from private.unsettled_cancellations u where u.ref = reservation.id)
$$;

-- What the page of a file shows. `left`, `calledOff`: the signed agreement that its visitor's cancellation, or the owner's, has ended,
-- until what that asks for is noted.
create or replace function private.owned_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('request', private.owned_reservation_json(reservation), 'file',
    private.day_file_json(reservation)::jsonb || jsonb_build_object('dayCents', private.announced_cents(reservation)),
    'videoLink', (select s.video_link from private.settings s), 'hasOtherHours', private.has_other_hours(reservation.id),
    'hasLowNote', (select 'low' = any (private.news_of(f)) from private.file_of(reservation) as f),
    'left', case when not ended.is_own then ended.agreement end, 'calledOff', case when ended.is_own then ended.agreement end)
    from private.ended_agreement(reservation) as ended
$$;

drop function public.owner_see_given_up(uuid, integer);
drop function private.called_off;

-- The owner has read that days were given up, or has done what the end of a signed agreement asks for: a line of the history, which
-- takes it from what the space tells. `refunded_on`: the day on which the owner has given a sum back.
create function public.owner_see_given_up(id uuid, version integer, refunded_on date default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
begin
  perform private.lock_reservation(id, version);
  if refunded_on > private.paris_day(now()) then
    perform private.refuse_action('This day has not come yet');
  end if;
  if (select ended.agreement is not null from public.reservations r, private.ended_agreement(r) as ended
        where r.id = owner_see_given_up.id)
      or refunded_on is null and exists (select from private.request_events e where e.ref = owner_see_given_up.id
        and e.action in ('visitor_cancelled', 'visitor_gave_up') and private.is_unseen(e)) then
    perform private.add_event(id, who, case when refunded_on is null then 'seen' else 'refunded' end,
      case when refunded_on is not null then to_json(array[refunded_on]) end);
  end if;
  return private.owned_request_json(id);
end $$;

-- Notes the day of a step; null takes it back. A convention is marked like in its file: complete, and with what it says. Of a
-- cancelled reservation whose agreement was signed, a payment still is: the conditions may ask for one.
create or replace function public.owner_follow_up(id uuid, version integer, step text, day date default null,
  print text default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  reservation public.reservations;
begin
  if (step = any (private.follow_up_steps())) is not true then
    perform private.refuse(400, '22023', 'There is no such step');
  end if;
  perform private.lock_reservation(id, version);
  select r.* into strict reservation from public.reservations r where r.id = owner_follow_up.id;
  if reservation.status <> 'confirmee'
      and not (reservation.status = 'annulee' and reservation.convention_signed_on is not null and step = 'paid') then
    perform private.refuse_action('This reservation is not confirmed');
  end if;
  if day > private.paris_day(now()) then
    perform private.refuse_action('This day has not come yet');
  end if;
  if day is not distinct from (case step when 'convention_sent' then reservation.convention_sent_on
      when 'convention_signed' then reservation.convention_signed_on when 'paid' then reservation.paid_on
      else reservation.held_on end) then
    return private.owned_request_json(id);
  end if;
  if step in ('convention_sent', 'convention_signed') then
    if day is not null and private.paper_lacks(private.file_of(reservation), 'convention') <> '{}' then
      perform private.refuse_action('This paper is incomplete', 'paper-incomplete');
    end if;
    perform private.mark_paper(reservation, who, 'convention', substr(step, length('convention_') + 1), day, print);
  else
    if step = 'paid' and day is not null then
      perform private.refuse_early_payment(reservation, day, true);
    end if;
    if step = 'held' and day is not null and not exists (select from public.reservation_dates d
        where d.reservation_id = owner_follow_up.id and d.confirmed and d.date <= day) then
      perform private.refuse_action('No confirmed day has taken place by then', 'not-held');
    end if;
    update public.reservations r set paid_on = case step when 'paid' then day else r.paid_on end,
        held_on = case step when 'held' then day else r.held_on end
      where r.id = owner_follow_up.id;
    perform private.add_event(id, who, step || case when day is null then '_undone' else '' end,
      case when day is not null then to_json(array[day]) end);
  end if;
  return private.owned_request_json(id);
end $$;

-- What needs the owner now, the most urgent first; null when all is well. Its parts are Concern in
-- functions/_shared/claimed-mail.ts. A number says where each stands: what is wrong with the site, days that may not be held (a
-- kind of their own, as an earlier space knows no other step), signed agreements that a cancellation has ended, dates, and the
-- count of what is left out. `most`: how many it names of the days, of the ended agreements, of the dates, of the things to do after
-- a day, and of requests that wait, so that none hides the other. A signature names its paper once it is known who pays, and says
-- whether that has not even gone out; a reimbursement names the papers that it needs and is early while more than two months remain;
-- a file and hours that are to be noted name all their days, and an invoice that lacks its price asks for that price first. An
-- invoice is a kind of its own, as an earlier space does not know its step. An ended agreement has the sum that is due, until it is
-- paid; after two years it is no longer told.
create or replace function private.concerns(most integer default 10) returns json
language sql stable set search_path = '' as $$
  with unrequested as materialized (
    select e.*, row_number() over (order by e.days, e.request) as place from private.days_without_request() as e
  ), ended as materialized (
    select u.ref, (u.reservation).name, e.*, case when (u.reservation).paid_on is null then f.cancel_cents end as due_cents,
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

-- A mail goes at once for what is urgent, and in the morning for the rest: once a day for each concern, once a week for a date
-- that is near, for an invoice, for a day that may not be held and for an agreement that a cancellation has ended, whatever the
-- number of workers. It lists all there are. While one waits, a further one would say the same. The count of others makes no mail
-- go, nor does a reimbursement that has time.
create or replace function private.queue_concerns(at timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_morning boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.queue_concerns', 0));
  update private.upkeep u set reminded_at = at from private.settings s
    where (u.reminded_at between private.last_hour(s.reminder_hour, at) and at + interval '1 hour') is not true;
  is_morning := found;
  if not exists (select from private.outbox o where o.kind = 'concerns' and o.sent_at is null
        and coalesce(o.given_up_at, 'infinity') > now() - interval '1 hour')
      and exists (
        select from json_array_elements(private.concerns()) as c
          where (is_morning or (c ->> 'isUrgent')::boolean) and c ->> 'kind' <> 'more' and (c ->> 'isEarly') is null
            -- Two mornings are a little less than a day apart.
            and not exists (select from private.outbox o
                where o.kind = 'concerns' and o.told && private.concern_names(json_build_array(c))
                  and o.sent_at > at - case when (c ->> 'isUrgent')::boolean then interval '1 day'
                    when c ->> 'kind' in ('deadline', 'invoice', 'express_request', 'ended') then interval '6 days 20 hours'
                    else interval '20 hours' end)) then
    insert into private.outbox (kind) values ('concerns');
  end if;
end $$;

-- Confirmed days that visitors have given up, in one line for each request: for a week, until the day comes, or until the owner does
-- something with the request; of a signed agreement, which may ask for a sum to be paid back, for two years or until then. A day
-- that is confirmed again is not one. `version`: the one that the owner sees. `agreement`: the one that was signed.
-- `isWithdrawal`: the visitor has withdrawn from it; giving up one day of several is no withdrawal.
create or replace function private.given_up_days() returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('request', json_build_object('id', r.id, 'name', r.name), 'version', r.version,
      'days', given.days, 'agreement', given.agreement, 'isWithdrawal', given.is_withdrawal) order by given.last desc), '[]')
    from (
      select e.ref, max(e.id) as last, array_agg(distinct day.date order by day.date) as days,
          (array_agg(e.detail -> 'agreement' order by e.id desc))[1] as agreement,
          bool_or(e.action = 'visitor_cancelled' and e.detail #>> '{agreement,withdrawalUntil}' is not null) as is_withdrawal
        from private.request_events e,
          lateral (select json_array_elements_text(case e.action when 'visitor_cancelled' then e.detail -> 'confirmed'
            else json_build_array(case when (e.detail ->> 'wasConfirmed')::boolean then e.detail ->> 'day' end) end)::date as date) as day
        where e.action in ('visitor_cancelled', 'visitor_gave_up')
          and e.at > now() - case when e.detail ->> 'agreement' is not null then interval '2 years' else interval '7 days' end
          and (day.date >= private.paris_day(now()) or e.detail ->> 'agreement' is not null)
          and day.date <> all (private.confirmed_days(e.ref)) and private.is_unseen(e)
        group by e.ref) as given join public.reservations r on r.id = given.ref
    where not (r.is_spam or r.unwanted)
$$;

comment on function private.given_up_days() is
  'Confirmed days that visitors have given up, in one line for each request: for a week, until the day comes, or until the owner
does something with the request; of a signed agreement, which may ask for a sum to be paid back, for two years or until then.
A day that is confirmed again is not one. `version`: the one that the owner sees. `agreement`: the one that was signed.
`isWithdrawal`: the visitor has withdrawn from it; giving up one day of several is no withdrawal.';

revoke all on private.unsettled_cancellations from public, anon, authenticated;
revoke all on function private.ended_agreement from public;
revoke all on function public.owner_see_given_up from public, anon;
grant execute on function public.owner_see_given_up to authenticated, service_role;

-- Dates of the law and of funds that are near, and what is still to do for a day, each until it is noted: nothing of a day ends before
-- two years are over.
-- `kept`: the hours of a day that is over, from the day after.
-- `file`: what the visitor has written and the owner not yet opened, and the papers that have not gone out: a convocation and the blank
-- sheet from one week before the first day to the last, the others once the hours are noted. No invoice is due of what is paid, but for
-- AGEFICE, where that is asked. Once it would have to be paid, sending it is late (`late_invoice`).
-- `funding`: the complete file of AGEFICE, due 15 days before the next day that it is not too late for, otherwise before the last
-- one; from a week before that of the first day; not of one that is not asked for after all, nor where nothing is due. A request that
-- waits for an answer has it too, and the owner reads it before confirming: `isAsked` of concerns tells them apart.
-- `signature` of an agreement for the days that are confirmed now, also when somebody has paid; after the days it ends with the
-- payment where no fund asks for it. One that is void since both sides signed it is to be sent again at once, not from three weeks
-- before: for other days (`moved`), for some of its days (`dropped`), at another price (`repriced`) or in another regime of VAT
-- (`taxed`). Nothing is signed where nothing is paid (L6353-3), nor due for what was followed.
-- `payable`: a contract, of which the trainee owes nothing before the ten days are over, then the deposit of 30 % where one is
-- asked for (L6353-5, L6353-6); without one nothing is to be collected then, and only what was paid too early is told of. None where
-- nothing is due.
-- `reimbursement` by AGEFICE, four months after the last day, until it was asked for or is not asked for after all: from the day after
-- the training once that is paid, otherwise in the last two months, and late from then on. The trainee asks the fund for it with the
-- papers, the paid invoice among them. None where nothing is due.
-- `invoice`: one that went out, from a week before it is due, where that day is known (`dueDay` of the space), otherwise a week
-- after it went out, until it is paid. The signed agreement says when, whatever the site says since. That of a contract is due like
-- any other, but not before fifteen days after its ten days, if they contain a training day; it waits for its signature, whose own step
-- tells of it.
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
            when p.paper in ('convention', 'emargement') then p.signed_on when p.paper in ('certificat', 'attestation') then p.sent_on
            end is not null) < 4
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
              (5, 'facture', over.first, 'infinity', (r.paid_on is null or f.payer = 'agefice' and f.funding_dropped_on is null)
                and coalesce(f.followed_cents, f.price_cents) is distinct from 0 and not is_unsigned))
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

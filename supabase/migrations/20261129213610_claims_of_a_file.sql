-- A file for AGEFICE that was not asked for after all is neither late nor paid back; what is paid back may be asked for once the
-- training is over and paid; and what the owner's terms ask for after a cancellation has its place.

alter table private.day_files
  add column funding_dropped_on date,
  add column cancel_cents integer constraint day_files_cancel_cents_ok check (cancel_cents between 0 and 1000000);
comment on column private.day_files.funding_dropped_on is 'When the owner noted that AGEFICE is not asked after all.';
comment on column private.day_files.cancel_cents is
  'What the owner asks for after a cancellation; null for nothing. It is no price of a training, and in no yearly sum.';

-- Only the given facts change; their names are those of the JSON that is read. What was followed has a price of its own after an
-- absence or an early leave. Only the page knows the planned hours, and says the price with the hours it is for: other hours
-- without an absence take it away.
create or replace function private.change_day_file(was private.day_files, given jsonb, allowed text[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  changed private.day_files;
begin
  if jsonb_typeof(given) is distinct from 'object' or length(given::text) > 30000 then
    perform private.refuse(400, '22023', 'Name the facts that change');
  end if;
  if exists (select from jsonb_each(given) as fact where fact.key <> all (allowed)
      or fact.key not in ('kept', 'results', 'priceCents', 'followedCents', 'cancelCents')
        and jsonb_typeof(fact.value) not in ('string', 'null')) then
    perform private.refuse(400, '22023', 'There is no such fact');
  end if;
  changed := jsonb_populate_record(was, (
    select jsonb_object_agg(lower(regexp_replace(fact.key, '([A-Z])', '_\1', 'g')), fact.value) from jsonb_each(given) as fact));
  update private.day_files f set version = f.version + 1, address = changed.address, siren = changed.siren,
      status = changed.status, payer = changed.payer, payer_name = changed.payer_name,
      payer_address = changed.payer_address, payer_siren = changed.payer_siren, prior_level = changed.prior_level,
      next_days = changed.next_days,
      price_cents = changed.price_cents, kept = changed.kept, results = changed.results,
      funding_filed_on = changed.funding_filed_on, funding_dropped_on = changed.funding_dropped_on,
      cancel_cents = changed.cancel_cents, deposit_on = changed.deposit_on,
      express_request_on = changed.express_request_on, reimbursement_asked_on = changed.reimbursement_asked_on,
      followed_cents = case when private.has_absence(changed.kept)
        or changed.kept is not null and (given ? 'followedCents' or changed.kept = was.kept) then changed.followed_cents end
    where f.ref = was.ref;
end $$;

-- The file with its papers. Its type is DayFile in contract/src/day-papers.ts.
create or replace function private.day_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('version', coalesce(f.version, 1), 'address', f.address, 'siren', f.siren, 'status', f.status,
      'payer', f.payer, 'payerName', f.payer_name, 'payerAddress', f.payer_address, 'payerSiren', f.payer_siren,
      'priorLevel', f.prior_level, 'nextDays', f.next_days, 'priceCents', f.price_cents, 'kept', f.kept, 'results', f.results,
      'fundingFiledOn', f.funding_filed_on, 'fundingDroppedOn', f.funding_dropped_on, 'cancelCents', f.cancel_cents,
      'depositOn', f.deposit_on, 'expressRequestOn', f.express_request_on,
      'reimbursementAskedOn', f.reimbursement_asked_on, 'followedCents', f.followed_cents,
      'filledAt', private.iso(f.filled_at), 'feedback', f.feedback, 'answeredAt', private.iso(f.answered_at),
      'isNew', private.news_of(f) <> '{}',
      'papers', (
        select json_agg(json_build_object('paper', name.paper,
            'sentOn', p.sent_on, 'signedOn', p.signed_on, 'replaces', p.replaces, 'vat', p.vat, 'deposit', p.deposit,
            'days', to_json(p.days), 'print', p.print, 'isValid', p.ref is null or exists (
              select from private.valid_papers v where v.ref = p.ref and v.paper = p.paper)) order by name.place)
          from unnest(private.papers()) with ordinality as name (paper, place)
            left join private.day_papers p on p.ref = reservation.id and p.paper = name.paper))
    from private.file_of(reservation) as f
$$;

-- Another kind of agreement takes back the marks of the one before. No fact has a day to come, and a deposit none that the law
-- forbids.
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
  -- Who pays alone signs a contract, others a convention: the marks of one are not those of the other, which replaces it.
  if (file.payer = 'self') is true <> (was.payer = 'self') is true then
    update private.day_papers p set sent_on = null, signed_on = null, print = null, cents = null, vat = null, deposit = null,
        replaces = coalesce(p.signed_on, p.sent_on, p.replaces)
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

-- Dates of the law and of funds that are near, and what is still to do for a day, each until it is done.
-- `kept`: the hours of a day that is over, from the day after, for as long as the papers that need them may go out.
-- `file`: what the visitor has written and the owner not yet opened, and the papers that have not gone out, for four months: a
-- convocation and the blank sheet from one week before the first day to the last, the others once the hours are noted. An invoice
-- that is to be paid has no end, and none is due of what is paid, but for AGEFICE. Once it would have to be paid, sending it is
-- late (`late_invoice`).
-- `funding`: the complete file of AGEFICE, due 15 days before the next day that it is not too late for, otherwise before the last
-- one; from a week before that of the first day until the fund reimburses no more; not of one that is not asked for after all. A
-- request that waits for an answer has it too, and the owner reads it before confirming: `isAsked` of concerns tells them apart.
-- `signature` of an agreement for the days that are confirmed now, also when somebody has paid; after the days it ends with the
-- payment where no fund asks for it. Nothing is signed where nothing is paid (L6353-3), nor due for what was followed.
-- `payable`: a contract, of which the trainee owes nothing before the ten days are over, then the deposit of 30 % where one is
-- asked for (L6353-5, L6353-6); without one nothing is to be collected then, and only what was paid too early is told of.
-- `reimbursement` by AGEFICE, four months after the last day, until it was asked for: from the day after the training once that
-- is paid, otherwise in the last two months. The trainee asks the fund for it with the papers, the paid invoice among them.
-- `invoice`: one that went out, from a week before it is due, where that day is known (`dueDay` of the space), otherwise a week
-- after it went out, until it is paid or two years are over. That of a contract is due like any other, but not before fifteen
-- days after its ten days, if they contain a training day; it waits for its signature, whose own step tells of it.
-- `report`, on 30 April (R6352-22).
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
        f.funding_filed_on, f.funding_dropped_on, f.reimbursement_asked_on, f.deposit_on, r.paid_on, days[1] as first_day,
        days[cardinality(days)] as last_day, days, over.last as until,
        agreed.signed_on,
        own.unkept,
        case when days[cardinality(days)] >= deadlines.today - interval '5 months' then private.news_of(f) else '{}' end as news,
        coalesce(f.followed_cents, f.price_cents) is distinct from 0 and r.paid_on is null
          and not is_unsigned as is_unpaid,
        coalesce(agreed.deposit, s.asks_deposit) as asks_deposit,
        terms.due + case when f.payer = 'self' and days[1] <= agreed.signed_on + 10
          then greatest(0, agreed.signed_on + 25 - terms.due) else 0 end as payment_due,
        (select p.sent_on from private.valid_papers p where p.ref = r.id and p.paper = 'facture') as invoiced_on, array(
          select name from (values
              (1, 'convocation', days[1] - 7, days[cardinality(days)], true),
              (2, 'blank_sheet', days[1] - 7, days[cardinality(days)], true),
              (2, 'emargement', over.first, over.last, over.was_followed),
              (3, 'certificat', over.first, over.last, over.was_followed),
              (4, 'attestation', over.first, over.last, over.was_followed),
              (5, 'facture', over.first, case when r.paid_on is null and terms.due is not null then 'infinity' else over.last end,
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
        lateral (select days, private.first_unkept(days, f.kept) as unkept,
            (days[cardinality(days)] + interval '4 months')::date as last
          from private.confirmed_days(r.id) as days offset 0) as own,
        lateral (select case when unkept >= deadlines.today or unkept is null or own.last < deadlines.today
            then days[cardinality(days)] + 1 end as first, own.last,
          coalesce(f.kept @? '$[*] ? (@.from != null)', true) as was_followed offset 0) as over,
        lateral (select max(p.signed_on) as signed_on, bool_or(p.deposit) as deposit
          from private.valid_papers join private.day_papers p using (ref, paper)
          where p.ref = r.id and p.paper = 'convention' offset 0) as agreed,
        lateral (select days[cardinality(days)] + case when f.payer in ('opco', 'company', 'agefice', 'fifpl')
            or f.status = 'independent' or f.siren is not null and f.status is distinct from 'individual' then s.professional_due_days
          else s.due_days end offset 0) as terms (due)
      where not (r.is_spam or r.unwanted)
  ), dated as (
    select 'kept' as step, b.id, b.name, b.unkept as due, b.unkept + 1 as first, b.until as last,
        null::date[] as days, null::text[] as news, null::text[] as papers from booked b
    union all
    select 'file', b.id, b.name, b.last_day, deadlines.today, deadlines.today, b.days,
        b.news || case when 'facture' = any (b.unsent) and b.payment_due < deadlines.today then '{late_invoice}'::text[] end,
        b.unsent
      from booked b where b.news <> '{}' or b.unsent <> '{}'
    union all
    select 'funding', b.id, b.name, coalesce(ahead.due, b.last_day - 15), b.first_day - 22, b.until, b.days, null, null
      from booked b,
        lateral (select min(day - 15) as due from unnest(b.days) as day where day - 15 >= deadlines.today) as ahead
      where b.payer = 'agefice' and b.funding_filed_on is null and b.funding_dropped_on is null
    union all
    select 'funding', r.id, r.name,
        coalesce(min(d.date - 15) filter (where d.date - 15 >= deadlines.today), max(d.date) - 15),
        deadlines.today, deadlines.today, array_agg(d.date order by d.date), null, null
      from public.reservations r join public.reservation_dates d on d.reservation_id = r.id
      where r.status = 'nouvelle' and r.is_agefice and not (r.is_spam or r.unwanted or r.flagged)
        and d.date >= deadlines.today and private.confirmed_days(r.id) = '{}'
      group by r.id
    union all
    select 'signature', b.id, b.name, b.first_day, b.first_day - 21,
        case when b.paid_on is not null and b.payer in ('self', 'company', 'opco') then b.last_day else b.until end,
        b.days, null, null
      from booked b where b.due_cents is distinct from 0 and b.signed_on is null
    union all
    select 'payable', b.id, b.name, b.signed_on + 11, b.signed_on, b.signed_on + 11, null, null, null
      from booked b where b.payer = 'self' and b.price_cents is distinct from 0 and b.deposit_on is null
        and case when b.paid_on is null then b.asks_deposit else b.paid_on <= b.signed_on + 10 end
    union all
    select 'reimbursement', b.id, b.name, b.until,
        case when b.paid_on is not null then b.last_day + 1 else (b.until - interval '2 months')::date end, b.until,
        null, null, b.unsent
      from booked b where b.payer = 'agefice' and b.funding_filed_on is not null and b.funding_dropped_on is null
        and b.reimbursement_asked_on is null
    union all
    select 'invoice', b.id, b.name, b.payment_due, coalesce(b.payment_due - 7, b.invoiced_on + 8), 'infinity', b.days, null, null
      from booked b where b.is_unpaid and b.invoiced_on is not null and b.last_day < deadlines.today
    union all
    select 'report', null, null, april.due, april.due - 29, april.due + 31, null, null, null
      from private.settings s, lateral (select extract(year from deadlines.today)::integer as year) as this,
        lateral (select make_date(this.year, 4, 30) as due) as april
      where coalesce(s.reported_year, 0) < this.year - 1 and exists (select from public.reservation_dates d
        where d.confirmed and d.date between make_date(this.year - 1, 1, 1) and make_date(this.year - 1, 12, 31))
  )
  select d.step, d.id, d.name, d.due, d.days, d.news, d.papers from dated d where deadlines.today between d.first and d.last
$$;

-- Reminders that are due at that moment. Not of a day that the visitor was told of in these last days, nor of a file that has
-- gone to the fund, is not asked for after all, or whose payer is another one by now: of that file, a week before it is due, not
-- on its last day. It has one last day, that of the first training day: the later days of a reservation have no mail of their own
-- once an earlier one has, or still may. What a limit withholds of `feedback` goes on one of the two days after.
create or replace function private.due_reminders(at timestamptz) returns table (ref uuid, kind text, about date)
language sql stable set search_path = '' as $$
  select d.reservation_id, due.kind, d.date
    from private.settings s,
      lateral (values ('reminder', 1, s.visitor_reminder_days), ('funding', 15, s.funding_reminder_days), ('feedback', -3, -1))
        as due (kind, nearest, farthest),
      public.reservation_dates d join public.reservations r on r.id = d.reservation_id
    where s.visitor_mails and extract(hour from at at time zone 'Europe/Paris') >= s.reminder_hour
      and d.confirmed and r.status = 'confirmee'
      and (due.kind <> 'funding' or r.is_agefice and exists (
          select from private.file_of(r) as f
            where f.payer = 'agefice' and f.funding_filed_on is null and f.funding_dropped_on is null)
        and not exists (select from public.reservation_dates e
          where e.reservation_id = r.id and e.confirmed and e.date < d.date and (e.date >= private.paris_day(at) + due.nearest
            or exists (select from private.outbox o where o.ref = r.id and o.kind = 'funding' and o.about = e.date))))
      and (due.kind <> 'feedback' or private.awaits_feedback(r.id, d.date))
      and d.date between private.paris_day(at) + due.nearest and private.paris_day(at) + due.farthest
      and not exists (select from private.outbox o where o.ref = r.id and o.kind = due.kind and o.about = d.date)
      and not exists (select from private.request_events e where e.ref = r.id and e.action in ('confirmed', 'changed_day')
        and private.paris_day(e.at) >= d.date - due.farthest)
    order by d.date, d.reservation_id;
$$;

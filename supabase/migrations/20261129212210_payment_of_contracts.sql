-- A contract asks for a deposit only where the owner has said so, and its price is due like any other: by an invoice after the
-- training, or fifteen days after the ten days to withdraw if they contain a day of it (L6353-6).

alter table private.settings add column asks_deposit boolean not null default false;
comment on column private.settings.asks_deposit is 'Whether a contract asks for 30 % once its ten days to withdraw are over.';

drop function private.set_due_days(integer, integer);

create function private.set_due_days(everybody integer, professionals integer, deposit boolean default false) returns void
language sql security definer set search_path = '' as $$
  update private.settings set due_days = everybody, professional_due_days = professionals, asks_deposit = deposit
    where (due_days, professional_due_days, asks_deposit) is distinct from (everybody, professionals, deposit);
$$;

revoke all on function private.set_due_days from public;

-- As before, with whether contracts ask for a deposit: what is signed keeps its own.
create or replace function private.mark_paper(reservation public.reservations, who text, paper text, step text, day date,
  print text default null) returns public.reservations
language plpgsql volatile set search_path = ''
as $$
#variable_conflict use_column
declare
  was private.day_papers;
  void date;
  stored private.day_papers;
begin
  insert into private.day_files (ref) values (reservation.id) on conflict do nothing;
  select p.* into was from private.day_papers p where p.ref = reservation.id and p.paper = mark_paper.paper;
  if not exists (select from private.valid_papers p where p.ref = reservation.id and p.paper = mark_paper.paper) then
    -- What was signed has the day of the signature alone.
    void := case mark_paper.paper when 'convention' then coalesce(was.signed_on, was.sent_on)
      else coalesce(was.sent_on, was.signed_on) end;
  end if;
  insert into private.day_papers as p (ref, paper, sent_on, signed_on, days, print, cents, vat, deposit)
    values (reservation.id, mark_paper.paper, case step when 'sent' then day end, case step when 'signed' then day end,
      private.confirmed_days(reservation.id), mark_paper.print, private.price_of(reservation),
      (select s.vat from private.settings s), (select s.asks_deposit from private.settings s))
    on conflict (ref, paper) do update set
      sent_on = case step when 'sent' then day else p.sent_on end,
      signed_on = case when step = 'signed' then day
        when day is null or p.days = excluded.days and coalesce(p.print = excluded.print, true) then p.signed_on end,
      days = case when day is null or step = 'signed' and p.sent_on is not null then p.days else excluded.days end,
      print = case when day is null or step = 'signed' and p.sent_on is not null then p.print else excluded.print end,
      cents = case when day is null or step = 'signed' and p.sent_on is not null then p.cents else excluded.cents end,
      vat = case when day is null or step = 'signed' and p.sent_on is not null then p.vat else excluded.vat end,
      deposit = case when day is null or step = 'signed' and p.sent_on is not null then p.deposit else excluded.deposit end,
      replaces = case when day is null or step = 'signed' and p.sent_on is not null then p.replaces
        else coalesce(void, p.replaces) end
    returning p.* into stored;
  perform private.add_event(reservation.id, who,
      case mark_paper.paper when 'convention' then 'convention_' else 'paper_' end || mark.step
        || case when mark.day is null then '_undone' else '' end,
      case when mark_paper.paper <> 'convention' then json_build_object('paper', mark_paper.paper, 'on', mark.day)
        when mark.day is not null then to_json(array[mark.day]) end)
    from (values (step, day, true), ('signed', null, step = 'sent' and was.signed_on is not null and stored.signed_on is null))
      as mark (step, day, is_made)
    where mark.is_made;
  if mark_paper.paper = 'convention' then
    update public.reservations r set convention_sent_on = stored.sent_on, convention_signed_on = stored.signed_on
      where r.id = reservation.id returning r.* into reservation;
  end if;
  return reservation;
end $$;

-- As before; the whole waits as the contract says it (`firstWholeDay` of the space).
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
      where f.payer is distinct from 'self' or f.price_cents is not distinct from 0) then
    return;
  end if;
  -- With the first day on which it may be paid.
  perform private.refuse_action('This may not be paid yet',
    concat_ws(' ', 'unpayable', case when signed_on is not null then first end));
end $$;

-- As before; nothing is to be collected after the ten days without a deposit, and the invoice of a contract has its day. Nobody
-- is late with an invoice that has not gone out: sending it is, once it would have to be paid. Hours are asked for as long as the
-- papers that need them may go out.
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
        f.funding_filed_on, f.reimbursement_asked_on, f.deposit_on, r.paid_on, days[1] as first_day,
        days[cardinality(days)] as last_day, days, over.last as until,
        agreed.signed_on,
        own.unkept,
        case when days[cardinality(days)] >= deadlines.today - interval '5 months' then private.news_of(f) else '{}' end as news,
        coalesce(f.followed_cents, f.price_cents) is distinct from 0 and r.paid_on is null
          and not is_unsigned as is_unpaid,
        coalesce(agreed.deposit, s.asks_deposit) as asks_deposit, terms.due + case when f.payer = 'self' and days[1] <= agreed.signed_on + 10
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
        lateral (select days, private.first_unkept(days, f.kept) as unkept, (days[cardinality(days)] + interval '4 months')::date as last
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
        b.news || case when 'facture' = any (b.unsent) and b.payment_due < deadlines.today then '{late_invoice}'::text[] end, b.unsent
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
        and case when b.paid_on is null then b.asks_deposit else b.paid_on <= b.signed_on + 10 end
    union all
    select 'reimbursement', b.id, b.name, b.until, (b.until - interval '2 months')::date, b.until, null, null, b.unsent
      from booked b where b.payer = 'agefice' and b.funding_filed_on is not null and b.reimbursement_asked_on is null
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

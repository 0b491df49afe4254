-- A file is finished once its papers went out for the days that are confirmed now: an agreement that was signed for other days is not
-- signed, a convention is recalled like a contract, and a day of AGEFICE that is paid still owes its papers. A visitor replaces no
-- day that was given up, and is asked for no fact that is known. Why: docs/decisions/054-papers-are-computed.md.

create view private.valid_papers as
  select p.* from private.day_papers p where p.days = private.confirmed_days(p.ref);
comment on view private.valid_papers is 'The papers that went out for the days that are confirmed now: a day that was moved since makes them void.';
revoke all on private.valid_papers from public, anon, authenticated;

-- All dates. What the law wants of an agreement stays until it is signed for the confirmed days, also when somebody has paid; nothing
-- is signed where nothing is paid. A file of AGEFICE that is late stays until the fund reimburses no more, and its reimbursement
-- until it is paid and its papers have gone out: the trainee asks the fund for it with them, the paid invoice among them. `file`: what
-- the visitor has written and the owner not yet opened, and the papers that have not gone out, for four months: a convocation and
-- the blank sheet from one week before the first day to the last, the others once the hours are noted. Another day that is paid has
-- its invoice.
create or replace function private.deadlines(today date)
returns table (step text, request uuid, name text, due date, news text[], papers text[])
language sql stable set search_path = '' as $$
  with near as (
    select distinct d.reservation_id as id from public.reservation_dates d
      where d.confirmed and d.date >= deadlines.today - interval '5 months'
  ), booked as (
    select r.id, r.name, f.payer, f.price_cents, f.funding_filed_on, f.deposit_on, r.paid_on, days[1] as first_day,
        days[cardinality(days)] as last_day, over.last as until,
        (select p.signed_on from private.valid_papers p where p.ref = r.id and p.paper = 'convention') as signed_on,
        private.first_unkept(recent, f.kept) as unkept, private.news_of(f) as news, array(
          select name from (values
              (1, 'convocation', days[1] - 7, days[cardinality(days)], true),
              (2, 'blank_sheet', days[1] - 7, days[cardinality(days)], true),
              (2, 'emargement', over.first, over.last, over.was_followed),
              (3, 'certificat', over.first, over.last, over.was_followed),
              (4, 'attestation', over.first, over.last, over.was_followed),
              (5, 'facture', over.first, over.last,
                (r.paid_on is null or f.payer = 'agefice') and coalesce(f.followed_cents, f.price_cents) is distinct from 0))
              as one (place, name, first, last, is_due)
            where is_due and deadlines.today between one.first and one.last
              and not exists (select from private.valid_papers p
                where p.ref = r.id and p.paper = case name when 'blank_sheet' then 'emargement' else name end
                and (p.signed_on is not null or name <> 'emargement' and p.sent_on is not null))
            order by one.place) as unsent
      from near join public.reservations r using (id), lateral private.file_of(r) as f,
        lateral (select private.confirmed_days(r.id) as days) as own,
        lateral (select array(select day from unnest(days) as day where day >= deadlines.today - 30) as recent) as past,
        lateral (select case when private.first_unkept(recent, f.kept) < deadlines.today then null
            else days[cardinality(days)] + 1 end as first, (days[cardinality(days)] + interval '4 months')::date as last,
          coalesce(f.kept @? '$[*] ? (@.from != null)', true) as was_followed) as over
      where not (r.is_spam or r.unwanted)
  ), dated as (
    select 'kept' as step, b.id, b.name, b.unkept as due, b.unkept + 1 as first, b.unkept + 30 as last,
        null::text[] as news, null::text[] as papers from booked b
    union all
    select 'file', b.id, b.name, b.last_day, deadlines.today, deadlines.today, b.news, b.unsent
      from booked b where b.news <> '{}' or b.unsent <> '{}'
    union all
    select 'funding', b.id, b.name, b.first_day - 15, b.first_day - 22, b.until, null, null
      from booked b where b.payer = 'agefice' and b.funding_filed_on is null
    union all
    select 'signature', b.id, b.name, b.first_day, b.first_day - 21, b.until, null, null
      from booked b where b.price_cents is distinct from 0 and b.signed_on is null
    union all
    select 'payable', b.id, b.name, b.signed_on + 11, b.signed_on, b.signed_on + 11, null, null
      from booked b where b.payer = 'self' and b.price_cents is distinct from 0 and b.deposit_on is null
        and coalesce(b.paid_on <= b.signed_on + 10, true)
    union all
    select 'reimbursement', b.id, b.name, b.until, (b.until - interval '2 months')::date, b.until, null, b.unsent
      from booked b where b.payer = 'agefice' and b.funding_filed_on is not null and (b.paid_on is null or b.unsent <> '{}')
    union all
    select 'report', null, null, april.due, april.due - 29, april.due + 31, null, null
      from private.settings s, lateral (select extract(year from deadlines.today)::integer as year) as this,
        lateral (select make_date(this.year, 4, 30) as due) as april
      where coalesce(s.reported_year, 0) < this.year - 1 and exists (select from public.reservation_dates d
        where d.confirmed and d.date between make_date(this.year - 1, 1, 1) and make_date(this.year - 1, 12, 31))
  )
  select d.step, d.id, d.name, d.due, d.news, d.papers from dated d where deadlines.today between d.first and d.last
$$;

-- A low mark of a questionnaire is news of its own.
create or replace function private.news_of(file private.day_files) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(array[
    case when file.filled_at > coalesce(file.seen_at, '-infinity') then 'filled' end,
    case when file.answered_at > coalesce(file.seen_at, '-infinity') then 'answered' end,
    case when file.answered_at > coalesce(file.seen_at, '-infinity') and file.feedback @? '$.* ? (@ <= 2)' then 'low' end], null)
$$;

-- As before; a signature names its paper, a reimbursement the papers that it needs, a file all its days, and an invoice that lacks
-- its price asks for that price first.
create or replace function private.concerns() returns json
language sql stable set search_path = '' as $$
  select json_agg(one.detail order by one.place) from (
    select c.value::jsonb as detail, c.ordinality as place from json_array_elements(private.site_concerns()) with ordinality as c
    union all
    select jsonb_build_object('kind', 'deadline', 'isUrgent', false, 'step', d.step, 'request', d.request, 'name', d.name,
        'due', d.due) || jsonb_strip_nulls(jsonb_build_object(
          'days', case d.step when 'file' then to_jsonb(private.confirmed_days(d.request)) end,
          'news', case when invoice.lacks then d.news || 'price'::text else d.news end,
          'papers', case when invoice.lacks then array_remove(d.papers, 'facture') else d.papers end,
          'isContract', case d.step when 'signature' then exists (
            select from private.day_files f where f.ref = d.request and f.payer = 'self') end,
          'isLate', case d.step when 'funding' then d.due < private.paris_day(now()) end)),
        1000 + row_number() over (order by d.due, d.request)
      from (select *, row_number() over (partition by near.step in ('kept', 'file') order by near.due, near.request) as place
        from private.deadlines(private.paris_day(now())) as near) as d,
        lateral (select d.step = 'file' and 'facture' = any (d.papers) and exists (
          select from public.reservations r, lateral private.file_of(r) as f
            where r.id = d.request and 'followedCents' = any (private.paper_lacks(f, 'facture'))) as lacks) as invoice
      where d.place <= 10) as one
$$;

-- A day that may be given up may be replaced too: of a confirmed reservation, the other days are given up already.
create or replace function public.manage_ask_day(secret text, version integer, from_day date, to_day date) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant uuid := private.managed_by(secret);
  was public.reservations;
  is_kept boolean;
begin
  if request is null then
    return null;
  end if;
  was := private.lock_managed(request, version);
  select d.confirmed into is_kept from public.reservation_dates d
    where d.reservation_id = request and d.date = from_day and private.may_give_up(was, d.date);
  if is_kept is null or to_day is null then
    perform private.refuse_action('This day cannot be replaced');
  end if;
  perform private.admit_wish(request, to_day, is_kept);
  if is_kept then
    insert into public.reservation_dates (reservation_id, date) values (request, to_day);
  else
    update public.reservation_dates d set date = to_day where d.reservation_id = request and d.date = from_day;
  end if;
  update public.reservations r set status = 'nouvelle', handled_at = null where r.id = request;
  perform private.note_change(was, 'visitor_asked', json_build_object('from', from_day, 'to', to_day));
  return private.managed_json(request);
end $$;

-- As before; a confirmation has what its visitor can still give for the agreement: nothing once it has gone out.
create or replace function private.mail_detail(mail private.outbox) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when mail.kind = 'feedback' and private.awaits_feedback(mail.ref, mail.about) is not true then null
    when mail.recipient_hash is not null then private.visitor_detail(
        case mail.kind when 'link' then 'receipt' else mail.kind end, mail.ref, mail.id)::jsonb || (
      select jsonb_build_object('dayCents', max(private.announced_cents(r)), 'priceCents', max(f.price_cents),
          'daysWanted', max(private.days_wanted(r)))
        from public.reservations r left join private.day_files f on f.ref = r.id where r.id = mail.ref)
      || case when mail.kind in ('receipt', 'link') then jsonb_build_object('name', private.receipt_name(mail.ref)) else '{}' end
      || case mail.kind when 'confirmation' then jsonb_build_object('lacks', (
        select private.paper_lacks(private.file_of(r), 'convention') from public.reservations r
          where r.id = mail.ref and coalesce(r.convention_sent_on, r.convention_signed_on) is null)) else '{}' end
    else case mail.kind
      when 'contact' then private.request_json(mail.ref)
      when 'change' then private.change_detail(mail.ref)
      when 'digest' then private.digest_detail(mail.id)
      when 'concerns' then (
        select json_build_object('concerns', c.list) from (select private.concerns() as list) c where c.list is not null)
      when 'code' then private.code_detail(mail.id)
      when 'welcome' then (select json_build_object('email', o.email) from private.owners o where o.id = mail.ref)
      else private.reservation_detail(mail.ref) end::jsonb end;
end $$;

comment on table private.outbox is
  'Mails to the owner and to visitors, to be sent and sent, each written in the transaction of the row it tells of.';
comment on column private.outbox.about is 'The day that a reminder, funding or feedback mail is about; null for others.';

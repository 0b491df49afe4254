-- A contract is not paid before the law allows it; the file of AGEFICE has a day of its own when it went to the fund; what is still
-- to do after a day, and what its visitor has written, is a line of the opening view.
-- Why: docs/decisions/054-papers-are-computed.md.

alter table private.day_files
  add column funding_filed_on date,
  add column deposit_on       date,
  add column seen_at          timestamptz,
  add column followed_cents   integer constraint day_files_followed_cents_ok check (followed_cents between 0 and 1000000);
comment on column private.day_files.funding_filed_on is 'When the complete file went to AGEFICE, whoever sent it.';
comment on column private.day_files.followed_cents is
  'With all taxes, for what was followed of days with an absence; null until the owner has said it. Agreements keep price_cents.';
comment on column private.day_files.deposit_on is 'When the first payment of a contract came, 30 % of the price at most (L6353-6).';
comment on column private.day_files.seen_at is
  'When the owner last opened the file: what the visitor has written since is new. Never changes the version.';
update private.day_files set seen_at = now() where true;

-- The invoice is one that an invoicing program makes: of it, only when it went out is stored.
create or replace function private.papers() returns text[]
language sql immutable set search_path = ''
return array['devis', 'convention', 'programme', 'convocation', 'emargement', 'certificat', 'attestation', 'facture'];

-- What the visitor has written since the owner last opened the file.
create function private.news_of(file private.day_files) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(array[
    case when file.filled_at > coalesce(file.seen_at, '-infinity') then 'filled' end,
    case when file.answered_at > coalesce(file.seen_at, '-infinity') then 'answered' end], null)
$$;

create or replace function private.day_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('version', coalesce(f.version, 1), 'address', f.address, 'siren', f.siren, 'status', f.status,
      'payer', f.payer, 'payerName', f.payer_name, 'payerAddress', f.payer_address, 'payerSiren', f.payer_siren,
      'priorLevel', f.prior_level, 'priceCents', f.price_cents, 'kept', f.kept, 'results', f.results,
      'fundingFiledOn', f.funding_filed_on, 'depositOn', f.deposit_on, 'followedCents', f.followed_cents,
      'filledAt', private.iso(f.filled_at), 'feedback', f.feedback, 'answeredAt', private.iso(f.answered_at),
      'isNew', private.news_of(f) <> '{}',
      'papers', (
        select json_agg(json_build_object('paper', name.paper,
            'sentOn', p.sent_on, 'signedOn', p.signed_on,
            'days', to_json(p.days), 'print', p.print) order by name.place)
          from unnest(private.papers()) with ordinality as name (paper, place)
            left join private.day_papers p on p.ref = reservation.id and p.paper = name.paper))
    from private.file_of(reservation) as f
$$;

-- Null when there is no such reservation. What nobody has written needs no row.
create function public.owner_see_day_file(id uuid) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  update private.day_files f set seen_at = now() where f.ref = owner_see_day_file.id;
  return public.owner_day_file(id);
end $$;

-- Who pays alone owes nothing before the contract is signed and ten days are over, then 30 % at most, and the rest as the training
-- goes on: the whole at the end (L6353-3, L6353-5, L6353-6). Any day does where nothing is owed, none without a signature.
create function private.refuse_early_payment(reservation public.reservations, day date, is_whole boolean) returns void
language plpgsql stable set search_path = ''
as $$
declare
  first constant date := greatest(reservation.convention_signed_on + 11, case when is_whole then (
    select max(d.date) from public.reservation_dates d where d.reservation_id = reservation.id and d.confirmed) end);
begin
  if reservation.convention_signed_on is not null and day >= first or exists (select from private.file_of(reservation) as f
      where f.payer is distinct from 'self' or f.price_cents is not distinct from 0) then
    return;
  end if;
  -- With the first day on which it may be paid.
  perform private.refuse_action('This may not be paid yet',
    concat_ws(' ', 'unpayable', case when reservation.convention_signed_on is not null then first end));
end $$;

-- What was followed then has a price of its own.
create function private.has_absence(file private.day_files) returns boolean
language sql immutable set search_path = ''
return coalesce(file.kept @? '$[*] ? (@.from == null)', false);

-- Only the given facts change; their names are those of the JSON that is read.
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
      or fact.key not in ('kept', 'results', 'priceCents', 'followedCents') and jsonb_typeof(fact.value) not in ('string', 'null')) then
    perform private.refuse(400, '22023', 'There is no such fact');
  end if;
  changed := jsonb_populate_record(was, (
    select jsonb_object_agg(lower(regexp_replace(fact.key, '([A-Z])', '_\1', 'g')), fact.value) from jsonb_each(given) as fact));
  update private.day_files f set version = f.version + 1, address = changed.address, siren = changed.siren,
      status = changed.status, payer = changed.payer, payer_name = changed.payer_name,
      payer_address = changed.payer_address, payer_siren = changed.payer_siren, prior_level = changed.prior_level,
      price_cents = changed.price_cents, kept = changed.kept, results = changed.results,
      funding_filed_on = changed.funding_filed_on, deposit_on = changed.deposit_on,
      followed_cents = case when private.has_absence(changed) then changed.followed_cents end
    where f.ref = was.ref;
end $$;

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
    'payer', 'payerName', 'payerAddress', 'payerSiren', 'priorLevel', 'priceCents', 'kept', 'results',
    'fundingFiledOn', 'depositOn', 'followedCents']);
  perform private.add_event(id, who, 'filed');
  select f.* into strict file from private.day_files f where f.ref = was.ref;
  -- Who pays alone signs a contract, others a convention: the marks of one are not those of the other.
  if (file.payer = 'self') is true <> (was.payer = 'self') is true then
    delete from private.day_papers p where p.ref = was.ref and p.paper = 'convention';
    perform private.add_event(was.ref, who, mark.step || '_undone')
      from (values ('convention_sent', reservation.convention_sent_on), ('convention_signed', reservation.convention_signed_on))
        as mark (step, day) where mark.day is not null;
    update public.reservations r set convention_sent_on = null, convention_signed_on = null
      where r.id = was.ref and coalesce(r.convention_sent_on, r.convention_signed_on) is not null;
    select r.* into strict reservation from public.reservations r where r.id = was.ref;
  end if;
  if greatest(file.funding_filed_on, file.deposit_on) > private.paris_day(now()) then
    perform private.refuse_action('This day has not come yet');
  end if;
  if file.deposit_on is distinct from was.deposit_on and file.deposit_on is not null then
    perform private.refuse_early_payment(reservation, file.deposit_on, false);
  end if;
  return private.owned_file_json(reservation);
end $$;

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
  if (select l.status from private.lock_reservation(id, version) l) <> 'confirmee' then
    perform private.refuse_action('This reservation is not confirmed');
  end if;
  if day > private.paris_day(now()) then
    perform private.refuse_action('This day has not come yet');
  end if;
  select r.* into strict reservation from public.reservations r where r.id = owner_follow_up.id;
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

-- As before, but no reminder of a file that has gone to the fund, or whose payer is another one by now.
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
        select from private.file_of(r) as f where f.payer = 'agefice' and f.funding_filed_on is null))
      and (due.kind <> 'feedback' or private.awaits_feedback(r.id, d.date))
      and d.date between private.paris_day(at) + due.nearest and private.paris_day(at) + due.farthest
      and not exists (select from private.outbox o where o.ref = r.id and o.kind = due.kind and o.about = d.date)
      and not exists (select from private.request_events e where e.ref = r.id and e.action in ('confirmed', 'changed_day')
        and private.paris_day(e.at) >= d.date - due.farthest)
    order by d.date, d.reservation_id;
$$;

-- All dates. What the law wants of a contract stays until it is done, also when somebody has paid too early; a file of AGEFICE
-- that is late until the fund reimburses no more. `file`: what the visitor has written and the owner not yet opened, and the papers
-- that have not gone out for these days, for four months: a convention from three weeks before the first day, a convocation from
-- one week before it to the last, the others once the hours are noted. A day that is paid has its invoice; a contract that has not
-- gone out is not signed either.
drop function private.deadlines(date);
create function private.deadlines(today date)
returns table (step text, request uuid, name text, due date, news text[], papers text[])
language sql stable set search_path = '' as $$
  with near as (
    select distinct d.reservation_id as id from public.reservation_dates d
      where d.confirmed and d.date >= deadlines.today - interval '5 months'
  ), booked as (
    select r.id, r.name, f.payer, f.funding_filed_on, f.deposit_on, r.convention_signed_on as signed_on, r.paid_on,
        days[1] as first_day, days[cardinality(days)] as last_day, private.first_unkept(recent, f.kept) as unkept,
        private.news_of(f) as news, array(
          select name from (values
              (1, 'convention', days[1] - 21, days[cardinality(days)] + 120,
                f.payer is distinct from 'self' and f.price_cents is distinct from 0),
              (2, 'convocation', days[1] - 7, days[cardinality(days)], true),
              (3, 'emargement', over.first, over.last, over.was_followed),
              (4, 'certificat', over.first, over.last, over.was_followed),
              (5, 'attestation', over.first, over.last, over.was_followed),
              (6, 'facture', over.first, over.last,
                r.paid_on is null and coalesce(f.followed_cents, f.price_cents) is distinct from 0))
              as one (place, name, first, last, is_due)
            where is_due and deadlines.today between one.first and one.last
              and not exists (select from private.day_papers p where p.ref = r.id and p.paper = name and p.days = own.days
                and (p.signed_on is not null or name <> 'emargement' and p.sent_on is not null))
            order by one.place) as unsent
      from near join public.reservations r using (id), lateral private.file_of(r) as f,
        lateral (select private.confirmed_days(r.id) as days) as own,
        lateral (select array(select day from unnest(days) as day where day >= deadlines.today - 30) as recent) as past,
        lateral (select case when private.first_unkept(recent, f.kept) < deadlines.today then null
            else days[cardinality(days)] + 1 end as first, days[cardinality(days)] + 120 as last,
          coalesce(f.kept @? '$[*] ? (@.from != null)', true) as was_followed) as over
      where not (r.is_spam or r.unwanted)
  ), dated as (
    select 'kept' as step, b.id, b.name, b.unkept as due, b.unkept + 1 as first, b.unkept + 30 as last,
        null::text[] as news, null::text[] as papers from booked b
    union all
    select 'file', b.id, b.name, b.last_day, deadlines.today, deadlines.today, b.news, b.unsent
      from booked b where b.news <> '{}' or b.unsent <> '{}'
    union all
    select 'funding', b.id, b.name, b.first_day - 15, b.first_day - 22,
        case when b.paid_on is null then (b.last_day + interval '4 months')::date else b.last_day end, null, null
      from booked b where b.payer = 'agefice' and b.funding_filed_on is null
    union all
    select 'signature', b.id, b.name, b.first_day, b.first_day - 21, b.last_day + 120, null, null
      from booked b where b.payer = 'self' and b.signed_on is null
    union all
    select 'payable', b.id, b.name, b.signed_on + 11, b.signed_on, b.last_day, null, null
      from booked b where b.payer = 'self' and b.signed_on is not null and b.deposit_on is null
        and coalesce(b.paid_on <= b.signed_on + 10, true)
    union all
    select 'reimbursement', b.id, b.name, over.due, (over.due - interval '2 months')::date, over.due, null, null
      from booked b, lateral (select (b.last_day + interval '4 months')::date as due) as over
      where b.payer = 'agefice' and b.funding_filed_on is not null and b.paid_on is null
    union all
    select 'report', null, null, april.due, april.due - 29, april.due + 31, null, null
      from private.settings s, lateral (select extract(year from deadlines.today)::integer as year) as this,
        lateral (select make_date(this.year, 4, 30) as due) as april
      where coalesce(s.reported_year, 0) < this.year - 1 and exists (select from public.reservation_dates d
        where d.confirmed and d.date between make_date(this.year - 1, 1, 1) and make_date(this.year - 1, 12, 31))
  )
  select d.step, d.id, d.name, d.due, d.news, d.papers from dated d where deadlines.today between d.first and d.last
$$;

create or replace function private.training_year(year integer) returns json
language sql stable set search_path = '' as $$
  select json_build_object('year', training_year.year, 'isReported', coalesce(s.reported_year >= training_year.year, false),
      'reservations', (
        select coalesce(json_agg(held.value::jsonb || jsonb_build_object('dayCents', private.announced_cents(r),
            'priceCents', coalesce(f.followed_cents, f.price_cents)) order by held.ordinality), '[]')
          from json_array_elements(private.held_in(training_year.year)) with ordinality as held
            join public.reservations r on r.id = (held.value ->> 'id')::uuid, lateral private.file_of(r) as f),
      'feedback', private.feedback_means())
    from private.settings s
$$;

-- Of many, the nearest ten dates, and the ten oldest things to do after a day: neither hides the other.
create or replace function private.concerns() returns json
language sql stable set search_path = '' as $$
  select json_agg(one.detail order by one.place) from (
    select c.value::jsonb as detail, c.ordinality as place from json_array_elements(private.site_concerns()) with ordinality as c
    union all
    select jsonb_build_object('kind', 'deadline', 'isUrgent', false, 'step', d.step, 'request', d.request, 'name', d.name,
        'due', d.due) || case d.step when 'file' then jsonb_build_object('news', d.news, 'papers', d.papers)
        when 'funding' then jsonb_build_object('isLate', d.due < private.paris_day(now())) else '{}' end,
        1000 + row_number() over (order by d.due, d.request)
      from (select *, row_number() over (partition by near.step in ('kept', 'file') order by near.due, near.request) as place
        from private.deadlines(private.paris_day(now())) as near) as d
      where d.place <= 10) as one
$$;

revoke all on all functions in schema private from public;
revoke all on function public.owner_see_day_file from public, anon, authenticated;
grant execute on function public.owner_see_day_file to authenticated, service_role;

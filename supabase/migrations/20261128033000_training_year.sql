-- The trainer's year: days held for the yearly report (BPF, L6352-11), means of the questionnaires, and the dates that the law
-- or a fund sets. The sums are made in contract/src/training-year.ts, where the prices and the hours of a day are.

alter table private.settings
  add column reported_year integer constraint settings_reported_year_ok check (reported_year between 2000 and 2999);
comment on column private.settings.reported_year is 'The last year whose report the owner has marked as filed; null before the first.';

-- Days that were confirmed and are over, of one year, by reservation. `daysBefore`: its days in earlier years.
create function private.held_in(year integer) returns json
language sql stable set search_path = '' as $$
  with held as (
    select d.reservation_id as id, array_agg(d.date order by d.date) as days
      from public.reservation_dates d
      where d.confirmed and d.date between make_date(held_in.year, 1, 1)
        and least(make_date(held_in.year, 12, 31), private.paris_day(now()))
      group by d.reservation_id
  )
  select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'isAgefice', r.is_agefice, 'payer', f.payer,
      'payerName', f.payer_name, 'status', f.status, 'priceCents', f.price_cents, 'heldOn', r.held_on, 'paidOn', r.paid_on,
      'days', held.days, 'kept', f.kept,
      'daysBefore', (select count(*) from public.reservation_dates d
        where d.reservation_id = r.id and d.confirmed and d.date < make_date(held_in.year, 1, 1)),
      'allDays', cardinality(private.confirmed_days(r.id))) order by held.days, r.id), '[]')
    from held join public.reservations r using (id) left join private.day_files f on f.ref = r.id
    where not (r.is_spam or r.unwanted)
$$;

-- Of fewer than ten answers there are no means: one of them could be recognised.
create function private.feedback_means() returns json
language sql stable set search_path = '' as $$
  select json_build_object('count', count(*), 'means', case when count(*) >= 10 then (
      select json_object_agg(one.question, one.mean) from (
        select question, round(avg((answered.feedback ->> question)::integer), 2) as mean
          from private.day_files answered, unnest('{objectives,content,trainer,organisation,overall}'::text[]) as question
          where answered.feedback is not null group by question) as one) end)
    from private.day_files f where f.feedback is not null
$$;

-- Its type is TrainingYear in contract/src/training-year.ts.
create function private.training_year(year integer) returns json
language sql stable set search_path = '' as $$
  select json_build_object('year', training_year.year, 'isReported', coalesce(s.reported_year >= training_year.year, false),
      'reservations', private.held_in(training_year.year), 'feedback', private.feedback_means())
    from private.settings s
$$;

create function private.require_year(year integer) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if (year between 2000 and extract(year from private.paris_day(now()))) is not true then
    perform private.refuse(400, '22023', 'Name a year that has begun');
  end if;
end $$;

create function public.owner_training_year(year integer) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  perform private.require_year(year);
  return private.training_year(year);
end $$;

-- Marks the report of a year as filed, or takes that back.
create function public.owner_report_year(year integer, filed boolean) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  perform private.require_year(year);
  update private.settings s set reported_year = case when filed then greatest(s.reported_year, owner_report_year.year)
    when s.reported_year >= owner_report_year.year then nullif(owner_report_year.year - 1, 1999)
    else s.reported_year end where true;
  return private.training_year(year);
end $$;

-- Dates of the law and of funds that are near, until what they ask for is done: `signature` of a contract before the day
-- (L6353-3); `payable`, of which the trainee owes nothing before, and 30 % at most from then on (L6353-5, L6353-6);
-- `reimbursement` by AGEFICE, four months after the last day; `report`, on 30 April (R6352-22).
create function private.deadlines(today date) returns table (step text, request uuid, name text, due date)
language sql stable set search_path = '' as $$
  with near as (
    select distinct d.reservation_id as id from public.reservation_dates d
      where d.confirmed and d.date >= deadlines.today - interval '5 months'
  ), booked as (
    select r.id, r.name, coalesce(f.payer, case when r.is_agefice then 'agefice' end) as payer, r.convention_signed_on as signed_on,
        r.paid_on, days[1] as first_day, days[cardinality(days)] as last_day
      from near join public.reservations r using (id) left join private.day_files f on f.ref = r.id,
        lateral (select private.confirmed_days(r.id) as days) as own
      where not (r.is_spam or r.unwanted) and r.paid_on is null
  ), dated as (
    select 'signature' as step, b.id, b.name, b.first_day as due, b.first_day - 21 as first, b.first_day as last
      from booked b where b.payer = 'self' and b.signed_on is null
    union all
    select 'payable', b.id, b.name, b.signed_on + 11, b.signed_on, b.last_day
      from booked b where b.payer = 'self' and b.signed_on is not null
    union all
    select 'reimbursement', b.id, b.name, over.due, (over.due - interval '2 months')::date, over.due
      from booked b, lateral (select (b.last_day + interval '4 months')::date as due) as over where b.payer = 'agefice'
    union all
    select 'report', null, null, april.due, april.due - 29, april.due + 31
      from private.settings s, lateral (select extract(year from deadlines.today)::integer as year) as this,
        lateral (select make_date(this.year, 4, 30) as due) as april
      where coalesce(s.reported_year, 0) < this.year - 1 and exists (select from public.reservation_dates d
        where d.confirmed and d.date between make_date(this.year - 1, 1, 1) and make_date(this.year - 1, 12, 31))
  )
  select d.step, d.id, d.name, d.due from dated d where deadlines.today between d.first and d.last
$$;

-- The dates come after what is wrong with the site; of many, the nearest ten.
alter function private.concerns() rename to site_concerns;
create function private.concerns() returns json
language sql stable set search_path = '' as $$
  select json_agg(one.detail order by one.place) from (
    select c.value as detail, c.ordinality as place from json_array_elements(private.site_concerns()) with ordinality as c
    union all
    (select json_build_object('kind', 'deadline', 'isUrgent', false, 'step', d.step, 'request', d.request, 'name', d.name,
        'due', d.due), 1000 + row_number() over (order by d.due, d.request)
      from private.deadlines(private.paris_day(now())) d order by d.due, d.request limit 10)) as one
$$;

create or replace function private.concern_names(concerns json) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(concat_ws(' ', c ->> 'kind', c ->> 'remote', c ->> 'release', c ->> 'outcome', c ->> 'host', c ->> 'folder',
      c ->> 'step', c ->> 'request'))
    from json_array_elements(concerns) as c;
$$;

-- As before, but a date that is near makes a mail once a week: nothing is wrong yet.
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
          where (is_morning or (c ->> 'isUrgent')::boolean)
            -- Two mornings are a little less than a day apart.
            and not exists (select from private.outbox o where o.kind = 'concerns' and o.told && private.concern_names(json_build_array(c))
                  and o.sent_at > at - case when (c ->> 'isUrgent')::boolean then interval '1 day'
                    when c ->> 'kind' = 'deadline' then interval '6 days 20 hours' else interval '20 hours' end)) then
    insert into private.outbox (kind) values ('concerns');
  end if;
end $$;

-- Answered once: who gets a forwarded link later changes no answer.
create or replace function public.manage_answer(secret text, answers json) returns json
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
  if not (private.managed_file_json(reservation) ->> 'mayAnswer')::boolean then
    perform private.refuse_action('This day has not come yet');
  end if;
  insert into private.day_files as f (ref, feedback, answered_at) values (request, answers::jsonb, now())
    on conflict (ref) do update set feedback = excluded.feedback, answered_at = excluded.answered_at, version = f.version + 1
      where f.answered_at is null;
  if not found then
    perform private.refuse_action('This questionnaire was answered');
  end if;
  perform private.add_event(request, 'visitor', 'visitor_answered');
  return private.managed_file_json(reservation);
end $$;

revoke all on all functions in schema private from public;
revoke all on function public.owner_training_year, public.owner_report_year from public, anon, authenticated;
grant execute on function public.owner_training_year, public.owner_report_year to authenticated, service_role;

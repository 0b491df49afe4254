-- What the owner is told names up to a hundred things of each kind in the space and ten in a mail, and counts the others: none is
-- left out without a word. A reimbursement that has time is told of in the space, and makes no mail go.

drop function private.concerns();

-- What needs the owner now, the most urgent first; null when all is well. Its parts are Concern in
-- functions/_shared/claimed-mail.ts. A number says where each stands: what is wrong with the site, days that may not be held (a
-- kind of their own, as an earlier space knows no other step), dates, and the count of what is left out. `most`: how many it
-- names of the days, of the dates, of the things to do after a day, and of requests that wait, so that none hides the other. A
-- signature names its paper once it is known who pays, and says whether that has not even gone out; a reimbursement names the
-- papers that it needs and is early while more than two months remain; a file and hours that are to be noted name all their days,
-- and an invoice that lacks its price asks for that price first. An invoice is a kind of its own, as an earlier space does not
-- know its step.
create function private.concerns(most integer default 10) returns json
language sql stable set search_path = '' as $$
  with unrequested as materialized (
    select e.*, row_number() over (order by e.days, e.request) as place from private.days_without_request() as e
  ), near as materialized (
    select d.*, row_number() over (partition by d.step in ('kept', 'file'),
        d.step = 'funding' and private.confirmed_days(d.request) = '{}' order by d.due, d.request) as place
      from private.deadlines(private.paris_day(now())) as d
  ), more as (
    select (select count(*) from unrequested e where e.place > most) + (select count(*) from near d where d.place > most) as count
  )
  select json_agg(one.detail order by one.place) from (
    select c.value::jsonb as detail, c.ordinality as place from json_array_elements(private.site_concerns()) with ordinality as c
    union all
    select jsonb_build_object('kind', 'express_request', 'isUrgent', false, 'request', e.request, 'name', e.name,
        'days', e.days, 'isContract', e.is_contract), 9000 + e.place
      from unrequested e where e.place <= most
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
          'isLate', case when d.step in ('funding', 'invoice') then d.due < private.paris_day(now())
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
-- that is near, for an invoice and for a day that may not be held, whatever the number of workers. It lists all there are. While
-- one waits, a further one would say the same. The count of others makes no mail go, nor does a reimbursement that has time.
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
                    when c ->> 'kind' in ('deadline', 'invoice', 'express_request') then interval '6 days 20 hours'
                    else interval '20 hours' end)) then
    insert into private.outbox (kind) values ('concerns');
  end if;
end $$;

-- `next` has all confirmed days to come: the space shows the first ones and counts the others. `only` names a request that waits
-- alone. `concerns` are as many as one reads in the space. `steps` that are open stay within reach once the owner has confirmed
-- or cancelled a reservation, which `answered` says.
create or replace function public.owner_today() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := private.owner_id(private.require_owner());
begin
  return json_build_object(
    'todo', private.count_todo(),
    'oldestAt', (select private.iso(least(
      (select min(c.created_at) from public.contacts c where c.handled_at is null and not (c.is_spam or c.unwanted)),
      (select min(r.created_at) from public.reservations r where r.status = 'nouvelle' and not (r.is_spam or r.unwanted))))),
    'only', (select case when count(*) = 1 then min(one.name) end from (
      (select concat_ws(' ', c.prenom, c.nom) as name from public.contacts c
        where c.handled_at is null and not (c.is_spam or c.unwanted) limit 2)
      union all
      (select r.name from public.reservations r
        where r.status = 'nouvelle' and not (r.is_spam or r.unwanted) limit 2)) as one),
    'givenUp', private.given_up_days(),
    'next', private.next_days(null),
    'concerns', (select coalesce(json_agg(c), '[]') from json_array_elements(private.concerns(100)) as c
      where c ->> 'kind' <> 'requests'),
    'steps', json_build_object(
      'days', (select r.version > 1 from private.opening_rule r),
      'agenda', exists (select from private.owner_feeds f where f.owner_id = owner),
      'request', private.count_all() > 0,
      'answered', exists (select from public.reservations r where r.status = 'confirmee' and not (r.is_spam or r.unwanted))
        or exists (select from public.reservations r where r.status = 'annulee' and not (r.is_spam or r.unwanted))));
end $$;

revoke all on function private.concerns(integer) from public;

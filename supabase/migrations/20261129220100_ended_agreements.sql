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

-- The signed agreement that an unsettled cancellation has ended, and what was confirmed until its visitor cancelled; nulls without
-- one. `is_own`: the owner has cancelled.
create function private.ended_agreement(reservation public.reservations,
  out at timestamptz, out is_own boolean, out agreement json, out days json)
language sql stable set search_path = '' as $$
  select ended.at, ended.action = 'cancelled', signed.agreement, ended.detail -> 'confirmed'
    from private.last_cancellation(reservation) as ended,
      lateral (select case when ended.action = 'visitor_cancelled' then ended.detail -> 'agreement'
        when private.was_confirmed(ended) then private.signed_agreement(reservation) end as agreement) as signed
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

-- What visitors ask for in place of confirmed days is named until it is answered, and counted once, in the space and in
-- the mail of the morning. And the history says which sums and days an action was about.

comment on column private.request_events.action is
  'entered, confirmed, changed_day, cancelled, called_off, reopened, verified, handled, unhandled, noted, told, seen, refunded, deposit, spam or filed; visitor_cancelled, visitor_asked, visitor_gave_up, visitor_wanted, visitor_filled or visitor_answered; receipt_refused; a step of private.follow_up_steps(), paper_sent or paper_signed, or one of these with _undone.';

-- Wishes without an answer, also once the day was held that they were to replace (`isLate`). `isTaken`: another
-- reservation is confirmed for the new day.
create function private.open_wishes() returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('request', json_build_object('id', r.id, 'name', r.name),
      'from', w.given, 'to', w.wanted, 'isLate', w.given < private.first_day_ahead(), 'isTaken', exists (select from public.reservation_dates d
        where d.date = w.wanted and d.confirmed and d.reservation_id <> r.id)) order by w.given, r.id), '[]')
    from (select * from public.reservations r where r.status = 'nouvelle' and not (r.is_spam or r.unwanted)
        and exists (select from public.reservation_dates d where d.reservation_id = r.id and d.confirmed) offset 0) as r,
      private.wishes_of(r.id) as w
$$;
revoke all on function private.open_wishes() from public;

create function private.named_in(wishes json) returns uuid[]
language sql immutable set search_path = '' as $$
  select array(select (w -> 'request' ->> 'id')::uuid from json_array_elements(wishes) as w)
$$;
revoke all on function private.named_in(json) from public;

-- `concerns` for a mail: of the requests that wait, each wish is a line, and the others are counted.
create function private.morning_concerns() returns json
language sql stable set search_path = '' as $$
  with wish as materialized (
    select private.open_wishes() as list
  ), late as (
    (select c.created_at, concat_ws(' ', c.prenom, c.nom) as name from public.contacts c
      where c.handled_at is null and not (c.is_spam or c.unwanted)
        and c.created_at < now() - (select s.todo_late from private.settings s)
      order by c.created_at limit 10000)
    union all
    (select r.created_at, r.name from public.reservations r, wish
      where r.status = 'nouvelle' and not (r.is_spam or r.unwanted) and r.id <> all (private.named_in(wish.list))
        and r.created_at < now() - (select s.todo_late from private.settings s)
      order by r.created_at limit 10000)
  )
  select json_agg(one.detail order by one.is_urgent desc, one.place, one.part) from (
    select 1 as place, w.ordinality as part, false as is_urgent, json_build_object('kind', 'wish', 'isUrgent', false,
        'request', w.value -> 'request' ->> 'id', 'name', w.value -> 'request' ->> 'name', 'from', w.value ->> 'from',
        'to', w.value ->> 'to', 'isLate', w.value -> 'isLate', 'isTaken', w.value -> 'isTaken') as detail
      from wish, json_array_elements(wish.list) with ordinality as w
    union all
    select 2, 1, false, json_build_object('kind', 'requests', 'isUrgent', false, 'count', count(*),
        'oldestAt', private.iso(min(late.created_at)), 'name', case count(*) when 1 then min(late.name) end)
      from late having count(*) > 0
    union all
    select 3, c.ordinality, (c.value ->> 'isUrgent')::boolean, c.value
      from json_array_elements(private.concerns(100)) with ordinality as c where c.value ->> 'kind' <> 'requests') as one
$$;
revoke all on function private.morning_concerns() from public;

create or replace function private.mail_detail(mail private.outbox) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when mail.kind = 'feedback' and private.awaits_feedback(mail.ref, mail.about) is not true then null
    when mail.kind in ('confirmation', 'cancellation') and private.is_told(mail) then null
    when mail.recipient_hash is not null then private.visitor_mail_detail(mail)
    else case mail.kind
      when 'contact' then private.request_json(mail.ref)
      when 'change' then private.change_detail(mail.ref)
      when 'digest' then private.digest_detail(mail.id)
      when 'concerns' then (
        select json_build_object('concerns', c.list) from (select private.morning_concerns() as list) c where c.list is not null)
      when 'code' then private.code_detail(mail.id)
      when 'welcome' then (select json_build_object('email', o.email) from private.owners o where o.id = mail.ref)
      else private.reservation_detail(mail.ref) end::jsonb end;
end $$;

-- `todo` counts all requests that wait; `oldestAt` and `only`, which names a request that waits alone, are about those
-- that `wishes` does not name. `next` has all confirmed days to come: the space shows the first ones and counts the
-- others. `concerns` are as many as one reads in the space. `steps` that are open stay within reach once the owner has
-- confirmed or cancelled a reservation, which `answered` says.
create or replace function public.owner_today() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := private.owner_id(private.require_owner());
  wishes constant json := private.open_wishes();
  named constant uuid[] := private.named_in(wishes);
begin
  return json_build_object(
    'todo', private.count_todo(),
    'oldestAt', (select private.iso(least(
      (select min(c.created_at) from public.contacts c where c.handled_at is null and not (c.is_spam or c.unwanted)),
      (select min(r.created_at) from public.reservations r where r.status = 'nouvelle' and not (r.is_spam or r.unwanted)
          and r.id <> all (named))))),
    'only', (select case when count(*) = 1 then min(one.name) end from (
      (select concat_ws(' ', c.prenom, c.nom) as name from public.contacts c
        where c.handled_at is null and not (c.is_spam or c.unwanted) limit 2)
      union all
      (select r.name from public.reservations r
        where r.status = 'nouvelle' and not (r.is_spam or r.unwanted)
          and r.id <> all (named) limit 2)) as one),
    'wishes', wishes,
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

-- Takes back a cancellation, and the mark as spam. The owner has judged it: nothing is left to verify.
create or replace function public.owner_reopen(id uuid, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  state record;
begin
  select * into state from private.lock_request(id, version);
  if not state.is_spam and state.status is distinct from 'annulee' then
    perform private.refuse_action('This request is open', 'is-open');
  end if;
  if state.kind = 'contact' then
    update public.contacts c set is_spam = false, unwanted = false, flagged = false where c.id = owner_reopen.id;
  else
    update public.reservations r set is_spam = false, unwanted = false, flagged = false, handled_at = null,
        status = case when r.status = 'annulee' then 'nouvelle' else r.status end
      where r.id = owner_reopen.id;
  end if;
  -- What would tell of the cancellation, if nobody has been told of it yet.
  delete from private.outbox o where o.ref = owner_reopen.id and o.kind = 'cancellation' and o.sent_at is null and o.attempts = 0;
  perform private.add_event(id, who, 'reopened', (select to_json(array_agg(d.date order by d.date))
    from public.reservation_dates d where d.reservation_id = owner_reopen.id and not d.declined and state.status = 'annulee'));
  return private.owned_request_json(id);
end $$;

-- What the end of a signed agreement gives back, as `balanceOf` of functions/_shared/content/deadlines.ts; all that has
-- come where the owner has cancelled. Null where only the owner knows it.
create function private.sum_to_return(reservation public.reservations) returns integer
language sql stable set search_path = '' as $$
  select nullif(greatest(one.came - coalesce(f.cancel_cents, case when reservation.status = 'annulee'
      and (ended.is_own or ended.agreement ->> 'refundUntil' is not null) then 0 end), 0), 0)
    from private.ended_agreement(reservation) as ended left join private.day_files f on f.ref = reservation.id,
      lateral (select (case when ended.agreement ->> 'paidOn' is not null then ended.agreement ->> 'paidCents'
        else ended.agreement ->> 'depositCents' end)::integer as came) as one
$$;
revoke all on function private.sum_to_return(public.reservations) from public;

-- The owner has read that days were given up, or has done what the end of a signed agreement asks for: a line of the
-- history, which takes it from what the space tells. `refunded_on`: the day on which the owner has given a sum back.
create or replace function public.owner_see_given_up(id uuid, version integer, refunded_on date default null) returns json
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
      case when refunded_on is not null then json_strip_nulls(json_build_object('days', array[refunded_on],
        'cents', (select private.sum_to_return(r) from public.reservations r where r.id = owner_see_given_up.id))) end);
  end if;
  return private.owned_request_json(id);
end $$;

-- No fact has a day to come, and a deposit none that the law forbids. A deposit is an event of its own.
create or replace function public.owner_change_day_file(id uuid, version integer, changes json) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  reservation public.reservations := private.lock_for_file(id);
  was constant private.day_files := private.lock_day_file(reservation, version);
  file private.day_files;
  is_deposit boolean;
begin
  perform private.change_day_file(was, changes::jsonb, array['address', 'siren', 'status',
    'payer', 'payerName', 'payerAddress', 'payerSiren', 'priorLevel', 'nextDays', 'priceCents', 'kept', 'results',
    'fundingFiledOn', 'fundingDroppedOn', 'depositOn', 'expressRequestOn', 'reimbursementAskedOn', 'followedCents',
    'cancelCents']);
  is_deposit := changes::jsonb ? 'depositOn';
  if not is_deposit or (select count(*) from json_object_keys(changes)) > 1 then
    perform private.add_event(id, who, 'filed');
  end if;
  reservation := private.follow_client(reservation, was, who);
  select f.* into strict file from private.day_files f where f.ref = was.ref;
  if greatest(file.funding_filed_on, file.funding_dropped_on, file.deposit_on, file.express_request_on,
      file.reimbursement_asked_on) > private.paris_day(now()) then
    perform private.refuse_action('This day has not come yet');
  end if;
  if file.deposit_on is distinct from was.deposit_on and file.deposit_on is not null then
    perform private.refuse_early_payment(reservation, file.deposit_on, false);
  end if;
  if is_deposit then
    perform private.add_event(id, who, case when file.deposit_on is null then 'deposit_undone' else 'deposit' end,
      case when file.deposit_on is not null then json_strip_nulls(json_build_object('days', array[file.deposit_on],
        'cents', file.deposit_cents)) end);
  end if;
  return private.owned_file_json(reservation);
end $$;

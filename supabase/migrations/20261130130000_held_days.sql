-- A day that was held stays held: no cancellation and no mark takes it out of the sums of its year, and its visitor is
-- asked about it and told of what is decided after it.

-- The first day whose hours are not over: today until their end, at midnight where the site has none.
create function private.first_day_ahead() returns date
language sql stable set search_path = '' as $$
  select private.paris_day(now()) + coalesce(
      (to_char(now() at time zone 'Europe/Paris', 'HH24:MI') >= right(s.day_hours, 5))::integer, 0)
    from private.settings s
$$;
revoke all on function private.first_day_ahead() from public;

-- Exactly these of its days; null: all. Confirmed days that are over stay confirmed. Where it does nothing but drop
-- days, the history says that they are called off.
create or replace function public.owner_confirm(id uuid, version integer, dates date[] default null,
  also_confirmed date[] default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  state record;
  wanted date[];
  already date[];
begin
  select * into state from private.lock_reservation(id, version);
  select array_agg(d.date order by d.date) filter (where dates is null or d.date = any (dates)
        or d.confirmed and d.date < private.first_day_ahead()),
      array_agg(d.date order by d.date) filter (where d.confirmed)
    into wanted, already from public.reservation_dates d where d.reservation_id = owner_confirm.id;
  if dates = '{}' then
    perform private.refuse_action('Name at least one day', 'no-day');
  end if;
  if exists (select from unnest(dates) as day where day is null or day <> all (coalesce(wanted, '{}'))) then
    perform private.refuse_action('This day is not one of the reservation''s', 'other-day');
  end if;
  if state.status <> 'confirmee' or already is distinct from wanted or state.is_spam then
    perform private.allow_taken(owner_confirm.id, also_confirmed);
    -- All at once, so that the refusal names every day.
    perform private.hold_days(owner_confirm.id, array(
      select day from unnest(wanted) as day where day <> all (coalesce(already, '{}'))));
    update public.reservation_dates d set confirmed = d.date = any (wanted) where d.reservation_id = owner_confirm.id;
    update public.reservations r set status = 'confirmee', handled_at = now(), is_spam = false, unwanted = false,
        flagged = r.flagged and not state.is_spam
      where r.id = owner_confirm.id;
    if already @> wanted and already <> wanted and not exists (select from private.request_events e
        where e.ref = owner_confirm.id and e.at = now() and e.action = 'called_off') then
      perform private.add_event(id, who, 'called_off', json_build_object(
        'days', array(select day from unnest(already) as day where day <> all (wanted))));
    end if;
    perform private.add_event(id, who, 'confirmed', to_json(coalesce(wanted, '{}')));
    -- A day in place of another one, as its visitor had asked, is a move: the two exchange their seats.
    update public.reservation_dates d set seat = other.seat
      from jsonb_each_text(private.left_days(owner_confirm.id)) as gone, public.reservation_dates other
      where d.reservation_id = owner_confirm.id and other.reservation_id = d.reservation_id
        and gone.key::date = any (already)
        and (d.date, other.date) in ((gone.key::date, gone.value::date), (gone.value::date, gone.key::date));
  end if;
  return private.owned_request_json(id);
end $$;

-- `reason`: what the mail to the visitor says about it in the owner's words; null for nothing. Days that are over stay
-- confirmed, as a confirmation of them alone leaves them, where something else is to be called off. Where nothing is,
-- there is nothing to cancel: an absence is noted in the file.
create or replace function public.owner_cancel(id uuid, version integer, reason text default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  tidy constant text := nullif(private.trimmed(replace(reason, E'\r\n', E'\n')), '');
  detail constant json := case when tidy is not null then json_build_object('reason', tidy) end;
  ahead constant date := private.first_day_ahead();
  state record;
  days date[];
  over date[];
begin
  select * into state from private.lock_reservation(id, version);
  days := private.confirmed_days(id);
  over := array(select day from unnest(days) as day where day < ahead);
  if over <> '{}' and not state.is_spam then
    if over = days and state.status <> 'nouvelle' then
      perform private.refuse_action('The days of this reservation are over', 'days-over');
    end if;
    if over <> days or detail is not null then
      perform private.add_event(id, who, 'called_off', json_strip_nulls(json_build_object('reason', tidy,
        'days', array(select day from unnest(days) as day where day >= ahead))));
    end if;
    return public.owner_confirm(id, version, over);
  end if;
  if state.status <> 'annulee' then
    update public.reservations r set status = 'annulee', handled_at = now() where r.id = owner_cancel.id;
    perform private.add_event(id, who, 'cancelled', detail);
  end if;
  return private.owned_request_json(id);
end $$;

-- Marks those of the requests that can be spam: what the owner has confirmed or cancelled is none, nor is a wish for
-- another day in place of a confirmed one. With `expected` null they are only counted; otherwise it happens only while
-- there are as many.
create or replace function public.owner_spam(ids uuid[], expected integer default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  found_ids uuid[];
begin
  perform from public.contacts c where c.id = any (ids) order by c.id for no key update;
  perform from public.reservations r where r.id = any (ids) order by r.id for no key update;
  select coalesce(array_agg(one.id), '{}') into found_ids from (
    select c.id from public.contacts c where c.id = any (ids) and not (c.is_spam or c.unwanted)
    union all
    select r.id from public.reservations r
      where r.id = any (ids) and not (r.is_spam or r.unwanted) and r.status = 'nouvelle'
        and private.confirmed_days(r.id) = '{}') as one;
  if expected is not null then
    if expected <> cardinality(found_ids) then
      perform private.refuse(409, 'CHANGED_SINCE', 'These requests have changed',
        json_build_object('count', cardinality(found_ids))::text);
    end if;
    update public.contacts c set is_spam = true where c.id = any (found_ids);
    update public.reservations r set is_spam = true where r.id = any (found_ids);
    perform private.add_event(found.id, who, 'spam') from unnest(found_ids) as found (id);
  end if;
  return json_build_object('count', cardinality(found_ids));
end $$;

-- Reminders that are due at that moment. Not of a day that the visitor was told of in these last days, nor of a file
-- that has gone to the fund, is not asked for after all, or whose payer is another one by now: of that file, a week
-- before it is due, not on its last day. It has one last day, that of the first training day: the later days of a
-- reservation have no mail of their own once an earlier one has, or still may. The questionnaire waits for the hours,
-- which tell who was absent, three days at most. What a limit withholds of it goes on one of the days after. It follows
-- the last day that was held, also where later ones are called off in the weeks after, as long as its mail is known.
create or replace function private.due_reminders(at timestamptz) returns table (ref uuid, kind text, about date)
language sql stable set search_path = '' as $$
  select d.reservation_id, due.kind, d.date
    from private.settings s, lateral (select private.paris_day(at) as day offset 0) as today,
      lateral (values ('reminder', 1, s.visitor_reminder_days), ('funding', 15, s.funding_reminder_days), ('feedback', -28, -1))
        as due (kind, nearest, farthest),
      public.reservation_dates d join public.reservations r on r.id = d.reservation_id
    where s.visitor_mails and extract(hour from at at time zone 'Europe/Paris') >= s.reminder_hour
      and d.confirmed
      and (due.kind <> 'funding' or r.is_agefice and exists (
          select from private.file_of(r) as f
            where f.payer = 'agefice' and f.funding_filed_on is null and f.funding_dropped_on is null)
        and not exists (select from public.reservation_dates e
          where e.reservation_id = r.id and e.confirmed and e.date < d.date and (e.date >= today.day + due.nearest
            or exists (select from private.outbox o where o.ref = r.id and o.kind = 'funding' and o.about = e.date))))
      and (due.kind <> 'feedback' or private.awaits_feedback(r.id, d.date) and (d.date <= today.day - 3
          or private.first_unkept(private.confirmed_days(r.id), (private.file_of(r)).kept) is null)
        and (d.date >= today.day - 5 or exists (select from private.request_events e
          where e.ref = r.id and e.action in ('confirmed', 'visitor_gave_up')
            and private.paris_day(e.at) between today.day - 5 and today.day - 1)))
      and d.date between today.day + due.nearest and today.day + due.farthest
      and not exists (select from private.outbox o where o.ref = r.id and o.kind = due.kind and o.about = d.date)
      and (due.kind = 'feedback' or not exists (select from private.request_events e
        where e.ref = r.id and e.action in ('confirmed', 'changed_day') and private.paris_day(e.at) >= d.date - due.farthest))
    order by d.date, d.reservation_id;
$$;

-- Whether the last mail has told of these days, the calendar has them, and nobody has asked for a mail since: a day
-- that was added and dropped within the minute is no news, while a wish is refused also where it was made before the
-- last mail went out. Nor are days news whose hours are all over, confirmed or cancelled, unless a wish for one to come
-- is refused.
create or replace function private.is_told(mail private.outbox) returns boolean
language sql stable set search_path = '' as $$
  select told.known || present.days <> '{}' and not exists (
        select from unnest(told.known || present.days || array(select w.value::date from jsonb_each_text(told.refused) as w)) as day
          where day >= private.first_day_ahead())
    or mail.kind = 'confirmation' and mail.entry is null and told.known @> present.days and told.known <@ present.days
      and told.refused = '{}' and not exists (
      select from private.request_events e where e.ref = mail.ref
        and (e.action = 'visitor_asked' or e.action = 'told' and e.detail ->> 'channel' = 'site')
        and e.at > coalesce((select max(o.sent_at) from private.outbox o
          where o.ref = mail.ref and o.kind in ('confirmation', 'cancellation')), '-infinity'))
    from private.known_days(mail.ref, mail.id) as told, private.confirmed_days(mail.ref) as present (days)
$$;

-- Gives up one day of several; to give up the last one is to cancel. Null when no link has this secret. `agreement` of
-- the event: the signed one, where it is for that day.
create or replace function public.manage_give_up_day(secret text, version integer, day date) returns json
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  request constant uuid := private.managed_by(secret);
  was public.reservations;
  was_confirmed boolean;
  is_answered boolean;
begin
  if request is null then
    return null;
  end if;
  was := private.lock_seen(request, manage_give_up_day.version);
  if private.may_give_up(was, manage_give_up_day.day) is not true then
    perform private.refuse_action('This day cannot be given up');
  end if;
  if not exists (select from public.reservation_dates d
      where d.reservation_id = request and d.date <> manage_give_up_day.day
        and (d.confirmed or was.status = 'nouvelle' and d.date >= private.first_day_ahead())) then
    perform private.cancel_managed(was);
    return private.managed_json(request);
  end if;
  delete from public.reservation_dates d where d.reservation_id = request and d.date = manage_give_up_day.day
    returning d.confirmed into was_confirmed;
  -- Nothing is left to answer once the day that was asked for in place of another is given up.
  is_answered := was.status = 'nouvelle' and not exists (select from public.reservation_dates d
    where d.reservation_id = request and not d.confirmed and d.date >= private.first_day_ahead());
  update public.reservations r set status = case when is_answered then 'confirmee' else r.status end,
      handled_at = case when is_answered then now() else r.handled_at end
    where r.id = request;
  perform private.note_change(was, 'visitor_gave_up', json_strip_nulls(json_build_object('day', manage_give_up_day.day,
    'wasConfirmed', was_confirmed, 'agreement', case when was_confirmed and exists (
      select from private.binding_agreements b where b.ref = request and manage_give_up_day.day = any (b.days))
      then private.signed_agreement(was) end)));
  -- The days that stay reserved, and the end of the other one for the visitor's calendar. After a wish that is
  -- withdrawn, the days that hold, unless that took the last mails that are left to the owner.
  if was.status = 'confirmee' or is_answered and (was_confirmed or private.may_tell(request, 'asked')) then
    perform private.queue_visitor_mail(request, 'confirmation', now());
  end if;
  return private.managed_json(request);
end $$;

-- One of several days may be of the signed agreement, and a later one not.
create or replace function private.given_up_days() returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('request', json_build_object('id', r.id, 'name', r.name), 'version', r.version,
      'days', given.days, 'agreement', given.agreement, 'isWithdrawal', given.is_withdrawal) order by given.last desc), '[]')
    from (
      select e.ref, max(e.id) as last, array_agg(distinct day.date order by day.date) as days,
          (array_agg(e.detail -> 'agreement' order by e.id desc) filter (where e.detail ->> 'agreement' is not null))[1] as agreement,
          bool_or(e.action = 'visitor_cancelled' and e.detail #>> '{agreement,withdrawalUntil}' is not null) as is_withdrawal
        from private.request_events e,
          lateral (select json_array_elements_text(case e.action when 'visitor_cancelled' then e.detail -> 'confirmed'
            else json_build_array(case when (e.detail ->> 'wasConfirmed')::boolean then e.detail ->> 'day' end) end)::date as date) as day
        where e.action in ('visitor_cancelled', 'visitor_gave_up')
          and e.at > now() - case when e.detail ->> 'agreement' is not null then interval '2 years' else interval '7 days' end
          and (day.date >= private.first_day_ahead() or e.detail ->> 'agreement' is not null)
          and day.date <> all (private.confirmed_days(e.ref)) and private.is_unseen(e)
        group by e.ref) as given join public.reservations r on r.id = given.ref
    where not (r.is_spam or r.unwanted)
$$;

-- A day that was held stays held: no cancellation and no mark takes it out of the sums of its year, and its visitor is
-- asked about it and told of what is decided after it.

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
  today constant date := private.paris_day(now());
  state record;
  days date[];
  over date[];
begin
  select * into state from private.lock_reservation(id, version);
  days := private.confirmed_days(id);
  over := array(select day from unnest(days) as day where day < today);
  if over <> '{}' and not state.is_spam then
    if over = days and state.status <> 'nouvelle' then
      perform private.refuse_action('The days of this reservation are over', 'days-over');
    end if;
    if detail is not null then
      perform private.add_event(id, who, 'called_off', detail);
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
-- that was added and dropped within the minute is no news. Nor are days that are all over, confirmed or cancelled,
-- unless a wish for one to come is refused.
create or replace function private.is_told(mail private.outbox) returns boolean
language sql stable set search_path = '' as $$
  select told.known || present.days <> '{}' and not exists (
        select from unnest(told.known || present.days || array(select w.value::date from jsonb_each_text(told.refused) as w)) as day
          where day >= private.paris_day(now()))
    or mail.kind = 'confirmation' and mail.entry is null and told.known @> present.days and told.known <@ present.days and not exists (
      select from private.request_events e where e.ref = mail.ref
        and (e.action = 'visitor_asked' or e.action = 'told' and e.detail ->> 'channel' = 'site')
        and e.at > coalesce((select max(o.sent_at) from private.outbox o
          where o.ref = mail.ref and o.kind in ('confirmation', 'cancellation')), '-infinity'))
    from private.known_days(mail.ref, mail.id) as told, private.confirmed_days(mail.ref) as present (days)
$$;

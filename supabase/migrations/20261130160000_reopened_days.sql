-- A reopened reservation waits for what its cancellation took: the days that were confirmed, and wishes for others.
-- What a confirmation had left out stays so until the owner ticks it. And a wish is told where the owner looks first.

comment on column public.reservation_dates.declined is
  'Of a cancelled or reopened reservation, a day that its confirmation had not kept: neither is about it.';

-- Days follow the status, also where it is changed by hand: confirmed without a confirmed day means all. A visitor who
-- asks for another day keeps the confirmed one until the owner has answered. Days that a confirmation did not keep stay
-- so after a cancellation, which ends only the confirmed ones, and once it is taken back.
create or replace function private.follow_status() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'nouvelle' and current_setting('site.managing', true) = new.id::text then
    return null;
  end if;
  if new.status <> 'confirmee' then
    update public.reservation_dates d
      set confirmed = false, declined = d.declined or old.status = 'confirmee' and not d.confirmed
      where d.reservation_id = new.id;
    return null;
  end if;
  if not exists (select from public.reservation_dates d where d.reservation_id = new.id and d.confirmed) then
    update public.reservation_dates d set confirmed = true where d.reservation_id = new.id;
  end if;
  update public.reservation_dates d set declined = false where d.reservation_id = new.id and d.declined;
  return null;
end $$;

-- Days that were confirmed and are no longer, each with the day that has replaced it, as its visitor had asked or by a
-- move of the owner's; null where a confirmation has dropped it. After a reopening, what had taken its place before the
-- cancellation.
create or replace function private.left_days(request uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  stand text[] := '{}';
  wishes jsonb := '{}';
  gone jsonb := '{}';
  event private.request_events;
begin
  for event in select * from private.request_events e where e.ref = request order by e.id loop
    if event.action = 'changed_day' or event.action = 'visitor_asked' and event.detail ->> 'from' <> all (stand) then
      gone := gone || (select coalesce(jsonb_object_agg(was.day, event.detail ->> 'to'), '{}')
          from (select g.key as day from jsonb_each_text(gone) as g where g.value = event.detail ->> 'from'
            union select day from unnest(stand) as day where day = event.detail ->> 'from') as was);
      stand := array_replace(stand, event.detail ->> 'from', event.detail ->> 'to');
    elsif event.action = 'confirmed' then
      gone := gone || (select coalesce(jsonb_object_agg(day, private.granted_day(wishes, day, event.detail)), '{}')
          from unnest(stand) as day where not event.detail::jsonb ? day);
      stand := array(select json_array_elements_text(event.detail));
    elsif event.action = 'visitor_gave_up' then
      stand := array_remove(stand, event.detail ->> 'day');
    elsif event.action = 'reopened' then
      stand := '{}';
    end if;
    gone := gone - stand;
    wishes := private.wishes_after(wishes, event);
  end loop;
  return gone;
end $$;

-- What a visitor asks for in place of confirmed days that stand, without an answer yet, also where a wish replaces an
-- earlier one, or where the owner has moved either.
create function private.wishes_of(request uuid) returns table (given date, wanted date)
language plpgsql stable set search_path = ''
as $$
declare
  wishes jsonb := '{}';
  event private.request_events;
begin
  for event in select * from private.request_events e where e.ref = request order by e.id loop
    wishes := private.wishes_after(wishes, event);
  end loop;
  return query select d.date, w.key::date from jsonb_each_text(wishes) as w
    join public.reservation_dates d on d.reservation_id = request and d.confirmed and d.date::text = w.value
    order by w.key;
end $$;
revoke all on function private.wishes_of(uuid) from public;

-- The confirmed day that a requested one is to replace; null without one.
create or replace function private.replaced_by(request uuid, day date) returns date
language sql stable set search_path = ''
as $$ select w.given from private.wishes_of(request) as w where w.wanted = day $$;

comment on function private.managed_json(uuid) is
  'What a link shows: nothing by which a person can be named or written to, since links are forwarded. `calendarId`: for
pages of earlier releases. `isAgefice`: whether AGEFICE is asked for still; `isFundingDropped`: whether it was, and is no longer.
`declined`: of a reservation that is cancelled, or reopened, a day that its confirmation had not kept. `wasConfirmed`
of a day: whether it was confirmed, and is no longer; `replacedBy`: the day that has taken its place, as its visitor had asked or
by the owner. `dropped`, `replaced`: days that the owner has cancelled, or that others have replaced, and that are none of `days` any
more. `insteadOf`: the confirmed day that a requested one is to replace. `askedFor`: the day that the visitor had asked for, in place
of a confirmed one. `agreement`: the one that is signed, or was when its visitor cancelled; `calledOff`: when the owner did.
`inAgreement`: whether it is also for that day; `calledOff` of a day: whether the owner has cancelled that day of it.
`newAgreement`: which one is to be signed in its place, while a day is confirmed. `isFundingSettled`: whether the complete file has gone to the fund, or the
fund is not asked after all. `isContract`: whether the agreement is a contrat; null while nobody has said who pays. `mayWithdraw`:
false where the agreement is a convention of a professional. `wasConfirmed`: whether the cancellation took a confirmed day;
`isOwnersCancellation`: whether it was the owner''s.';

-- Days of a confirmed reservation that are not confirmed are given up already, and so are those that were left out
-- until it was reopened.
create or replace function private.may_give_up(reservation public.reservations, day date) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.reservation_dates d
    where d.reservation_id = reservation.id and d.date = may_give_up.day and private.is_ahead(d)
      and (d.confirmed or reservation.status = 'nouvelle' and not d.declined))
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
        and (d.confirmed or was.status = 'nouvelle' and not d.declined and d.date >= private.first_day_ahead())) then
    perform private.cancel_managed(was);
    return private.managed_json(request);
  end if;
  delete from public.reservation_dates d where d.reservation_id = request and d.date = manage_give_up_day.day
    returning d.confirmed into was_confirmed;
  -- Nothing is left to answer once the day that was asked for in place of another is given up.
  is_answered := was.status = 'nouvelle' and not exists (select from public.reservation_dates d
    where d.reservation_id = request and not (d.confirmed or d.declined) and d.date >= private.first_day_ahead());
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

-- Asks for a day in place of one that may be given up. A confirmed day stays confirmed until the owner has answered.
-- The days that a confirmation did not keep leave the reservation: they would wait for an answer again, which nobody
-- has asked for.
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
  delete from public.reservation_dates d
    where d.reservation_id = request and not d.confirmed and (d.declined or was.status = 'confirmee');
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

-- The visitor can still answer the form's question, how many of several dates are wanted, or answer it otherwise, until
-- the owner has confirmed one. Null when no link has this secret.
create or replace function public.manage_want_days(secret text, version integer, days_wanted text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant uuid := private.managed_by(secret);
  was public.reservations;
begin
  if request is null then
    return null;
  end if;
  was := private.lock_managed(request, version);
  if was.status <> 'nouvelle' or coalesce(manage_want_days.days_wanted, '') not in ('one', 'all')
      or private.confirmed_days(request) <> '{}'
      or (select count(*) < 2 from public.reservation_dates d where d.reservation_id = request and not d.declined) then
    perform private.refuse_action('This reservation does not ask how many days are wanted');
  end if;
  update public.reservations r set days_wanted = manage_want_days.days_wanted where r.id = request;
  perform private.note_change(was, 'visitor_wanted', json_build_object('daysWanted', manage_want_days.days_wanted));
  return private.managed_json(request);
end $$;

-- Other requests that have a day of a reservation or wait for an answer about it, without those of robots and spam:
-- what they chose as their name must reach no mail. `status`: of that day.
create or replace function private.clashes(reservation uuid)
returns table (date date, id uuid, name text, status text, confirmed boolean, created_at timestamptz)
language sql stable set search_path = ''
as $$
  select mine.date, other.id, other.name, case when theirs.confirmed then 'confirmee' else other.status end, theirs.confirmed,
      other.created_at
    from public.reservation_dates mine
    join public.reservation_dates theirs on theirs.date = mine.date and theirs.reservation_id <> mine.reservation_id
    join public.reservations other on other.id = theirs.reservation_id
      and (theirs.confirmed or other.status = 'nouvelle' and not theirs.declined) and not (other.unwanted or other.is_spam)
    where mine.reservation_id = clashes.reservation;
$$;

-- What a mail to a visitor says, null where it no longer applies. Its parts are in VisitorMail. `asked` has the days
-- that wait for an answer, in `instead` the confirmed ones that they are to replace, in `kept` those that stay reserved
-- until then, and in `withdrawn` those that were given up meanwhile. `declined` has the requested days that a
-- confirmation leaves out; one that its visitor has replaced is none, nor one that waits for an answer, nor one that an
-- earlier mail has left out. `otherDays` counts them, for earlier programs. Days whose hours are over are neither asked
-- for nor cancelled.
create or replace function private.visitor_detail(kind text, request uuid, mail bigint) returns json
language sql stable set search_path = '' as $$
  with about as (
    select c.id, c.email, null as name, 'contact' as request, c.created_at, c.is_agefice, c.version, null as status
      from public.contacts c where c.id = visitor_detail.request
    union all
    select r.id, r.email, r.name, 'reservation', r.created_at, private.asks_agefice(r), r.version, r.status
      from public.reservations r where r.id = visitor_detail.request
  ), own as (
    select o.created_at, coalesce(o.about, (o.entry ->> 'day')::date) as about, o.entry from private.outbox o where o.id = mail
  ), day as (
    select d.date, d.confirmed, d.declined from public.reservation_dates d where d.reservation_id = visitor_detail.request
  ), known as (
    select k.day, k.became from private.known_days(visitor_detail.request, mail) as days,
      unnest(days.known, days.became) as k (day, became)
      where visitor_detail.kind in ('confirmation', 'cancellation', 'asked')
  ), told as (
    select d.date from day d where case visitor_detail.kind
      when 'receipt' then true
      when 'asked' then not (d.confirmed or d.declined) and d.date >= private.first_day_ahead()
      when 'confirmation' then d.confirmed
      when 'cancellation' then not d.declined and not exists (select from known)
      when 'calendar' then false
      else d.confirmed and d.date = (select own.about from own) end
    union
    -- A day that is over was not cancelled.
    select k.day from known k where visitor_detail.kind = 'cancellation' and k.day >= private.first_day_ahead()
    union
    select own.about from own where visitor_detail.kind = 'calendar' and own.about is not null
  ), withdrawn as (
    select k.day as date from known k where visitor_detail.kind in ('confirmation', 'asked')
      and k.day not in (select d.date from day d where d.confirmed)
  ), declined as (
    select d.date from day d, about a
      where visitor_detail.kind = 'confirmation' and a.status = 'confirmee' and not d.confirmed
        and d.date not in (select w.date from withdrawn w)
        and not private.is_refusal_told(visitor_detail.request, d.date)
        and coalesce((select (e.detail ->> 'to')::date = d.date from private.request_events e
          where e.ref = visitor_detail.request and e.action = 'visitor_asked'
            and d.date in ((e.detail ->> 'from')::date, (e.detail ->> 'to')::date) order by e.id desc limit 1), true)
  )
  select json_build_object('id', a.id, 'email', a.email, 'request', a.request,
      'name', case when visitor_detail.kind <> 'receipt' then private.greeting_name(a.name) end,
      'queuedAt', private.iso((select own.created_at from own)),
      'receivedAt', private.iso(a.created_at), 'isAgefice', a.is_agefice,
      'days', (select coalesce(json_agg(t.date order by t.date), '[]') from told t),
      'kept', (select coalesce(json_agg(d.date order by d.date), '[]') from day d
        where visitor_detail.kind = 'asked' and d.confirmed and d.date >= private.first_day_ahead()),
      'withdrawn', (select coalesce(json_agg(w.date order by w.date), '[]') from withdrawn w),
      'moved', (select coalesce(json_agg(json_build_object('from', k.day, 'to', k.became) order by k.became), '[]')
        from known k where k.became in (select t.date from told t) and k.day in (select w.date from withdrawn w)
          and visitor_detail.kind = 'confirmation'),
      'instead', (select coalesce(json_agg(json_build_object('from', i.replaced, 'to', i.date) order by i.date), '[]')
        from (select t.date, private.replaced_by(a.id, t.date) as replaced from told t where visitor_detail.kind = 'asked') as i
        where i.replaced is not null),
      'declined', (select coalesce(json_agg(x.date order by x.date), '[]') from declined x),
      'otherDays', (select count(*) from declined),
      'wereConfirmed', exists (select from known) and visitor_detail.kind = 'cancellation',
      'entry', (select json_build_object('method', own.entry -> 'method', 'day', own.entry -> 'day', 'sequence', a.version,
          'uid', private.entry_uid(a.id, own.entry ->> 'seat')) from own where own.entry is not null),
      'furtherEntries', (select greatest(count(*) - 1, 0) from private.entry_changes(a.id)))
    from about a, private.settings s, private.author_of(visitor_detail.request) author
    where s.visitor_mails and author.is_trusted and (visitor_detail.kind <> 'funding' or a.is_agefice)
      and case visitor_detail.kind when 'receipt' then a.status is null or a.status = 'nouvelle'
        when 'asked' then a.status = 'nouvelle' and exists (select from told)
        when 'cancellation' then a.status = 'annulee'
        else exists (select from told) end;
$$;

-- The days with a confirmed reservation, those that are asked for, and the holidays. Of a flood, the first 500
-- requests. A visitor who asks for another day in place of a confirmed one (`insteadOf`) asks for that alone.
create or replace function public.owner_agenda(first date, last date) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  if first is null or last is null or last - first > 400 then
    perform private.refuse(400, '22023', 'Name a first and a last day, a year apart at most');
  end if;
  return (with booked as (
    select d.date, json_agg(private.owned_reservation_json(r) order by r.created_at, r.id) as requests
      from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
      where d.confirmed and d.date between first and last group by d.date
  ), open as (
    select d.date, r.id, r.name, r.created_at
      from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
      where r.status = 'nouvelle' and not (d.confirmed or d.declined or r.is_spam or r.unwanted) and d.date between first and last
      order by d.date, r.created_at, r.id limit 500
  ), asked as (
    select o.date, json_agg(json_build_object('id', o.id, 'name', o.name, 'insteadOf', private.replaced_by(o.id, o.date)) order by o.created_at, o.id) as requests
      from open o group by o.date
  ), busy as (
    select c.day as date from private.own_calendar_days c where c.day between first and last
  )
  select coalesce(json_agg(json_build_object('date', date, 'requests', coalesce(b.requests, '[]'),
      'asked', coalesce(a.requests, '[]'), 'holiday', h.name, 'isBusy', o.date is not null) order by date), '[]')
    from booked b full join asked a using (date) full join private.named_holidays(first, last) h using (date)
      full join busy o using (date));
end $$;

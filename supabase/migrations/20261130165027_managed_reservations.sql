-- What visitors do with the link to their own reservation: look at it, cancel it, ask for another day. On the training
-- day and after it, a link shows the days that were held and changes none. Limits are counted per network and per
-- reservation.

create table private.manage_calls (
  id           bigint generated always as identity primary key,
  created_at   timestamptz not null default now(),
  address_hash text
);
create index manage_calls_by_address on private.manage_calls (address_hash, created_at desc);
create index manage_calls_newest on private.manage_calls (created_at);

comment on table private.manage_calls is
  'Counts the calls with a link that opens nothing, of each address and about the last day.';

create function private.set_video_link(address text) returns void
language sql security definer set search_path = '' as $$
  update private.settings set video_link = address where video_link is distinct from address;
$$;

-- What a link shows of a reservation. `isFundingAdded`: whether AGEFICE is asked for since its price was announced,
-- which is then that of the other plan.
create function private.managed_json(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select json_build_object('status', r.status, 'version', r.version, 'receivedAt', private.iso(r.created_at),
      'isAgefice', private.asks_agefice(r), 'isFundingDropped', r.is_agefice and not private.asks_agefice(r),
      'isFundingAdded', not r.is_agefice and private.asks_agefice(r),
      'isFundingSettled', coalesce(f.funding_filed_on, f.funding_dropped_on) is not null,
      'daysWanted', private.days_wanted(r), 'calendarId', private.calendar_id(r.id),
      'dayCents', private.announced_cents(r), 'priceCents', f.price_cents,
      'videoLink', (select s.video_link from private.settings s where exists (select from public.reservation_dates d
        where d.reservation_id = r.id and d.confirmed and d.date >= private.paris_day(now()))),
      'wasConfirmed', private.was_confirmed(ended), 'isOwnersCancellation', ended.action = 'cancelled',
      'agreement', case r.status when 'annulee' then ended.detail -> 'agreement' else private.signed_agreement(r) end,
      'calledOff', private.called_off(r),
      'newAgreement', case when private.confirmed_days(r.id) <> '{}' then private.new_agreement(r) end,
      'isContract', f.payer = 'self', 'mayWithdraw', coalesce(f.payer = 'self' or f.status = 'individual', true),
      'givenUp', private.days_given_up(r), 'dropped', former.dropped, 'replaced', former.replaced,
      'days', (select coalesce(json_agg(json_build_object('date', d.date, 'confirmed', d.confirmed, 'declined', d.declined,
            'wasConfirmed', not d.confirmed and gone.days ? d.date::text,
            'replacedBy', case when not d.confirmed then gone.days ->> d.date::text end,
            'uid', private.entry_uid(r.id, d.seat),
            'askedFor', case when d.confirmed then private.asked_for(r.id, d.date) end,
            'inAgreement', exists (select from private.binding_agreements b where b.ref = r.id and d.date = any (b.days)),
            'calledOff', r.status <> 'nouvelle' and gone.days -> d.date::text = 'null'
              and d.date = any (private.days_called_off(r)),
            'insteadOf', case when r.status = 'nouvelle' and not d.confirmed then private.replaced_by(r.id, d.date) end)
            order by d.date), '[]')
          from public.reservation_dates d where d.reservation_id = r.id))
    from public.reservations r, lateral private.last_cancellation(r) as ended, lateral private.file_of(r) as f,
      lateral (select private.left_days(r.id) as days offset 0) as gone, lateral (
        select coalesce(json_agg(json_build_object('date', g.key, 'isSigned', g.key::date = any (private.days_called_off(r)))
              order by g.key) filter (where g.value is null), '[]') as dropped,
            coalesce(json_agg(json_build_object('date', g.key, 'replacedBy', g.value)
              order by g.key) filter (where g.value is not null), '[]') as replaced
          from jsonb_each_text(gone.days) as g where not exists (
            select from public.reservation_dates d where d.reservation_id = r.id and d.date = g.key::date)) as former
    where r.id = reservation;
$$;
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

-- The reservation of a link until so many days after its last day, null when none has this secret, which counts for the
-- network of the caller. It refuses nothing itself: the refusal would undo the count. A network that has reached the
-- limit opens no link. `site.link_by_mail` tells the rest of the call whether a mail brought the link.
create function private.linked_to(secret text, days_after integer) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  rule private.settings;
  caller text;
  called integer;
  oldest timestamptz;
  link private.manage_links;
begin
  select * into strict rule from private.settings;
  caller := private.caller_hash(rule);
  perform pg_advisory_xact_lock(hashtextextended(caller, 5));
  select count(*), min(latest.created_at) into called, oldest
    from (select c.created_at from private.manage_calls c
          where c.address_hash = caller and c.created_at > now() - rule.address_window
          order by c.created_at desc limit rule.manage_per_address) as latest;
  if called >= rule.manage_per_address then
    perform private.refuse_submission('Too many calls from this address', oldest, rule.address_window);
  end if;
  select l.* into link from private.manage_links l join public.reservations r on r.id = l.ref
    where l.digest = sha256(convert_to(left(linked_to.secret, 200), 'UTF8')) and not (r.unwanted or r.is_spam)
      and private.last_day(r.id) + days_after >= private.paris_day(now());
  if link.ref is null then
    insert into private.manage_calls (address_hash) values (caller);
  end if;
  perform set_config('site.link_by_mail', (link.mail_id is not null)::text, true);
  return link.ref;
end $$;

-- The reservation of a link that changes it: until the last day.
create function private.managed_by(secret text) returns uuid
language sql volatile set search_path = ''
as $$ select private.linked_to(secret, 0) $$;

-- A link opens the file for four months after the last day, in which funds reimburse.
create function private.file_link(secret text) returns uuid
language sql volatile set search_path = ''
as $$ select private.linked_to(secret, 120) $$;

-- Locks a reservation before a change that frees days, which no number of other changes forbids: each frees one that is
-- left.
create function private.lock_seen(reservation uuid, seen integer) returns public.reservations
language plpgsql volatile set search_path = ''
as $$
declare
  locked public.reservations;
begin
  select r.* into locked from public.reservations r where r.id = reservation for no key update;
  if seen is distinct from locked.version then
    perform private.refuse(409, 'CHANGED_SINCE', 'This request has changed', private.managed_json(reservation)::text);
  end if;
  perform set_config('site.managing', reservation::text, true);
  return locked;
end $$;

create function private.lock_managed(reservation uuid, seen integer) returns public.reservations
language plpgsql volatile set search_path = ''
as $$
declare
  rule private.settings;
  changes timestamptz[];
begin
  perform from public.reservations r where r.id = reservation for no key update;
  select * into strict rule from private.settings;
  select array_agg(e.at order by e.at desc) into changes from private.request_events e
    where e.ref = reservation and e.who = 'visitor' and e.at > now() - interval '1 day';
  if private.wait_for(changes, rule.manage_changes_per_day, '1 day') > 0 then
    perform private.refuse_submission('Too many changes of this request', changes[rule.manage_changes_per_day], '1 day');
  end if;
  return private.lock_seen(reservation, seen);
end $$;
comment on function private.lock_managed(uuid, integer) is
  'Before a change that frees no day: so many a day. From here on, the rules of the forms (ten minutes, no confirmed day) do
not apply to the call.';

-- A line of the history, and one mail to the owner for changes that follow each other before it is sent: it tells of
-- the last one. Its row is waited for: a worker that takes it meanwhile may have read the request before the change.
-- The visitor has other days by mail, too.
create function private.note_change(reservation public.reservations, action text, detail json) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.add_event(reservation.id, 'visitor', action, detail);
  perform from private.outbox o where o.ref = reservation.id and o.kind = 'change' and o.attempts = 0
    and o.sent_at is null for update;
  if not found then
    perform private.queue_request('change', reservation.id, now(), reservation.flagged);
  end if;
  if action in ('visitor_asked', 'visitor_gave_up') then
    perform private.queue_asked(reservation.id);
  end if;
end $$;

-- Null when no link has this secret.
create function public.manage_request(secret text) returns json
language sql volatile security definer set search_path = ''
as $$
  select private.managed_json(linked) from private.file_link(secret) as linked
    where private.last_day(linked) >= private.paris_day(now()) or private.confirmed_days(linked) <> '{}'
$$;

-- A confirmed day can be changed until it comes, another one until its hours are over.
create function private.is_ahead(day public.reservation_dates) returns boolean
language sql stable set search_path = ''
as $$ select day.date >= greatest(private.first_day_ahead(), private.paris_day(now()) + day.confirmed::integer) $$;

-- Whether the owner has confirmed a day of it at some time, and so vouched for its address.
create function private.is_vouched(reservation uuid) returns boolean
language sql stable set search_path = ''
return exists (select from private.request_events e where e.ref = reservation and e.action = 'confirmed');

-- Whether the owner has vouched for the address of the request, or the present caller reads its mailbox.
create function private.is_reader_known(reservation uuid) returns boolean
language sql stable set search_path = ''
return private.is_vouched(reservation) or coalesce(current_setting('site.link_by_mail', true), '') = 'true';

-- Cancels a reservation until a confirmed day has come. The visitor has it by mail where the owner has vouched for the
-- address, also of a mere request where the caller reads its mailbox.
create function private.cancel_managed(was public.reservations) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  confirmed constant date[] := private.confirmed_days(was.id);
begin
  if exists (select from public.reservation_dates d
      where d.reservation_id = was.id and d.confirmed and not private.is_ahead(d)) then
    perform private.refuse_action('A day of this reservation has come');
  end if;
  update public.reservations r set status = 'annulee', handled_at = now() where r.id = was.id;
  perform private.note_change(was, 'visitor_cancelled', json_strip_nulls(
    json_build_object('confirmed', to_json(confirmed), 'agreement', private.signed_agreement(was))));
  if private.is_vouched(was.id) or private.is_reader_known(was.id) and private.may_tell(was.id, 'asked') then
    perform private.queue_visitor_mail(was.id, 'cancellation', now());
  end if;
end $$;

-- Null when no link has this secret.
create function public.manage_cancel(secret text, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant uuid := private.managed_by(secret);
  was public.reservations;
begin
  if request is null then
    return null;
  end if;
  was := private.lock_seen(request, version);
  if was.status <> 'annulee' then
    perform private.cancel_managed(was);
  end if;
  return private.managed_json(request);
end $$;

-- Days of a confirmed reservation that are not confirmed are given up already, and so are those that were left out
-- until it was reopened.
create function private.may_give_up(reservation public.reservations, day date) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.reservation_dates d
    where d.reservation_id = reservation.id and d.date = may_give_up.day and private.is_ahead(d)
      and (d.confirmed or reservation.status = 'nouvelle' and not d.declined))
$$;

-- Gives up one day of several; to give up the last one is to cancel. Null when no link has this secret. `agreement` of
-- the event: the signed one, where it is for that day.
create function public.manage_give_up_day(secret text, version integer, day date) returns json
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
create function public.manage_ask_day(secret text, version integer, from_day date, to_day date) returns json
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

-- The same rules as for the dates of the form.
create function private.admit_wish(reservation uuid, day date, is_further boolean) returns void
language plpgsql stable set search_path = ''
as $$
declare
  rule private.settings;
  today constant date := private.paris_day(now());
  dates constant date[] := array(select d.date from public.reservation_dates d where d.reservation_id = reservation);
begin
  select * into strict rule from private.settings;
  if day < today then
    perform private.refuse(400, 'DATE_PAST', 'A date is in the past', day::text);
  end if;
  if day > today + rule.days_ahead then
    perform private.refuse(400, 'DATE_TOO_FAR', 'A date is too far ahead', day::text);
  end if;
  if day = any (dates) then
    perform private.refuse_action('The reservation has this day already');
  end if;
  if (select private.is_closed(r, day) from private.opening_rule r) then
    perform private.refuse(400, 'DATE_CLOSED', 'A date is closed', day::text);
  end if;
  if is_further and cardinality(dates) >= rule.max_dates then
    perform private.refuse(400, 'TOO_MANY_DATES', 'Too many dates for one reservation', rule.max_dates::text);
  end if;
end $$;

-- The visitor can still answer the form's question, how many of several dates are wanted, or answer it otherwise, until
-- the owner has confirmed one. Null when no link has this secret.
create function public.manage_want_days(secret text, version integer, days_wanted text) returns json
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

-- The content of the owner's mail about the last change of days that the visitor has made: what was filled in is none.
-- Deadlines are reckoned from `at`. The agreement that a cancellation has ended has what came under it, until that is
-- noted as settled.
create function private.change_detail(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select (private.reservation_detail(reservation)::jsonb || jsonb_build_object('change', (
      select jsonb_build_object('action', e.action, 'at', private.iso(e.at)) || e.detail::jsonb
          || coalesce((select jsonb_build_object('agreement', ended.agreement)
            from public.reservations r, private.ended_agreement(r) as ended
            where r.id = e.ref and e.action = 'visitor_cancelled' and ended.agreement is not null and not ended.is_own), '{}')
        from private.request_events e
        where e.ref = reservation and e.who = 'visitor' and e.detail is not null order by e.id desc limit 1)))::json;
$$;

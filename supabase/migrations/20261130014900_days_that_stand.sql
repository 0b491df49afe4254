-- A day that its visitor wants to replace stays confirmed until the owner answers: what holds of a confirmed day holds
-- of it. Who signed an agreement that another price or payer replaces is told so.

-- Whether the visitor's own request for AGEFICE still stands: nobody else pays, and the owner has not noted that it is
-- dropped.
create function private.asks_agefice(reservation public.reservations) returns boolean
language sql stable set search_path = '' as $$
  select reservation.is_agefice and f.payer = 'agefice' and f.funding_dropped_on is null from private.file_of(reservation) as f
$$;
revoke execute on function private.asks_agefice(public.reservations) from public;

-- Which agreement is to be signed in place of the signed one: for `fewer` of its days, for `others`, at another `price`
-- (or tax), or of the other `kind`, as another payer signs another one; null for none. Its type is NewAgreement in
-- contract/src/day-papers.ts.
create or replace function private.new_agreement(reservation public.reservations) returns text
language sql stable set search_path = '' as $$
  select case when p.signed_on is null then
        case when p.sent_on is null and p.cents is null and p.replaces is not null then 'kind' end
      when not p.days @> c.days then 'others' when not p.days <@ c.days then 'fewer'
      when not exists (select from private.valid_papers v where v.ref = p.ref and v.paper = p.paper) then 'price' end
    from private.day_papers p, lateral (select private.confirmed_days(reservation.id) as days offset 0) as c
    where p.ref = reservation.id and p.paper = 'convention'
$$;

-- What the owner does, at the terminal too. An event that a dump brings back is older than its transaction. A day that
-- waits for an answer may be moved without a mail, a confirmed one never.
create or replace function private.tell_of_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind constant text := (
    select case when r.status = 'annulee' then 'cancellation'
      when r.status = 'confirmee' or (new.detail ->> 'to')::date = any (private.confirmed_days(r.id)) then 'confirmation' end
    from public.reservations r where r.id = new.ref);
begin
  if new.at = now() and kind is not null then
    perform private.queue_visitor_mail(new.ref, kind, now() + s.visitor_delay) from private.settings s;
  end if;
  return null;
end $$;

-- What a mail to a visitor says, null where it no longer applies. Its parts are in VisitorMail. `asked` has the days
-- that wait for an answer, in `instead` the confirmed ones that they are to replace, in `kept` those that stay reserved
-- until then, and in `withdrawn` those that were given up meanwhile. `declined` has the requested days that a
-- confirmation leaves out; one that its visitor has replaced is none, nor one that waits for an answer. `otherDays`
-- counts them, for earlier programs.
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
    select d.date, d.confirmed from public.reservation_dates d where d.reservation_id = visitor_detail.request
  ), known as (
    select k.day, k.became from private.known_days(visitor_detail.request, mail) as days,
      unnest(days.known, days.became) as k (day, became)
      where visitor_detail.kind in ('confirmation', 'cancellation', 'asked')
  ), told as (
    select d.date from day d where case visitor_detail.kind
      when 'receipt' then true
      when 'asked' then not d.confirmed and d.date >= private.paris_day(now())
      when 'confirmation' then d.confirmed
      when 'cancellation' then not exists (select from known)
      when 'calendar' then false
      else d.confirmed and d.date = (select own.about from own) end
    union
    -- A day that is over was not cancelled.
    select k.day from known k where visitor_detail.kind = 'cancellation' and k.day >= private.paris_day(now())
    union
    select own.about from own where visitor_detail.kind = 'calendar' and own.about is not null
  ), withdrawn as (
    select k.day as date from known k where visitor_detail.kind in ('confirmation', 'asked')
      and k.day not in (select d.date from day d where d.confirmed)
  ), declined as (
    select d.date from day d, about a
      where visitor_detail.kind = 'confirmation' and a.status = 'confirmee' and not d.confirmed
        and d.date not in (select w.date from withdrawn w)
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
        where visitor_detail.kind = 'asked' and d.confirmed and d.date >= private.paris_day(now())),
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
      'hasMoreEntries', (select count(*) > 1 from private.entry_changes(a.id)))
    from about a, private.settings s, private.author_of(visitor_detail.request) author
    where s.visitor_mails and author.is_trusted and (visitor_detail.kind <> 'funding' or a.is_agefice)
      and case visitor_detail.kind when 'receipt' then a.status is null or a.status = 'nouvelle'
        when 'asked' then a.status = 'nouvelle' and exists (select from told)
        when 'cancellation' then a.status = 'annulee'
        else exists (select from told) end;
$$;

-- Reminders that are due at that moment. Not of a day that the visitor was told of in these last days, nor of a file
-- that has gone to the fund, is not asked for after all, or whose payer is another one by now: of that file, a week
-- before it is due, not on its last day. It has one last day, that of the first training day: the later days of a
-- reservation have no mail of their own once an earlier one has, or still may. The questionnaire waits for the hours,
-- which tell who was absent, three days at most. What a limit withholds of it goes on one of the days after.
create or replace function private.due_reminders(at timestamptz) returns table (ref uuid, kind text, about date)
language sql stable set search_path = '' as $$
  select d.reservation_id, due.kind, d.date
    from private.settings s,
      lateral (values ('reminder', 1, s.visitor_reminder_days), ('funding', 15, s.funding_reminder_days), ('feedback', -5, -1))
        as due (kind, nearest, farthest),
      public.reservation_dates d join public.reservations r on r.id = d.reservation_id
    where s.visitor_mails and extract(hour from at at time zone 'Europe/Paris') >= s.reminder_hour
      and d.confirmed
      and (due.kind <> 'funding' or r.is_agefice and exists (
          select from private.file_of(r) as f
            where f.payer = 'agefice' and f.funding_filed_on is null and f.funding_dropped_on is null)
        and not exists (select from public.reservation_dates e
          where e.reservation_id = r.id and e.confirmed and e.date < d.date and (e.date >= private.paris_day(at) + due.nearest
            or exists (select from private.outbox o where o.ref = r.id and o.kind = 'funding' and o.about = e.date))))
      and (due.kind <> 'feedback' or private.awaits_feedback(r.id, d.date) and (d.date <= private.paris_day(at) - 3
        or private.first_unkept(private.confirmed_days(r.id), (private.file_of(r)).kept) is null))
      and d.date between private.paris_day(at) + due.nearest and private.paris_day(at) + due.farthest
      and not exists (select from private.outbox o where o.ref = r.id and o.kind = due.kind and o.about = d.date)
      and not exists (select from private.request_events e where e.ref = r.id and e.action in ('confirmed', 'changed_day')
        and private.paris_day(e.at) >= d.date - due.farthest)
    order by d.date, d.reservation_id;
$$;

create or replace function private.managed_json(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select json_build_object('status', r.status, 'version', r.version, 'receivedAt', private.iso(r.created_at),
      'isAgefice', private.asks_agefice(r), 'isFundingSettled', coalesce(f.funding_filed_on, f.funding_dropped_on) is not null,
      'daysWanted', private.days_wanted(r), 'calendarId', private.calendar_id(r.id),
      'dayCents', private.announced_cents(r),
      'priceCents', f.price_cents,
      'videoLink', (select s.video_link from private.settings s where exists (select from public.reservation_dates d
        where d.reservation_id = r.id and d.confirmed and d.date >= private.paris_day(now()))),
      'wasConfirmed', private.was_confirmed(ended), 'isOwnersCancellation', ended.action = 'cancelled',
      'agreement', case r.status when 'annulee' then ended.detail -> 'agreement' else private.signed_agreement(r) end,
      'calledOff', private.called_off(r),
      'newAgreement', case when r.status <> 'annulee' then private.new_agreement(r) end,
      'isContract', f.payer = 'self',
      'givenUp', private.days_given_up(r),
      'days', (select coalesce(json_agg(json_build_object('date', d.date, 'confirmed', d.confirmed,
          'declined', d.declined, 'wasConfirmed', not d.confirmed and exists (select from private.request_events e
            where e.ref = r.id and e.action = 'confirmed' and e.detail::jsonb ? to_char(d.date, 'YYYY-MM-DD')),
          'uid', private.entry_uid(r.id, d.seat),
          'askedFor', case when d.confirmed then private.asked_for(r.id, d.date) end,
          'inAgreement', exists (select from private.day_papers p
            where p.ref = r.id and p.paper = 'convention' and p.signed_on is not null and d.date = any (p.days)),
          'calledOff', r.status = 'confirmee' and d.date = any (private.days_called_off(r)),
          'insteadOf', case when r.status = 'nouvelle' and not d.confirmed then private.replaced_by(r.id, d.date) end)
          order by d.date), '[]')
               from public.reservation_dates d where d.reservation_id = r.id))
    from public.reservations r, lateral private.last_cancellation(r) as ended, lateral private.file_of(r) as f
    where r.id = reservation;
$$;
comment on function private.managed_json(uuid) is
  'What a link shows: nothing by which a person can be named or written to, since links are forwarded. `calendarId`: for
pages of earlier releases. `isAgefice`: whether AGEFICE is asked for still. `declined`: of a cancelled reservation, a day that its
confirmation had not kept. `wasConfirmed` of a day: whether it was confirmed, and is no longer. `insteadOf`: the confirmed day that
a requested one is to replace. `askedFor`: the day that the visitor had asked for, in place of a confirmed one. `agreement`: the one
that is signed, or was when its visitor cancelled; `calledOff`: when the owner did. `inAgreement`: whether it is also for that day;
`calledOff` of a day: whether the owner has cancelled that day of it. `newAgreement`: which one is to be signed in its place.
`isFundingSettled`: whether the complete file has gone to the fund, or the fund is not asked after all. `isContract`: whether the
agreement is a contrat; null while nobody has said who pays. `wasConfirmed`: whether the cancellation took a confirmed day;
`isOwnersCancellation`: whether it was the owner''s.';

-- Notes the day of a step; null takes it back. A convention is marked like in its file: complete, and with what it
-- says. Of a cancelled reservation whose agreement was signed, a payment still is: the conditions may ask for one.
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
  if private.confirmed_days(id) = '{}'
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

-- A request with its history and mails, other open requests for its days and others of the same person. Null when there
-- is none. `tellsVisitor`: whether the person gets a mail when the owner confirms or cancels now. `price`: of a day as
-- it was announced, and what was agreed on. `agreedDays`: of the signed agreement, valid or not. `calledOffDays`: those
-- that the owner has cancelled. `videoLink`: the address that mails tell of. The history names an owner only where
-- another one could have acted.
create or replace function public.owner_request(id uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  only_owner constant text := case when (select count(*) from private.owners) = 1 then private.require_owner() end;
begin
  perform private.require_owner();
  return (select json_build_object('request', one.value,
      'tellsVisitor', private.may_tell(owner_request.id, 'confirmation'),
      'price', (
        select json_build_object('dayCents', private.announced_cents(r), 'priceCents', f.price_cents)
          from public.reservations r, lateral private.file_of(r) as f where r.id = owner_request.id),
      'agreedDays', (
        select p.days from private.day_papers p
          where p.ref = owner_request.id and p.paper = 'convention' and p.signed_on is not null),
      'calledOffDays', (
        select private.days_called_off(r) from public.reservations r where r.id = owner_request.id and r.status <> 'annulee'),
      'videoLink', (select s.video_link from private.settings s),
      'history', (
        select json_agg(json_build_object('at', private.iso(e.at), 'who', nullif(e.who, only_owner), 'action', e.action, 'detail', e.detail)
                        order by e.id)
        from (select 0::bigint as id, (one.value ->> 'receivedAt')::timestamptz as at, null as who,
                'received' as action, null::json as detail
              where not exists (
                select from private.request_events h where h.ref = owner_request.id and h.action = 'entered')
              union all
              select h.id, h.at, h.who, h.action, h.detail from private.request_events h where h.ref = owner_request.id) as e),
      'mails', (
        select coalesce(json_agg(json_build_object('kind', o.kind, 'sentAt', private.iso(o.sent_at),
          'failedAt', private.iso(o.given_up_at)) order by o.id), '[]')
        from private.outbox o where o.ref = owner_request.id),
      'others', private.other_requests(owner_request.id, one.value ->> 'email'),
      'clashes', (
        select coalesce(json_agg(json_build_object('date', c.date, 'id', c.id, 'name', c.name, 'isConfirmed', c.confirmed)
                                 order by c.date, c.created_at), '[]')
        from (select * from private.clashes(owner_request.id) c order by c.date, c.created_at limit 50) as c))
    from (select private.owned_request_json(owner_request.id) as value) as one where one.value is not null);
end $$;

-- The owner has told the person about the confirmed days, or about a cancellation, in an app of their own. Only by
-- `site`, the site itself confirms the days again.
create or replace function public.owner_tell(id uuid, version integer, channel text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  state record;
  days date[];
begin
  if channel is null or channel not in ('email', 'sms', 'whatsapp', 'site') then
    perform private.refuse(400, '22023', 'There is no such channel');
  end if;
  select * into state from private.lock_reservation(id, version);
  select array_agg(d.date order by d.date) into days
    from public.reservation_dates d where d.reservation_id = owner_tell.id and d.confirmed;
  if state.is_spam or days is null and (state.status <> 'annulee' or channel = 'site') then
    perform private.refuse_action('This reservation is not confirmed', 'not-confirmed');
  end if;
  if channel in ('sms', 'whatsapp') and (select r.phone from public.reservations r where r.id = owner_tell.id) is null then
    perform private.refuse_action('This person has left no telephone number', 'no-phone');
  end if;
  if channel = 'site' then
    -- Calendars take the entry for a newer one.
    update public.reservations r set version = r.version where r.id = owner_tell.id;
    perform private.queue_visitor_mail(owner_tell.id, 'confirmation', now());
    if not exists (select from private.outbox o where o.ref = owner_tell.id and o.kind = 'confirmation'
        and o.sent_at is null and o.given_up_at is null) then
      perform private.refuse_action('The site may not write to this person now', 'no-mail');
    end if;
  end if;
  perform private.add_event(id, who, 'told', json_build_object('channel', channel, 'days', days));
  return private.owned_request_json(id);
end $$;

-- What mails to visitors say: each kind has a function of its own for what it has alone.

-- The days that the visitor knew as reserved before that mail, and in the same places what these have become since, by
-- a move or as a wish was granted. `refused`: wishes that were not, by the day that they were to replace. The history
-- until the mail was queued, or until the last mail that was sent: one may have been withheld. A day that the visitor
-- has given up is known as reserved until a mail has told of it.
create function private.known_days(request uuid, mail bigint, out known date[], out became date[], out refused jsonb)
language plpgsql stable set search_path = ''
as $$
declare
  queued_at constant timestamptz := (select o.created_at from private.outbox o where o.id = mail);
  told_at constant timestamptz := (select max(o.sent_at) from private.outbox o
    where o.ref = request and o.kind in ('confirmation', 'cancellation'));
  wishes jsonb := '{}';
  event private.request_events;
  is_told boolean;
begin
  known := '{}';
  became := '{}';
  refused := '{}';
  for event in select * from private.request_events e where e.ref = request order by e.id loop
    is_told := event.at < queued_at and event.at <= coalesce(told_at, 'infinity');
    if event.action = 'changed_day' then
      became := array_replace(became, (event.detail ->> 'from')::date, (event.detail ->> 'to')::date);
    elsif event.action = 'confirmed' then
      refused := case when is_told then '{}' else (select coalesce(jsonb_object_agg(w.given, w.wanted), '{}')
        from (select * from jsonb_each_text(refused) as earlier (given, wanted)
          union all select w.value, w.key from jsonb_each_text(wishes) as w) as w
        where event.detail::jsonb ? w.given and not event.detail::jsonb ? w.wanted) end;
      became := case when is_told then array(select day::date from json_array_elements_text(event.detail) as day)
        else array(select case when event.detail::jsonb ? day.text then day.text
              else coalesce(private.granted_day(wishes, day.text, event.detail), day.text) end::date
            from unnest(became::text[]) with ordinality as day (text, place) order by day.place) end;
    elsif is_told and event.action = 'visitor_gave_up' then
      became := array_remove(became, (event.detail ->> 'day')::date);
    elsif is_told and event.action in ('cancelled', 'reopened') then
      became := '{}';
    end if;
    refused := refused - coalesce(event.detail ->> 'from', event.detail ->> 'day', '');
    wishes := private.wishes_after(wishes, event);
    if is_told then
      known := became;
    end if;
  end loop;
end $$;

-- Up to eight words of Latin letters, some of which may be initials. Anybody can type a text with somebody else's
-- address, and the owner may confirm it without reading it twice: nothing in it reads as an address of a site.
create function private.greeting_name(name text) returns text
language sql immutable set search_path = ''
return (select case when length(plain) <= 60 and plain ~ ('^' || word || '(?: ' || word || '){0,7}$') then plain end
  from (select regexp_replace(private.trimmed(normalize(name)), '[ \u00a0\u202f]+', ' ', 'g') as plain,
    replace('(?:(?:L[.]){1,3}|L+)(?:[''ʼ’\u2010\u2011-](?:L[.]|L+)){0,3}', 'L',
      '(?:[A-Za-zÀ-ÖØ-öø-ɏ\u1e00-\u1eff\u2c60-\u2c7f\ua722-\ua787][\u0300-\u036f]{0,2})') as word) as read);

-- How a receipt greets, which goes to whatever address was typed: by the name that this address has itself, so that it
-- brings nobody another's text. It has the whole name or none, as later mails do. What follows a plus does not belong
-- to the mailbox.
create function private.receipt_name(request uuid) returns text
language sql stable set search_path = '' as $$
  select case when bool_and(private.fold(w.word) = any (
        regexp_split_to_array(private.fold(substring(person.email from '^[^+@]+')), '[^a-z]+')))
      then string_agg(w.word, ' ' order by w.place) end
    from (select r.name, r.email from public.reservations r where r.id = request
          union all select c.prenom || ' ' || c.nom, c.email from public.contacts c where c.id = request) as person,
      regexp_split_to_table(private.greeting_name(person.name), ' ') with ordinality as w (word, place)
$$;

-- Whether a mail has gone out since a confirmation left that day out, and nobody has asked for it again.
create function private.is_refusal_told(request uuid, day date) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.request_events e
    where e.ref = request and e.action = 'confirmed' and not e.detail::jsonb ? day::text
      and e.at < (select max(o.sent_at) from private.outbox o
        where o.ref = request and o.kind in ('confirmation', 'cancellation'))
      and not exists (select from private.request_events later where later.ref = request and later.id > e.id
        and (later.action = 'reopened' or later.detail ->> 'to' = day::text
          or later.action = 'confirmed' and later.detail::jsonb ? day::text)))
$$;

-- What a mail to a visitor says, null where it no longer applies. Its parts are in VisitorMail. `asked` has the days
-- that wait for an answer, in `instead` the confirmed ones that they are to replace, in `kept` those that stay reserved
-- until then, and in `withdrawn` those that were given up meanwhile. `declined` has the requested days that a
-- confirmation leaves out; one that its visitor has replaced is none, nor one that waits for an answer, nor one that an
-- earlier mail has left out. `otherDays` counts them, for earlier programs. Days whose hours are over are neither asked
-- for nor cancelled.
create function private.visitor_detail(kind text, request uuid, mail bigint) returns json
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

-- `agreement`: the one that was signed. `newAgreement`: which is to be signed in its place. `calledOffDays`: those of
-- its days that the owner has cancelled; `leftDays`: those that the visitor has given up, `givenUpDays` with others.
create function private.agreement_detail(reservation public.reservations) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('agreement', private.signed_agreement(reservation), 'newAgreement', private.new_agreement(reservation),
      'isContract', (private.file_of(reservation)).payer = 'self', 'calledOffDays', private.days_called_off(reservation),
      'givenUpDays', coalesce(jsonb_agg(distinct given.day), '[]'),
      'leftDays', coalesce(jsonb_agg(distinct given.day) filter (where given.day = any (b.days)), '[]'))
    from (select (e.detail ->> 'day')::date as day from private.request_events e
        where e.ref = reservation.id and e.action = 'visitor_gave_up') as given
      left join private.binding_agreements b on b.ref = reservation.id
$$;

-- `lacks`: the facts that its visitor can still give for the agreement, none once it has gone out. `asked`: the days
-- that the owner has put in place of those that the visitor had asked for, until a mail has told of them. `refused`:
-- the days that it leaves out, and in `from` those that they were to replace. `reason`: what the owner writes about
-- days that it has called off, until a mail has told of it.
create function private.confirmation_detail(reservation public.reservations, mail bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('lacks', case when coalesce(reservation.convention_sent_on, reservation.convention_signed_on) is null
        then private.paper_lacks(private.file_of(reservation), 'convention') end,
      'asked', (select coalesce(jsonb_agg(jsonb_build_object('from', wish.day, 'to', d.date) order by d.date), '[]')
        from public.reservation_dates d, private.asked_for(reservation.id, d.date) as wish (day)
        where d.reservation_id = reservation.id and d.confirmed and wish.day is not null and d.date <> all (told.known)),
      'refused', (select coalesce(jsonb_agg(jsonb_build_object('from', w.key, 'to', w.value) order by w.key), '[]')
        from jsonb_each_text(told.refused) as w),
      'reason', (select e.detail ->> 'reason' from private.request_events e
        where e.ref = reservation.id and e.action = 'called_off'
          and e.at > coalesce((select max(o.sent_at) from private.outbox o
            where o.ref = e.ref and o.kind in ('confirmation', 'cancellation')), '-infinity')
          and not exists (select from private.request_events later where later.ref = e.ref and later.at > e.at
            and later.action in ('confirmed', 'cancelled', 'visitor_cancelled'))
        order by e.id desc limit 1))
    from private.known_days(reservation.id, mail) as told
$$;

-- What a mail says of a cancellation: of the owner's, what the owner writes about it, and the signed agreement that it
-- ends in `calledOff`. Of the visitor's, the days that were confirmed, also where no mail had told of them yet, and the
-- signed agreement, also of a reopened reservation. `isForDays`: whether that is for one of its days, as they may have
-- moved since.
create function private.cancellation_detail(reservation public.reservations) returns jsonb
language sql stable set search_path = '' as $$
  select case ended.action
      when 'cancelled' then jsonb_build_object('reason', ended.detail ->> 'reason', 'calledOff', private.called_off(reservation))
      else jsonb_build_object('wereConfirmed', private.was_confirmed(ended), 'agreement', ended.detail -> 'agreement',
          'isForDays', exists (select from private.binding_agreements b where b.ref = reservation.id and b.days && left_then.days))
        || case when private.was_confirmed(ended) then jsonb_build_object('days', ended.detail -> 'confirmed') else '{}' end end
    from private.last_cancellation(reservation) as ended, lateral (select case when private.was_confirmed(ended)
        then array(select day::date from json_array_elements_text(ended.detail -> 'confirmed') as day)
        else array(select d.date from public.reservation_dates d
          where d.reservation_id = reservation.id and not d.declined) end) as left_then (days)
    where ended.action = 'cancelled' or private.was_confirmed(ended) or ended.detail -> 'agreement' is not null
$$;

-- The detail of a mail to a visitor, with the price that was announced, or that the owner has agreed with the visitor
-- since. `isFundingSettled`: whether the complete file has gone to the fund, or the fund is not asked after all.
-- `isFundingDropped`: whether AGEFICE was asked for and is no longer; `isFundingAdded`: whether it is asked for since
-- that price was announced. `wished`: the day that its visitor asks for in place of that of a reminder, without an
-- answer yet.
create function private.visitor_mail_detail(mail private.outbox) returns jsonb
language sql stable set search_path = '' as $$
  select private.visitor_detail(case mail.kind when 'link' then 'receipt' else mail.kind end, mail.ref, mail.id)::jsonb
      || case when mail.kind in ('receipt', 'link') then jsonb_build_object('name', private.receipt_name(mail.ref)) else '{}' end
      || coalesce((
        select jsonb_build_object('dayCents', private.announced_cents(r), 'priceCents', f.price_cents,
            'daysWanted', private.days_wanted(r), 'status', f.status,
            'isFundingSettled', coalesce(f.funding_filed_on, f.funding_dropped_on) is not null,
            'isFundingDropped', r.is_agefice and not private.asks_agefice(r),
            'isFundingAdded', not r.is_agefice and private.asks_agefice(r),
            'wished', case when mail.kind in ('reminder', 'funding') and r.status = 'nouvelle' then (
              select min(d.date) from public.reservation_dates d where d.reservation_id = r.id and not d.confirmed
                and d.date >= private.paris_day(now()) and private.replaced_by(r.id, d.date) = mail.about) end)
          || case mail.kind
            when 'confirmation' then private.agreement_detail(r) || private.confirmation_detail(r, mail.id)
            when 'asked' then private.agreement_detail(r)
            when 'reminder' then private.agreement_detail(r)
            when 'cancellation' then coalesce(private.cancellation_detail(r), '{}')
            else '{}' end
          from public.reservations r, private.file_of(r) as f where r.id = mail.ref), '{}')
$$;

-- Whether the last mail has told of these days, the calendar has them, and nobody has asked for a mail since: a day
-- that was added and dropped within the minute is no news, while a wish is refused also where it was made before the
-- last mail went out. Nor are days news whose hours are all over, confirmed or cancelled, unless a wish for one to come
-- is refused.
create function private.is_told(mail private.outbox) returns boolean
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

-- A day that takes the place of another one is known as such, whoever has moved it.

drop trigger exchange_seats on public.reservation_dates;
drop function private.exchange_seats();

-- The days that a visitor asks for in place of others, each with the one that it is to replace, after another event. A
-- wish in place of an earlier one replaces the day that the earlier one was to replace.
create or replace function private.wishes_after(wishes jsonb, event private.request_events) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(
      case when event.action in ('changed_day', 'visitor_asked') and w.wanted = event.detail ->> 'from'
        then event.detail ->> 'to' else w.wanted end,
      case when event.action = 'changed_day' and w.given = event.detail ->> 'from' then event.detail ->> 'to' else w.given end), '{}')
    from (select * from jsonb_each_text(wishes) as earlier (wanted, given)
      union all
      select event.detail ->> 'to', event.detail ->> 'from' where event.action = 'visitor_asked'
        and not wishes ? (event.detail ->> 'from')) as w
    where event.action <> 'confirmed'
      and (event.action <> 'visitor_gave_up' or event.detail ->> 'day' not in (w.given, w.wanted))
$$;

-- The confirmed day that a requested one is to replace, also where it replaces an earlier wish for that, or where the
-- owner has moved either; null without one.
create or replace function private.replaced_by(request uuid, day date) returns date
language plpgsql stable set search_path = ''
as $$
declare
  wishes jsonb := '{}';
  event private.request_events;
begin
  for event in select * from private.request_events e where e.ref = request order by e.id loop
    wishes := private.wishes_after(wishes, event);
  end loop;
  return (select d.date from public.reservation_dates d
    where d.reservation_id = request and d.confirmed and d.date::text = wishes ->> day::text);
end $$;

-- The day among the confirmed ones that a visitor had asked for in place of that one; null without one.
create function private.granted_day(wishes jsonb, day text, confirmed json) returns text
language sql immutable set search_path = '' as $$
  select min(w.key) from jsonb_each_text(wishes) as w where w.value = day and confirmed::jsonb ? w.key
$$;
revoke all on function private.granted_day(jsonb, text, json) from public;

-- The days that the visitor knew as reserved before that mail, and in the same places what these have become since, by
-- a move or as a wish was granted. `refused`: wishes that were not, by the day that they were to replace. The history
-- until the mail was queued, or until the last mail that was sent: one may have been withheld. A day that the visitor
-- has given up is known as reserved until a mail has told of it.
create or replace function private.known_days(request uuid, mail bigint, out known date[], out became date[], out refused jsonb)
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

-- Days that were confirmed and are no longer, each with the day that has replaced it, as its visitor had asked or by a
-- move of the owner's; null where a confirmation has dropped it.
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
    if event.action = 'changed_day' then
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
      gone := '{}';
    end if;
    gone := gone - stand;
    wishes := private.wishes_after(wishes, event);
  end loop;
  return gone;
end $$;

-- What a link shows of a reservation.
create or replace function private.managed_json(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select json_build_object('status', r.status, 'version', r.version, 'receivedAt', private.iso(r.created_at),
      'isAgefice', private.asks_agefice(r), 'isFundingDropped', r.is_agefice and not private.asks_agefice(r),
      'isFundingSettled', coalesce(f.funding_filed_on, f.funding_dropped_on) is not null,
      'daysWanted', private.days_wanted(r), 'calendarId', private.calendar_id(r.id),
      'dayCents', private.announced_cents(r),
      'priceCents', f.price_cents,
      'videoLink', (select s.video_link from private.settings s where exists (select from public.reservation_dates d
        where d.reservation_id = r.id and d.confirmed and d.date >= private.paris_day(now()))),
      'wasConfirmed', private.was_confirmed(ended), 'isOwnersCancellation', ended.action = 'cancelled',
      'agreement', case r.status when 'annulee' then ended.detail -> 'agreement' else private.signed_agreement(r) end,
      'calledOff', private.called_off(r),
      'newAgreement', case when r.status <> 'annulee' then private.new_agreement(r) end,
      'isContract', f.payer = 'self', 'mayWithdraw', coalesce(f.payer = 'self' or f.status = 'individual', true),
      'givenUp', private.days_given_up(r),
      'dropped', former.dropped, 'replaced', former.replaced,
      'days', (select coalesce(json_agg(json_build_object('date', d.date, 'confirmed', d.confirmed,
          'declined', d.declined, 'wasConfirmed', not d.confirmed and gone.days ? d.date::text,
          'replacedBy', case when not d.confirmed then gone.days ->> d.date::text end,
          'uid', private.entry_uid(r.id, d.seat),
          'askedFor', case when d.confirmed then private.asked_for(r.id, d.date) end,
          'inAgreement', exists (select from private.binding_agreements b where b.ref = r.id and d.date = any (b.days)),
          'calledOff', r.status <> 'nouvelle' and gone.days -> d.date::text = 'null' and d.date = any (private.days_called_off(r)),
          'insteadOf', case when r.status = 'nouvelle' and not d.confirmed then private.replaced_by(r.id, d.date) end)
          order by d.date), '[]')
               from public.reservation_dates d where d.reservation_id = r.id))
    from public.reservations r, lateral private.last_cancellation(r) as ended, lateral private.file_of(r) as f,
      lateral (select private.left_days(r.id) as days offset 0) as gone, lateral (
        select coalesce(json_agg(json_build_object('date', g.key,
                'isSigned', g.key::date = any (private.days_called_off(r))) order by g.key) filter (where g.value is null), '[]') as dropped,
            coalesce(json_agg(json_build_object('date', g.key, 'replacedBy', g.value) order by g.key)
              filter (where g.value is not null), '[]') as replaced
          from jsonb_each_text(gone.days) as g where not exists (
            select from public.reservation_dates d where d.reservation_id = r.id and d.date = g.key::date)) as former
    where r.id = reservation;
$$;
comment on function private.managed_json(uuid) is
  'What a link shows: nothing by which a person can be named or written to, since links are forwarded. `calendarId`: for
pages of earlier releases. `isAgefice`: whether AGEFICE is asked for still; `isFundingDropped`: whether it was, and is no longer.
`declined`: of a cancelled reservation, a day that its confirmation had not kept. `wasConfirmed`
of a day: whether it was confirmed, and is no longer; `replacedBy`: the day that has taken its place, as its visitor had asked or
by the owner. `dropped`, `replaced`: days that the owner has cancelled, or that others have replaced, and that are none of `days` any
more. `insteadOf`: the confirmed day that a requested one is to replace. `askedFor`: the day that the visitor had asked for, in place
of a confirmed one. `agreement`: the one that is signed, or was when its visitor cancelled; `calledOff`: when the owner did.
`inAgreement`: whether it is also for that day; `calledOff` of a day: whether the owner has cancelled that day of it.
`newAgreement`: which one is to be signed in its place. `isFundingSettled`: whether the complete file has gone to the fund, or the
fund is not asked after all. `isContract`: whether the agreement is a contrat; null while nobody has said who pays. `mayWithdraw`:
false where the agreement is a convention of a professional. `wasConfirmed`: whether the cancellation took a confirmed day;
`isOwnersCancellation`: whether it was the owner''s.';

-- A wish for another day that is not answered before its day was held comes to nothing: the owner cannot grant it, and
-- its visitor reads why.

-- The wishes that a confirmation has refused once the day was held that they were to replace: that day, by the wanted
-- one.
create function private.late_wishes(request uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  day_end constant text := (select right(s.day_hours, 5) from private.settings s);
  wishes jsonb := '{}';
  late jsonb := '{}';
  event private.request_events;
begin
  for event in select * from private.request_events e where e.ref = request order by e.id loop
    if event.action = 'confirmed' then
      -- As `first_day_ahead`, at that moment.
      late := late || (select coalesce(jsonb_object_agg(w.key, w.value), '{}') from jsonb_each_text(wishes) as w
        where event.detail::jsonb ? w.value and not event.detail::jsonb ? w.key and w.value::date < private.paris_day(event.at)
          + coalesce((to_char(event.at at time zone 'Europe/Paris', 'HH24:MI') >= day_end)::integer, 0));
    elsif event.action = 'visitor_asked' then
      late := late - (event.detail ->> 'to');
    end if;
    wishes := private.wishes_after(wishes, event);
  end loop;
  return late;
end $$;
revoke all on function private.late_wishes(uuid) from public;

-- The days of a request on the page of its link. `insteadOf`: also of a wish that was refused once the day was held, so
-- that the page can tell why.
create function private.managed_days(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('date', d.date, 'confirmed', d.confirmed, 'declined', d.declined,
      'wasConfirmed', not d.confirmed and gone.days ? d.date::text,
      'replacedBy', case when not d.confirmed then gone.days ->> d.date::text end,
      'uid', private.entry_uid(reservation.id, d.seat),
      'askedFor', case when d.confirmed then private.asked_for(reservation.id, d.date) end,
      'inAgreement', exists (
        select from private.binding_agreements b where b.ref = reservation.id and d.date = any (b.days)),
      'calledOff', reservation.status <> 'nouvelle' and gone.days -> d.date::text = 'null'
        and d.date = any (private.days_called_off(reservation)),
      'insteadOf', case when not d.confirmed then case reservation.status
        when 'nouvelle' then private.replaced_by(reservation.id, d.date)::text
        when 'confirmee' then gone.late_wishes ->> d.date::text end end) order by d.date), '[]')
    from public.reservation_dates d, (select private.left_days(reservation.id) as days,
        private.late_wishes(reservation.id) as late_wishes offset 0) as gone
    where d.reservation_id = reservation.id
$$;

-- The days that were confirmed and are none of its days any more: those that fell, and those that became another one.
create function private.former_days(reservation public.reservations, out dropped json, out replaced json)
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('date', g.key,
        'isSigned', g.key::date = any (private.days_called_off(reservation))) order by g.key)
      filter (where g.value is null), '[]'),
      coalesce(json_agg(json_build_object('date', g.key, 'replacedBy', g.value) order by g.key)
        filter (where g.value is not null), '[]')
    from jsonb_each_text(private.left_days(reservation.id)) as g
    where not exists (
      select from public.reservation_dates d where d.reservation_id = reservation.id and d.date = g.key::date)
$$;
revoke all on function private.managed_days(public.reservations), private.former_days(public.reservations) from public;

-- What a link shows of a reservation. `isFundingAdded`: whether AGEFICE is asked for since its price was announced,
-- which is then that of the other plan. `owed`: what is still to be given back since before a reopening.
create or replace function private.managed_json(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select json_build_object('status', r.status, 'version', r.version, 'receivedAt', private.iso(r.created_at),
      'isAgefice', private.asks_agefice(r), 'isFundingDropped', r.is_agefice and not private.asks_agefice(r),
      'isFundingAdded', not r.is_agefice and private.asks_agefice(r),
      'isFundingSettled', coalesce(f.funding_filed_on, f.funding_dropped_on) is not null,
      'daysWanted', private.days_wanted(r), 'calendarId', private.calendar_id(r.id),
      'dayCents', private.announced_cents(r),
      'priceCents', f.price_cents,
      'videoLink', (select s.video_link from private.settings s where exists (select from public.reservation_dates d
        where d.reservation_id = r.id and d.confirmed and d.date >= private.paris_day(now()))),
      'wasConfirmed', private.was_confirmed(ended), 'isOwnersCancellation', ended.action = 'cancelled',
      'agreement', case r.status when 'annulee' then ended.detail -> 'agreement' else private.signed_agreement(r) end,
      'calledOff', private.called_off(r), 'owed', private.owed_refund(r),
      'newAgreement', case when private.confirmed_days(r.id) <> '{}' then private.new_agreement(r) end,
      'isContract', f.payer = 'self', 'mayWithdraw', coalesce(f.payer = 'self' or f.status = 'individual', true),
      'givenUp', private.days_given_up(r),
      'dropped', former.dropped, 'replaced', former.replaced, 'days', private.managed_days(r))
    from public.reservations r, lateral private.last_cancellation(r) as ended, lateral private.file_of(r) as f,
      lateral private.former_days(r) as former
    where r.id = reservation;
$$;

-- Exactly these of its days; null: all. Confirmed days that are over stay confirmed, in the sums of their year. Where
-- it does nothing but drop days, the history says that they are called off.
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
  if exists (select from private.wishes_of(owner_confirm.id) as wish (instead_of, day)
      where wish.day = any (wanted) and wish.instead_of < private.first_day_ahead()) then
    perform private.refuse_action('The day that this one was to replace was held', 'wish-late');
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

-- The visitor can still answer the form's question, how many of several dates to come are wanted, or answer it
-- otherwise, until the owner has confirmed one. Null when no link has this secret.
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
      or (select count(*) < 2 from public.reservation_dates d
        where d.reservation_id = request and not d.declined and d.date >= private.first_day_ahead()
          and d.date not in (select w.given from private.wishes_of(request) as w join public.reservation_dates wish
            on wish.reservation_id = request and wish.date = w.wanted and not wish.declined
              and wish.date >= private.first_day_ahead())) then
    perform private.refuse_action('This reservation does not ask how many days are wanted');
  end if;
  update public.reservations r set days_wanted = manage_want_days.days_wanted where r.id = request;
  perform private.note_change(was, 'visitor_wanted', json_build_object('daysWanted', manage_want_days.days_wanted));
  return private.managed_json(request);
end $$;

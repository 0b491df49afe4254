-- Who cancels by a link is told what is cancelled, and so is the owner: a request or a reservation, and the agreement that was
-- signed. Why: docs/decisions/046-links-for-visitors.md.

comment on column private.request_events.action is
  'entered, confirmed, changed_day, cancelled, reopened, verified, handled, unhandled, noted, told, seen, spam or filed; visitor_cancelled, visitor_asked, visitor_gave_up, visitor_wanted, visitor_filled or visitor_answered; receipt_refused; a step of private.follow_up_steps(), paper_sent or paper_signed, or one of these with _undone.';
comment on column private.request_events.detail is
  'The days that an action is about, how many are wanted, the channel of told, the paper, and the signed agreement that a visitor has left. Never a text of the visitor or a note.';

-- The agreement that both sides have signed; null without one. `withdrawalUntil`: the last day on which its consumer withdraws
-- free of charge, until it is over. Its type is SignedAgreement in contract/src/day-papers.ts.
create function private.signed_agreement(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_strip_nulls(json_build_object('isContract', coalesce(f.payer = 'self', false), 'signedOn', p.signed_on,
      'withdrawalUntil', case when private.is_consumer(f) and until.day >= private.paris_day(now()) then until.day end))
    from private.day_papers p, lateral private.file_of(reservation) as f,
      lateral (select private.last_consumer_day(p.signed_on) as day) as until
    where p.ref = reservation.id and p.paper = 'convention' and p.signed_on is not null
$$;

-- How a cancelled reservation ended: by its visitor, with what it was until then, or by the owner. Null of one that is not
-- cancelled, and where only its status was changed.
create function private.last_cancellation(reservation public.reservations) returns private.request_events
language sql stable set search_path = '' as $$
  select e from private.request_events e
    where e.ref = reservation.id and e.action in ('visitor_cancelled', 'cancelled') and reservation.status = 'annulee'
    order by e.id desc limit 1
$$;

-- Whether some of its days were confirmed when it was cancelled.
create function private.was_confirmed(cancellation private.request_events) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(case cancellation.action
    when 'visitor_cancelled' then json_array_length(cancellation.detail -> 'confirmed') > 0
    else exists (select from private.request_events e
      where e.ref = cancellation.ref and e.id < cancellation.id and e.action = 'confirmed'
        and not exists (select from private.request_events later
          where later.ref = e.ref and later.id between e.id and cancellation.id and later.action = 'reopened')) end, false)
$$;

-- As before, with the signed agreement, and what a cancelled one was.
create or replace function private.managed_json(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select json_build_object('status', r.status, 'version', r.version, 'receivedAt', private.iso(r.created_at),
      'isAgefice', r.is_agefice, 'daysWanted', private.days_wanted(r), 'calendarId', private.calendar_id(r.id),
      'dayCents', private.announced_cents(r),
      'priceCents', (select f.price_cents from private.day_files f where f.ref = r.id),
      'videoLink', (select s.video_link from private.settings s where exists (select from public.reservation_dates d
        where d.reservation_id = r.id and d.confirmed and d.date >= private.paris_day(now()))),
      'wasConfirmed', private.was_confirmed(ended),
      'agreement', case r.status when 'annulee' then ended.detail -> 'agreement' else private.signed_agreement(r) end,
      'days', (select coalesce(json_agg(json_build_object('date', d.date, 'confirmed', d.confirmed,
          'declined', d.declined, 'uid', private.entry_uid(r.id, d.seat)) order by d.date), '[]')
               from public.reservation_dates d where d.reservation_id = r.id))
    from public.reservations r, lateral private.last_cancellation(r) as ended where r.id = reservation;
$$;

-- Before a change that frees days, which no number of other changes forbids: each frees one that is left.
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

-- As before; for other changes.
create or replace function private.lock_managed(reservation uuid, seen integer) returns public.reservations
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

create or replace function private.cancel_managed(was public.reservations) returns void
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
  if private.is_vouched(was.id) then
    perform private.queue_visitor_mail(was.id, 'cancellation', now());
  end if;
end $$;

create or replace function public.manage_cancel(secret text, version integer) returns json
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
        and (d.confirmed or was.status = 'nouvelle' and d.date >= private.paris_day(now()))) then
    perform private.cancel_managed(was);
    return private.managed_json(request);
  end if;
  delete from public.reservation_dates d where d.reservation_id = request and d.date = manage_give_up_day.day
    returning d.confirmed into was_confirmed;
  -- Nothing is left to answer once the day that was asked for in place of another is given up.
  is_answered := was.status = 'nouvelle' and not exists (select from public.reservation_dates d
    where d.reservation_id = request and not d.confirmed and d.date >= private.paris_day(now()));
  update public.reservations r set status = case when is_answered then 'confirmee' else r.status end,
      handled_at = case when is_answered then now() else r.handled_at end
    where r.id = request;
  perform private.note_change(was, 'visitor_gave_up', json_strip_nulls(json_build_object('day', manage_give_up_day.day,
    'wasConfirmed', was_confirmed, 'agreement', case when was_confirmed then private.signed_agreement(was) end)));
  -- The days that stay reserved, and the end of the other one for the visitor's calendar.
  if was_confirmed and was.status = 'confirmee' then
    perform private.queue_visitor_mail(request, 'confirmation', now());
  end if;
  return private.managed_json(request);
end $$;

-- As before; the mail about a cancellation by the visitor names the days that were confirmed, also where no mail had told of them
-- yet, and the agreement that was signed.
create or replace function private.mail_detail(mail private.outbox) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when mail.kind = 'feedback' and private.awaits_feedback(mail.ref, mail.about) is not true then null
    when mail.recipient_hash is not null then private.visitor_detail(
        case mail.kind when 'link' then 'receipt' else mail.kind end, mail.ref, mail.id)::jsonb || (
      select jsonb_build_object('dayCents', max(private.announced_cents(r)), 'priceCents', max(f.price_cents),
          'daysWanted', max(private.days_wanted(r)), 'status', max(f.status))
        from public.reservations r left join private.day_files f on f.ref = r.id where r.id = mail.ref)
      || case when mail.kind in ('receipt', 'link') then jsonb_build_object('name', private.receipt_name(mail.ref)) else '{}' end
      || case mail.kind when 'confirmation' then jsonb_build_object('lacks', (
        select private.paper_lacks(private.file_of(r), 'convention') from public.reservations r
          where r.id = mail.ref and coalesce(r.convention_sent_on, r.convention_signed_on) is null)) else '{}' end
      || case when mail.kind in ('confirmation', 'reminder') then jsonb_build_object('isContract', (
        select f.payer = 'self' from public.reservations r, lateral private.file_of(r) as f where r.id = mail.ref)) else '{}' end
      || case mail.kind when 'cancellation' then coalesce((
        select jsonb_build_object('wereConfirmed', true, 'days', ended.detail -> 'confirmed', 'agreement', ended.detail -> 'agreement')
          from public.reservations r, lateral private.last_cancellation(r) as ended
          where r.id = mail.ref and ended.action = 'visitor_cancelled' and private.was_confirmed(ended)), '{}') else '{}' end
    else case mail.kind
      when 'contact' then private.request_json(mail.ref)
      when 'change' then private.change_detail(mail.ref)
      when 'digest' then private.digest_detail(mail.id)
      when 'concerns' then (
        select json_build_object('concerns', c.list) from (select private.concerns() as list) c where c.list is not null)
      when 'code' then private.code_detail(mail.id)
      when 'welcome' then (select json_build_object('email', o.email) from private.owners o where o.id = mail.ref)
      else private.reservation_detail(mail.ref) end::jsonb end;
end $$;

-- Whether the owner has done nothing with the request since.
create function private.is_unseen(event private.request_events) returns boolean
language sql stable set search_path = '' as $$
  select not exists (select from private.request_events later
    where later.ref = event.ref and later.id > event.id and later.who not in ('visitor', 'site'))
$$;

-- As before, with the version that the owner sees, and the signed agreement.
create or replace function private.given_up_days() returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('request', json_build_object('id', r.id, 'name', r.name), 'version', r.version,
      'days', given.days, 'agreement', e.detail -> 'agreement') order by e.at desc, e.id desc), '[]')
    from private.request_events e join public.reservations r on r.id = e.ref,
      lateral (select array_agg(day.date::date order by day.date) as days
        from (select json_array_elements_text(case e.action when 'visitor_cancelled' then e.detail -> 'confirmed'
            else json_build_array(case when (e.detail ->> 'wasConfirmed')::boolean then e.detail ->> 'day' end) end) as date) as day
        where day.date::date >= private.paris_day(now()) and day.date::date <> all (private.confirmed_days(r.id))) as given
    where e.action in ('visitor_cancelled', 'visitor_gave_up') and e.at > now() - interval '7 days'
      and given.days is not null and not (r.is_spam or r.unwanted) and private.is_unseen(e)
$$;

-- As before; `left`: the signed agreement of a reservation that its visitor has cancelled, until the owner does something with it.
create or replace function private.owned_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('request', private.owned_reservation_json(reservation), 'file',
    private.day_file_json(reservation)::jsonb || jsonb_build_object('dayCents', private.announced_cents(reservation)),
    'videoLink', (select s.video_link from private.settings s), 'hasOtherHours', private.has_other_hours(reservation.id),
    'hasLowNote', (select 'low' = any (private.news_of(f)) from private.file_of(reservation) as f),
    'left', (select ended.detail -> 'agreement' from private.last_cancellation(reservation) as ended
      where ended.action = 'visitor_cancelled' and private.is_unseen(ended)))
$$;

-- The owner has read it: a line of the history, which takes it from what the space tells as any other does.
create function public.owner_see_given_up(id uuid, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
begin
  perform private.lock_reservation(id, version);
  if exists (select from private.request_events e
      where e.ref = owner_see_given_up.id and e.action in ('visitor_cancelled', 'visitor_gave_up') and private.is_unseen(e)) then
    perform private.add_event(id, who, 'seen');
  end if;
  return private.owned_request_json(id);
end $$;

revoke all on function private.signed_agreement, private.last_cancellation, private.was_confirmed, private.is_unseen,
  private.lock_seen from public;
revoke all on function public.owner_see_given_up from public, anon;
grant execute on function public.owner_see_given_up to authenticated, service_role;

-- A cancellation that has ended an agreement has ended it for good: a reservation that is opened again asks for a new
-- one. The last day to withdraw knows public holidays, a reopened wish what it is to replace, and a visitor who names
-- AGEFICE as the payer hears of its file, however the request came in.

alter table private.day_files add column owed jsonb;
comment on column private.day_files.owed is
  'What came under an agreement that a cancellation had ended before the reservation was opened again; null for nothing.';
create index day_files_owed on private.day_files (ref) where owed is not null;

-- The agreement that a cancellation has ended for good, as its visitor was told, with what came under it: by a
-- withdrawal, or as the owner has cancelled and the visitor was told: a slip of the finger ends nothing. A visitor who
-- cancels later hears of the rest from the owner alone: what was signed may come back.
create function private.ended_for_good(reservation public.reservations) returns jsonb
language sql stable set search_path = '' as $$
  select case when last.action = 'cancelled' and private.called_off(reservation) is not null and (
          exists (select from private.request_events e where e.ref = reservation.id and e.id > last.id and e.action = 'told')
          or exists (select from private.outbox o where o.ref = reservation.id and o.kind = 'cancellation' and o.sent_at >= last.at))
        or last.detail #>> '{agreement,withdrawalUntil}' is not null
      then jsonb_build_object('at', coalesce(told.at, last.at), 'isOwn', last.action = 'cancelled',
        'agreement', told.agreement, 'days', told.days) end
    from private.last_cancellation(reservation) as last left join private.ended_agreement(reservation) as told on true
    where last.id is not null
$$;
revoke all on function private.ended_for_good(public.reservations) from public;

-- Whatever takes the cancellation back. The marks of what has ended are none of the new agreement; the history keeps
-- them, and what is to be given back is told of until it is noted.
create function private.end_agreement() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ended constant jsonb := private.ended_for_good(old);
begin
  if ended is not null then
    new.convention_sent_on := null;
    new.convention_signed_on := null;
    new.paid_on := null;
    delete from private.day_papers p where p.ref = new.id and p.paper = 'convention';
    update private.day_files f set version = f.version + 1, deposit_on = null, express_request_on = null,
        owed = case when ended #>> '{agreement,depositOn}' is not null or ended #>> '{agreement,paidOn}' is not null
          then ended end
      where f.ref = new.id;
  end if;
  return new;
end $$;
create trigger end_agreement before update of status on public.reservations
  for each row when (old.status = 'annulee' and new.status <> 'annulee') execute function private.end_agreement();

-- What came under an agreement that has ended, of a reservation that was opened again since, until it is noted.
create view private.owed_refunds as
  select f.ref, f.owed from private.day_files f
    where f.owed is not null and not exists (select from private.request_events e
      where e.ref = f.ref and e.at > (f.owed ->> 'at')::timestamptz and e.action in ('seen', 'refunded'));

alter view private.unsettled_cancellations rename to cancellations_to_settle;

create view private.unsettled_cancellations as
  select ref, reservation from private.cancellations_to_settle
  union
  select o.ref, r from private.owed_refunds o join public.reservations r on r.id = o.ref;

alter function private.ended_agreement(public.reservations) rename to cancelled_agreement;

-- What an ended agreement asks for. One of before a reopening comes first.
create function private.ended_agreement(reservation public.reservations,
  out at timestamptz, out is_own boolean, out agreement json, out days json)
language sql stable set search_path = '' as $$
  select (o.owed ->> 'at')::timestamptz, (o.owed ->> 'isOwn')::boolean,
      ((o.owed -> 'agreement') || case when (o.owed #>> '{agreement,refundUntil}')::date < private.paris_day(now())
        then '{"isRefundLate": true}' else '{}' end::jsonb)::json, (o.owed -> 'days')::json
    from private.owed_refunds o where o.ref = reservation.id
  union all
  select c.* from private.cancelled_agreement(reservation) as c
    where not exists (select from private.owed_refunds o where o.ref = reservation.id)
$$;
revoke all on function private.ended_agreement(public.reservations) from public;

-- `lastConsumerDay` of the owner's space: an end on a weekend or a holiday moves to the next working day.
create or replace function private.last_consumer_day(signed_on date) returns date
language sql immutable set search_path = ''
return (select signed_on + 14 + more from generate_series(0, 7) as more
  where extract(isodow from signed_on + 14 + more) < 6
    and signed_on + 14 + more <> all (private.holidays(extract(year from signed_on + 14 + more)::integer))
  order by more limit 1);

-- Days to come that may not be held, of agreements that count: within the fourteen days in which a consumer may
-- withdraw, a day is held only if the consumer has asked for it in the agreement (Code de la consommation, L221-25).
-- The owner notes it with the signature, or later; until then, the day is told of.
create or replace function private.days_without_request() returns table (request uuid, name text, is_contract boolean, days date[])
language sql stable set search_path = '' as $$
  select r.id, r.name, f.payer = 'self', array_agg(d.date order by d.date)
    from private.valid_papers p join public.reservations r on r.id = p.ref
      join public.reservation_dates d on d.reservation_id = r.id, lateral private.file_of(r) as f
    where p.paper = 'convention' and p.signed_on > private.paris_day(now()) - 21
      and d.confirmed and d.date between private.first_day_ahead() and private.last_consumer_day(p.signed_on)
      and private.is_consumer(f) and f.price_cents is distinct from 0
      and coalesce(f.express_request_on < p.signed_on, true) and not (r.is_spam or r.unwanted)
    group by r.id, f.payer
$$;

-- What a visitor asks for in place of confirmed days that stand, or stood until a cancellation that is taken back,
-- without an answer yet, also where a wish replaces an earlier one, or where the owner has moved either.
create or replace function private.wishes_of(request uuid) returns table (given date, wanted date)
language plpgsql stable set search_path = ''
as $$
declare
  wishes jsonb := '{}';
  stood text[] := '{}';
  event private.request_events;
begin
  for event in select * from private.request_events e where e.ref = request order by e.id loop
    wishes := private.wishes_after(wishes, event);
    stood := case event.action when 'confirmed' then array(select json_array_elements_text(event.detail))
      when 'changed_day' then array_replace(stood, event.detail ->> 'from', event.detail ->> 'to') else stood end;
  end loop;
  return query select d.date, w.key::date from jsonb_each_text(wishes) as w
    join public.reservation_dates d on d.reservation_id = request and d.date::text = w.value
      and (d.confirmed or not d.declined and d.date >= private.first_day_ahead() and w.value = any (stood))
    order by w.key;
end $$;

-- Whether AGEFICE is asked for still: by the request or in the file, nobody else pays, and the owner has not noted that
-- it is dropped.
create or replace function private.asks_agefice(reservation public.reservations) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(f.payer = 'agefice', false) and f.funding_dropped_on is null from private.file_of(reservation) as f
$$;

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
      and (due.kind <> 'funding' or exists (
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

-- What a link shows of a reservation. `isFundingAdded`: whether AGEFICE is asked for since its price was announced,
-- which is then that of the other plan.
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
      'calledOff', private.called_off(r),
      'newAgreement', case when private.confirmed_days(r.id) <> '{}' then private.new_agreement(r) end,
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

-- With the price that was announced, or that the owner has agreed with the visitor since. `isFundingSettled`: whether
-- the complete file has gone to the fund, or the fund is not asked after all. `isFundingDropped`: whether AGEFICE was
-- asked for and is no longer; `isFundingAdded`: whether it is asked for since that price was announced. `wished`: the
-- day that its visitor asks for in place of that of a reminder, without an answer yet.
create or replace function private.visitor_mail_detail(mail private.outbox) returns jsonb
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

-- The confirmed days of an address, from three months ago on, with what the owner needs on that day. Null when no
-- address has this name.
create or replace function private.feed_days(name_digest bytea) returns json
language sql stable security definer set search_path = '' as $$
  select (
      select coalesce(json_agg(json_build_object('date', d.date, 'id', r.id,
          'uid', private.entry_uid(r.id, d.seat), 'version', r.version, 'name', r.name, 'phone', r.phone, 'email', r.email,
          'isAgefice', r.is_agefice or private.asks_agefice(r), 'isFundingDropped', r.is_agefice and not private.asks_agefice(r), 'note', r.note,
          'receivedAt', private.iso(r.created_at)) order by d.date, r.created_at, r.id), '[]')
        from public.reservation_dates d join public.reservations r on r.id = d.reservation_id
        where d.confirmed and d.date >= private.paris_day(now()) - 92)
    from private.owner_feeds f where f.name_digest = feed_days.name_digest;
$$;

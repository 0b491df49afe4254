-- What both sides have signed binds them until they sign another agreement: neither another payer nor another sending
-- ends it. A mail names who has dropped a day, and none repeats what one has told.

alter table private.day_papers add column signed_before jsonb;
comment on column private.day_papers.signed_before is
  'Of an agreement, its row as it was with the signature that this one is to replace, and in `payer` who paid then. It counts
until this one is signed, and is the present one again with the payer of then.';
create index day_papers_signed_before on private.day_papers (ref) where signed_before is not null;

-- The agreement that both sides are bound by: the last signed one, valid or not.
create view private.binding_agreements as
  select p.ref, bound.signed_on, bound.days, bound.cents, bound.vat, bound.agreed_texts,
      case when p.signed_on is null then p.signed_before ->> 'payer' else f.payer end as payer
    from private.day_papers p join private.day_files f using (ref),
      lateral jsonb_populate_record(p, case when p.signed_on is null then p.signed_before end) as bound
    where p.paper = 'convention' and bound.signed_on is not null;

-- The agreement that both sides have signed; null without one. `withdrawalUntil`: the last day on which its consumer
-- withdraws free of charge, until it is over. `clause`: its own about leaving early, where it is known. Its type is
-- SignedAgreement in contract/src/agreement-words.ts.
create or replace function private.signed_agreement(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_strip_nulls(json_build_object('isContract', coalesce(b.payer = 'self', false), 'signedOn', b.signed_on,
      'withdrawalUntil', case when private.is_consumer(jsonb_populate_record(f, jsonb_build_object('payer', b.payer)))
        and until.day >= private.paris_day(now()) then until.day end,
      'clause', case when b.agreed_texts is not null then coalesce(b.agreed_texts ->> 'earlyLeave', '') end))
    from private.binding_agreements b, lateral private.file_of(reservation) as f,
      lateral (select private.last_consumer_day(b.signed_on) as day) as until
    where b.ref = reservation.id
$$;

-- Which agreement is to be signed in place of the signed one: of the other `kind`, as another payer signs another one,
-- for `others` or `fewer` of its days, or at another `price` (or tax); null for none. One that only went out is
-- replaced by the other kind too. Its type is NewAgreement in contract/src/agreement-words.ts.
create or replace function private.new_agreement(reservation public.reservations) returns text
language sql stable set search_path = '' as $$
  select case when b.ref is null then
        case when p.sent_on is null and p.cents is null and p.replaces is not null then 'kind' end
      when coalesce(b.payer = 'self', false) <> coalesce((private.file_of(reservation)).payer = 'self', false) then 'kind'
      when not b.days @> c.days then 'others' when not b.days <@ c.days then 'fewer'
      when b.cents <> private.price_of(reservation)
        or b.vat <> (select s.vat from private.settings s)
          and b.days[cardinality(b.days)] >= private.paris_day(now()) then 'price' end
    from private.day_papers p left join private.binding_agreements b using (ref),
      lateral (select private.confirmed_days(reservation.id) as days offset 0) as c
    where p.ref = reservation.id and p.paper = 'convention'
$$;

-- Days of the signed agreement that the owner has cancelled: neither moved nor given up by the visitor. One that the
-- visitor wanted to replace has become another day, if one is confirmed that the agreement does not have.
create or replace function private.days_called_off(reservation public.reservations) returns date[]
language sql stable set search_path = '' as $$
  select array(select day from private.binding_agreements b, unnest(b.days) as day,
      lateral (select private.confirmed_days(reservation.id) as days offset 0) as c
    where b.ref = reservation.id and day <> all (c.days)
      and not exists (select from private.request_events e where e.ref = reservation.id
        and (e.action = 'visitor_gave_up' and e.detail ->> 'day' = day::text
          or e.action = 'changed_day' and e.detail ->> 'from' = day::text
          or e.action = 'visitor_asked' and e.detail ->> 'from' = day::text and not b.days @> c.days))
    order by day)
$$;

-- Confirmed days that the visitor has given up singly. `isSigned`: the agreement that both sides have signed is also
-- for that day.
create or replace function private.days_given_up(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('date', given.day, 'isSigned', exists (select from private.binding_agreements b
        where b.ref = reservation.id and given.day = any (b.days)))
      order by given.day), '[]')
    from (select distinct (e.detail ->> 'day')::date as day from private.request_events e
      where e.ref = reservation.id and e.action = 'visitor_gave_up' and (e.detail ->> 'wasConfirmed')::boolean) as given
    where given.day not in (select d.date from public.reservation_dates d where d.reservation_id = reservation.id)
$$;

-- The cancelled reservations of a signed agreement, until the owner has noted since that it is done, that a sum was
-- given back or that one was paid. A view, so that those of years cost one look at an index each.
create or replace view private.unsettled_cancellations as
  select r.id as ref, r as reservation from (
      select c.id from public.reservations c where c.status = 'annulee' and c.convention_signed_on is not null
      union
      select p.ref from private.day_papers p where p.signed_before is not null) as signed
    join public.reservations r using (id), lateral (
      select e.action from private.request_events e where e.ref = r.id
        and e.action in ('cancelled', 'visitor_cancelled', 'seen', 'refunded', 'paid', 'paid_undone') order by e.id desc limit 1) as last
    where r.status = 'annulee' and last.action in ('cancelled', 'visitor_cancelled', 'paid_undone');

-- Another kind of agreement takes back the marks of the one before, which has them again with the payer of then: what
-- was signed still binds. A deposit that a signed contract allowed stays allowed. No fact has a day to come, and a
-- deposit none that the law forbids.
create or replace function public.owner_change_day_file(id uuid, version integer, changes json) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  reservation public.reservations := private.lock_for_file(id);
  was constant private.day_files := private.lock_day_file(reservation, version);
  file private.day_files;
  replaced private.day_papers;
  paper private.day_papers;
begin
  perform private.change_day_file(was, changes::jsonb, array['address', 'siren', 'status',
    'payer', 'payerName', 'payerAddress', 'payerSiren', 'priorLevel', 'nextDays', 'priceCents', 'kept', 'results',
    'fundingFiledOn', 'fundingDroppedOn', 'depositOn', 'expressRequestOn', 'reimbursementAskedOn', 'followedCents',
    'cancelCents']);
  perform private.add_event(id, who, 'filed');
  select f.* into strict file from private.day_files f where f.ref = was.ref;
  -- Who pays alone signs a contract, others a convention: the marks of one are not those of the other, which replaces
  -- it.
  if coalesce(file.payer = 'self', false) <> coalesce(was.payer = 'self', false) then
    delete from private.day_papers p where p.ref = was.ref and p.paper = 'convention' returning p.* into replaced;
    insert into private.day_papers as p select next.* from jsonb_populate_record(replaced, case
        when replaced.signed_on is null and replaced.signed_before is not null
            and coalesce(replaced.signed_before ->> 'payer' = 'self', false) = coalesce(file.payer = 'self', false)
          then replaced.signed_before
        else '{"sent_on": null, "signed_on": null, "print": null, "cents": null, "vat": null, "deposit": null}'::jsonb
          || jsonb_build_object('replaces', coalesce(replaced.signed_on, replaced.sent_on, replaced.replaces),
            'payable_from', case when was.payer = 'self' then least(replaced.payable_from, replaced.signed_on + 11)
              else replaced.payable_from end,
            'signed_before', case when replaced.signed_on is null then replaced.signed_before
              else to_jsonb(replaced) || jsonb_build_object('payer', was.payer) end) end) as next
      where replaced.ref is not null returning p.* into paper;
    perform private.add_event(was.ref, who, mark.step || case when mark.day is null then '_undone' else '' end,
        case when mark.day is not null then to_json(array[mark.day]) end)
      from (values ('convention_sent', reservation.convention_sent_on, paper.sent_on),
          ('convention_signed', reservation.convention_signed_on, paper.signed_on)) as mark (step, earlier, day)
      where mark.day is distinct from mark.earlier;
    update public.reservations r set convention_sent_on = paper.sent_on, convention_signed_on = paper.signed_on
      where r.id = was.ref
        and (r.convention_sent_on, r.convention_signed_on) is distinct from (paper.sent_on, paper.signed_on);
    select r.* into strict reservation from public.reservations r where r.id = was.ref;
  end if;
  if greatest(file.funding_filed_on, file.funding_dropped_on, file.deposit_on, file.express_request_on,
      file.reimbursement_asked_on) > private.paris_day(now()) then
    perform private.refuse_action('This day has not come yet');
  end if;
  if file.deposit_on is distinct from was.deposit_on and file.deposit_on is not null then
    perform private.refuse_early_payment(reservation, file.deposit_on, false);
  end if;
  return private.owned_file_json(reservation);
end $$;

create or replace function private.mark_paper(reservation public.reservations, who text, paper text, step text, day date,
  print text default null) returns public.reservations
language plpgsql volatile set search_path = ''
as $$
#variable_conflict use_column
declare
  was private.day_papers;
  void date;
  is_kept boolean;
  is_same boolean;
  stored private.day_papers;
begin
  insert into private.day_files (ref) values (reservation.id) on conflict do nothing;
  select p.* into was from private.day_papers p where p.ref = reservation.id and p.paper = mark_paper.paper;
  if not exists (select from private.valid_papers p where p.ref = reservation.id and p.paper = mark_paper.paper) then
    -- What was signed has the day of the signature alone.
    void := case mark_paper.paper when 'convention' then coalesce(was.signed_on, was.sent_on)
      else coalesce(was.sent_on, was.signed_on) end;
  end if;
  is_same := was.days = private.confirmed_days(reservation.id) and coalesce(was.print = mark_paper.print, true);
  is_kept := coalesce(day is null or step = 'signed' and was.sent_on is not null
    or was.signed_on is not null and is_same and was.print is not null and mark_paper.print is not null, false);
  insert into private.day_papers as p (ref, paper, sent_on, signed_on, days, print, cents, vat, deposit, agreed_texts)
    select reservation.id, mark_paper.paper, case step when 'sent' then day end, case step when 'signed' then day end,
        private.confirmed_days(reservation.id), mark_paper.print, private.price_of(reservation), s.vat, s.asks_deposit,
        case mark_paper.paper when 'convention' then s.agreed_texts || jsonb_build_object(
          'due_days', s.due_days, 'professional_due_days', s.professional_due_days) end
      from private.settings s
    on conflict (ref, paper) do update set
      sent_on = case step when 'sent' then day else p.sent_on end,
      signed_on = case when step = 'signed' then day
        when day is null or is_same then p.signed_on end,
      days = case when is_kept then p.days else excluded.days end,
      print = case when is_kept then p.print else excluded.print end,
      cents = case when is_kept then p.cents else excluded.cents end,
      vat = case when is_kept then p.vat else excluded.vat end,
      deposit = case when is_kept then p.deposit else excluded.deposit end,
      agreed_texts = case when is_kept then p.agreed_texts else excluded.agreed_texts end,
      payable_from = case when is_kept or step = 'signed' and void is null then p.payable_from
        else least(p.payable_from, p.signed_on + 11) end,
      replaces = case when is_kept then p.replaces else coalesce(void, p.replaces) end,
      signed_before = case when is_kept or is_same or was.signed_on is null or p.paper <> 'convention' then p.signed_before
        else to_jsonb(was) || (select jsonb_build_object('payer', f.payer) from private.day_files f where f.ref = p.ref) end
    returning p.* into stored;
  perform private.add_event(reservation.id, who,
      case mark_paper.paper when 'convention' then 'convention_' else 'paper_' end || mark.step
        || case when mark.day is null then '_undone' else '' end,
      case when mark_paper.paper <> 'convention' then json_build_object('paper', mark_paper.paper, 'on', mark.day)
        when mark.day is not null then to_json(array[mark.day]) end)
    from (values (step, day, true), ('signed', null, step = 'sent' and was.signed_on is not null and stored.signed_on is null))
      as mark (step, day, is_made)
    where mark.is_made;
  if mark_paper.paper = 'convention' then
    update public.reservations r set convention_sent_on = stored.sent_on, convention_signed_on = stored.signed_on
      where r.id = reservation.id returning r.* into reservation;
  end if;
  return reservation;
end $$;
comment on function private.mark_paper(public.reservations, text, text, text, date, text) is
  'Stores a mark with the confirmed days, the price, the regime of VAT, whether contracts ask for a deposit, the texts that an
agreement fixes, and the digest of then; a null day takes it back. A signature is of the paper that was sent, with what that
says: one that is sent again for other days, or with another text, is not signed yet, and the signed agreement before binds
until it is. One that says the same as what is signed changes nothing in that. One that takes the place of a void one says of
which day that was, and from when one that was signed allowed a deposit.';

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
      and not (reservation.status = 'annulee' and step = 'paid'
        and exists (select from private.binding_agreements b where b.ref = reservation.id)) then
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
      'isContract', f.payer = 'self',
      'givenUp', private.days_given_up(r),
      'days', (select coalesce(json_agg(json_build_object('date', d.date, 'confirmed', d.confirmed,
          'declined', d.declined, 'wasConfirmed', not d.confirmed and exists (select from private.request_events e
            where e.ref = r.id and e.action = 'confirmed' and e.detail::jsonb ? to_char(d.date, 'YYYY-MM-DD')),
          'uid', private.entry_uid(r.id, d.seat),
          'askedFor', case when d.confirmed then private.asked_for(r.id, d.date) end,
          'inAgreement', exists (select from private.binding_agreements b where b.ref = r.id and d.date = any (b.days)),
          'calledOff', r.status = 'confirmee' and d.date = any (private.days_called_off(r)),
          'insteadOf', case when r.status = 'nouvelle' and not d.confirmed then private.replaced_by(r.id, d.date) end)
          order by d.date), '[]')
               from public.reservation_dates d where d.reservation_id = r.id))
    from public.reservations r, lateral private.last_cancellation(r) as ended, lateral private.file_of(r) as f
    where r.id = reservation;
$$;
comment on function private.managed_json(uuid) is
  'What a link shows: nothing by which a person can be named or written to, since links are forwarded. `calendarId`: for
pages of earlier releases. `isAgefice`: whether AGEFICE is asked for still; `isFundingDropped`: whether it was, and is no longer.
`declined`: of a cancelled reservation, a day that its confirmation had not kept. `wasConfirmed` of a day: whether it was confirmed,
and is no longer. `insteadOf`: the confirmed day that a requested one is to replace. `askedFor`: the day that the visitor had asked
for, in place of a confirmed one. `agreement`: the one that is signed, or was when its visitor cancelled; `calledOff`: when the owner
did. `inAgreement`: whether it is also for that day; `calledOff` of a day: whether the owner has cancelled that day of it.
`newAgreement`: which one is to be signed in its place. `isFundingSettled`: whether the complete file has gone to the fund, or the
fund is not asked after all. `isContract`: whether the agreement is a contrat; null while nobody has said who pays.
`wasConfirmed`: whether the cancellation took a confirmed day; `isOwnersCancellation`: whether it was the owner''s.';

-- A reservation as the owner's space shows it (`OwnedRequest` in requests.ts). `isContract`: null while nobody has said
-- who pays. `traineeStatus`, `isFundingSettled`, `newAgreement`: what mails to its visitor leave out or announce.
-- `agreement`: the signed one that `newAgreement` is to replace, or that binds both sides. `isFundingAwaited`: whether
-- AGEFICE pays and its complete file has not gone. `leftDates`: of a cancelled one, days that its confirmation had left
-- out.
create or replace function private.owned_reservation_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select (private.reservation_json(reservation)::jsonb || jsonb_build_object('version', reservation.version,
  'confirmedDates', (
    select coalesce(jsonb_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id and d.confirmed),
  'takenDates', (
    select coalesce(jsonb_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id and not d.confirmed and exists (
      select from public.reservation_dates other
        where other.date = d.date and other.confirmed and other.reservation_id <> d.reservation_id)),
  'handledAt', private.iso(reservation.handled_at), 'note', reservation.note,
  'isSpam', reservation.is_spam or reservation.unwanted,
  'isContract', coalesce(f.payer = 'self', case when reservation.is_agefice then false end),
  'traineeStatus', f.status, 'isFundingSettled', coalesce(f.funding_filed_on, f.funding_dropped_on) is not null,
  'isFundingAwaited', case when f.payer is null then reservation.is_agefice else f.payer = 'agefice' end
    and coalesce(f.funding_filed_on, f.funding_dropped_on) is null,
  'leftDates', (
    select coalesce(jsonb_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id and d.declined),
  'agreement', private.signed_agreement(reservation), 'newAgreement', private.new_agreement(reservation),
  'followUp', jsonb_strip_nulls(jsonb_build_object('convention_sent', reservation.convention_sent_on,
    'convention_signed', reservation.convention_signed_on, 'paid', reservation.paid_on, 'held', reservation.held_on))))::json
    from (select) as one left join private.day_files f on f.ref = reservation.id
$$;

-- What mails to visitors say: each kind has a function of its own for what it has alone.

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
-- that the owner has put in place of those that the visitor had asked for, until a mail has told of them.
create function private.confirmation_detail(reservation public.reservations, mail bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('lacks', case when coalesce(reservation.convention_sent_on, reservation.convention_signed_on) is null
        then private.paper_lacks(private.file_of(reservation), 'convention') end,
      'asked', coalesce(jsonb_agg(jsonb_build_object('from', wish.day, 'to', d.date) order by d.date), '[]'))
    from private.known_days(reservation.id, mail) as told, public.reservation_dates d,
      lateral private.asked_for(reservation.id, d.date) as wish (day)
    where d.reservation_id = reservation.id and d.confirmed and wish.day is not null and d.date <> all (told.known)
$$;

-- Of the owner's cancellation, what the owner writes about it, and the signed agreement that it ends in `calledOff`. Of
-- the visitor's, the days that were confirmed, also where no mail had told of them yet, and the signed agreement.
create function private.cancellation_detail(reservation public.reservations) returns jsonb
language sql stable set search_path = '' as $$
  select case ended.action
      when 'cancelled' then jsonb_build_object('reason', ended.detail ->> 'reason', 'calledOff', private.called_off(reservation))
      else jsonb_build_object('wereConfirmed', true, 'days', ended.detail -> 'confirmed', 'agreement', ended.detail -> 'agreement') end
    from private.last_cancellation(reservation) as ended
    where ended.action = 'cancelled' or private.was_confirmed(ended)
$$;

-- Whether the last mail has told of these days, the calendar has them, and nobody has asked for a mail since: a day
-- that was added and dropped within the minute is no news.
create function private.is_told(mail private.outbox) returns boolean
language sql stable set search_path = '' as $$
  select mail.entry is null and told.known @> present.days and told.known <@ present.days and not exists (
      select from private.request_events e where e.ref = mail.ref
        and (e.action = 'visitor_asked' or e.action = 'told' and e.detail ->> 'channel' = 'site')
        and e.at > coalesce((select max(o.sent_at) from private.outbox o
          where o.ref = mail.ref and o.kind in ('confirmation', 'cancellation')), '-infinity'))
    from private.known_days(mail.ref, mail.id) as told, private.confirmed_days(mail.ref) as present (days)
$$;

-- With the price that was announced, or that the owner has agreed with the visitor since. `isFundingSettled`: whether
-- the complete file has gone to the fund, or the fund is not asked after all. `isFundingDropped`: whether AGEFICE was
-- asked for and is no longer.
create function private.visitor_mail_detail(mail private.outbox) returns jsonb
language sql stable set search_path = '' as $$
  select private.visitor_detail(case mail.kind when 'link' then 'receipt' else mail.kind end, mail.ref, mail.id)::jsonb
      || case when mail.kind in ('receipt', 'link') then jsonb_build_object('name', private.receipt_name(mail.ref)) else '{}' end
      || coalesce((
        select jsonb_build_object('dayCents', private.announced_cents(r), 'priceCents', f.price_cents,
            'daysWanted', private.days_wanted(r), 'status', f.status,
            'isFundingSettled', coalesce(f.funding_filed_on, f.funding_dropped_on) is not null,
            'isFundingDropped', r.is_agefice and not private.asks_agefice(r))
          || case mail.kind
            when 'confirmation' then private.agreement_detail(r) || private.confirmation_detail(r, mail.id)
            when 'asked' then private.agreement_detail(r)
            when 'reminder' then private.agreement_detail(r)
            when 'cancellation' then coalesce(private.cancellation_detail(r), '{}')
            else '{}' end
          from public.reservations r, private.file_of(r) as f where r.id = mail.ref), '{}')
$$;
revoke all on function private.agreement_detail, private.confirmation_detail, private.cancellation_detail, private.is_told,
  private.visitor_mail_detail from public;

create or replace function private.mail_detail(mail private.outbox) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when mail.kind = 'feedback' and private.awaits_feedback(mail.ref, mail.about) is not true then null
    when mail.kind = 'confirmation' and private.is_told(mail) then null
    when mail.recipient_hash is not null then private.visitor_mail_detail(mail)
    else case mail.kind
      when 'contact' then private.request_json(mail.ref)
      when 'change' then private.change_detail(mail.ref)
      when 'digest' then private.digest_detail(mail.id)
      when 'concerns' then (
        select json_build_object('concerns', c.list) from (select private.concerns(100) as list) c where c.list is not null)
      when 'code' then private.code_detail(mail.id)
      when 'welcome' then (select json_build_object('email', o.email) from private.owners o where o.id = mail.ref)
      else private.reservation_detail(mail.ref) end::jsonb end;
end $$;
comment on function private.mail_detail(private.outbox) is
  'What a mail says; null where it no longer applies, or repeats the one before. Its types are those of ClaimedMail.';

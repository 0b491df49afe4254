-- What the history tells has its day and its name: which agreement went out, and which day an entry of an agenda is
-- about. A day counts as over with its hours, for a mark as for what a paper lacks. A sum that came for a day that will
-- not take place is told of also while another day is ahead.

-- What the history says of the mark of an agreement: its day, none where it is taken back, and whether that is a
-- contrat.
create function private.agreement_mark(day date, client jsonb) returns json
language sql immutable set search_path = '' as $$
  select json_strip_nulls(json_build_object('days', case when day is not null then array[day] end,
    'isContract', client ->> 'payer' = 'self'))
$$;
revoke all on function private.agreement_mark(date, jsonb) from public;

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
  insert into private.day_papers as p (ref, paper, sent_on, signed_on, days, print, cents, vat, deposit, agreed_texts, client)
    select reservation.id, mark_paper.paper, case step when 'sent' then day end, case step when 'signed' then day end,
        private.confirmed_days(reservation.id), mark_paper.print, private.price_of(reservation), s.vat, s.asks_deposit,
        case mark_paper.paper when 'convention' then s.agreed_texts || jsonb_build_object(
          'due_days', s.due_days, 'professional_due_days', s.professional_due_days) end,
        case mark_paper.paper when 'convention' then private.client_of(private.file_of(reservation)) end
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
      client = case when is_kept then p.client else excluded.client end,
      payable_from = case when is_kept or step = 'signed' and void is null then p.payable_from
        else least(p.payable_from, p.signed_on + 11) end,
      replaces = case when is_kept then p.replaces else coalesce(void, p.replaces) end,
      signed_before = case when is_kept or is_same or was.signed_on is null or p.paper <> 'convention' then p.signed_before
        else to_jsonb(was) || jsonb_build_object('client', coalesce(was.client, excluded.client)) end
    returning p.* into stored;
  perform private.add_event(reservation.id, who,
      case mark_paper.paper when 'convention' then 'convention_' else 'paper_' end || mark.step
        || case when mark.day is null then '_undone' else '' end,
      case when mark_paper.paper <> 'convention' then json_build_object('paper', mark_paper.paper, 'on', mark.day)
        else private.agreement_mark(mark.day, coalesce(stored.client, private.client_of(private.file_of(reservation)))) end)
    from (values (step, day, true), ('signed', null, step = 'sent' and was.signed_on is not null and stored.signed_on is null))
      as mark (step, day, is_made)
    where mark.is_made;
  if mark_paper.paper = 'convention' then
    update public.reservations r set convention_sent_on = stored.sent_on, convention_signed_on = stored.signed_on
      where r.id = reservation.id returning r.* into reservation;
  end if;
  return reservation;
end $$;

-- Who pays decides who signs which agreement: with another client, the marks of the one before are not those of this
-- one, which replaces it. It has them again with the client of then: what was signed still binds. A deposit that a
-- signed contract allowed stays allowed.
create or replace function private.follow_client(reservation public.reservations, was private.day_files, who text)
  returns public.reservations
language plpgsql volatile set search_path = ''
as $$
declare
  file private.day_files;
  replaced private.day_papers;
  paper private.day_papers;
  client jsonb;
begin
  select f.* into strict file from private.day_files f where f.ref = was.ref;
  if private.is_other_client(private.client_of(was), file) then
    delete from private.day_papers p where p.ref = was.ref and p.paper = 'convention' returning p.* into replaced;
    client := coalesce(replaced.client, private.client_of(was));
    insert into private.day_papers as p select next.* from jsonb_populate_record(replaced, case
        when replaced.signed_on is null and replaced.signed_before is not null
            and not private.is_other_client(replaced.signed_before -> 'client', file)
          then replaced.signed_before
        else '{"sent_on": null, "signed_on": null, "print": null, "cents": null, "vat": null, "deposit": null}'::jsonb
          || jsonb_build_object('client', client, 'replaces', coalesce(replaced.signed_on, replaced.sent_on, replaced.replaces),
            'payable_from', case when was.payer = 'self' then least(replaced.payable_from, replaced.signed_on + 11)
              else replaced.payable_from end,
            'signed_before', case when replaced.signed_on is null then replaced.signed_before
              else to_jsonb(replaced) || jsonb_build_object('client', client) end) end) as next
      where replaced.ref is not null returning p.* into paper;
    perform private.add_event(was.ref, who, mark.step || case when mark.day is null then '_undone' else '' end,
        private.agreement_mark(mark.day, case when mark.day is null then client else paper.client end))
      from (values ('convention_sent', reservation.convention_sent_on, paper.sent_on),
          ('convention_signed', reservation.convention_signed_on, paper.signed_on)) as mark (step, earlier, day)
      where mark.day is distinct from mark.earlier;
    update public.reservations r set convention_sent_on = paper.sent_on, convention_signed_on = paper.signed_on
      where r.id = was.ref
        and (r.convention_sent_on, r.convention_signed_on) is distinct from (paper.sent_on, paper.signed_on);
    select r.* into strict reservation from public.reservations r where r.id = was.ref;
  end if;
  return reservation;
end $$;

-- Notes the day of a step; null takes it back. A convention is marked like in its file: complete, and with what it
-- says. Of a cancelled reservation whose agreement was signed, a payment still is: the conditions may ask for one. Days
-- are held once the hours of all are over.
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
    if step = 'held' and not (day >= (private.confirmed_days(id))[1]
        and private.first_day_ahead() > all (private.confirmed_days(id))) then
      perform private.refuse_action('The confirmed days have not all taken place by then', 'not-held');
    end if;
    update public.reservations r set paid_on = case step when 'paid' then day else r.paid_on end,
        held_on = case step when 'held' then day else r.held_on end
      where r.id = owner_follow_up.id;
    perform private.add_event(id, who, step || case when day is null then '_undone' else '' end,
      case when day is not null then to_json(array[day]) end);
  end if;
  return private.owned_request_json(id);
end $$;

create or replace function private.paper_lacks(file private.day_files, paper text) returns text[]
language sql stable set search_path = '' as $$
  select array_remove(array[
    case when c.days = '{}' then 'days' end,
    case when c.has_client and not c.is_employer and file.address is null then 'address' end,
    case when paper in ('convention', 'facture') and file.payer is null then 'payer' end,
    case when (c.has_client and c.is_employer or paper = 'convention' and file.payer = 'other')
      and file.payer_name is null then 'payerName' end,
    case when c.has_client and c.is_employer and file.payer_address is null then 'payerAddress' end,
    -- A country behind the last comma, or a postcode of Wallis-et-Futuna, Polynésie or Nouvelle-Calédonie.
    case when paper = 'convention' and c.is_employer and file.payer_siren is null
      and (file.payer_address ~* ',(?! *france$)[^,0-9]+$|\m98[678]\d\d\M') is not true then 'payerSiren' end,
    case when paper = 'convention' and file.payer in ('agefice', 'fifpl') and file.siren is null then 'siren' end,
    case when paper = 'convention' and file.payer = 'self' and file.prior_level is null then 'priorLevel' end,
    -- Nobody writes any more what days contain whose hours are over.
    case when paper in ('convention', 'programme') and cardinality(c.days) > 1 and c.days[cardinality(c.days)] >= c.ahead
      and file.next_days is null then 'nextDays' end,
    case when paper = 'emargement' and private.first_unkept(c.past, file.kept) is not null
      -- The day itself may have ended early: its hours are noted.
      or paper in ('certificat', 'attestation') and (c.days[cardinality(c.days)] > c.today
        or private.first_unkept(c.days, file.kept) is not null) then 'kept' end,
    -- Who was absent all the time has followed nothing.
    case when paper in ('certificat', 'attestation') and not exists (
      select from jsonb_array_elements(file.kept) as h where h ->> 'from' is not null) then 'followed' end,
    case when paper = 'facture' and private.followed_less(file.kept, c.days) and file.followed_cents is null
      and file.price_cents is distinct from 0 then 'followedCents' end,
    case when paper = 'attestation' and jsonb_array_length(coalesce(file.results, '[]')) = 0 then 'results' end], null)
    from (select own.*, array(select day from unnest(own.days) as day where day < own.ahead) as past
      from (select private.confirmed_days(file.ref) as days, private.paris_day(now()) as today,
        private.first_day_ahead() as ahead,
        paper in ('devis', 'convention', 'facture') as has_client, coalesce(file.payer in ('opco', 'company'), false) as is_employer) as own) as c
$$;

-- A request with its history and mails, other open requests for its days and others of the same person. Null when there
-- is none. `tellsVisitor`: whether the person gets a mail when the owner confirms or cancels now. `price`: of a day as
-- it was announced, and what was agreed on. `agreedDays`: of the signed agreement, valid or not. `calledOffDays`: those
-- that the owner has cancelled. `day` of a mail: the one that it is about alone. `videoLink`: the address that mails
-- tell of. The history names an owner only where another one could have acted.
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
        select coalesce(json_agg(jsonb_build_object('kind', o.kind, 'sentAt', private.iso(o.sent_at),
            'failedAt', private.iso(o.given_up_at)) || jsonb_strip_nulls(jsonb_build_object(
            'day', coalesce(o.about, case o.kind when 'calendar' then (o.entry ->> 'day')::date end),
            'isRemoval', nullif(o.kind = 'calendar' and o.entry ->> 'method' = 'CANCEL', false))) order by o.id), '[]')
        from private.outbox o where o.ref = owner_request.id),
      'others', private.other_requests(owner_request.id, one.value ->> 'email'),
      'clashes', (
        select coalesce(json_agg(json_build_object('date', c.date, 'id', c.id, 'name', c.name, 'isConfirmed', c.confirmed)
                                 order by c.date, c.created_at), '[]')
        from (select * from private.clashes(owner_request.id) c order by c.date, c.created_at limit 50) as c))
    from (select private.owned_request_json(owner_request.id) as value) as one where one.value is not null);
end $$;

-- Days that the owner has called off, or that their visitor has given up of a signed agreement, after a sum had come,
-- with the last event of those alike, until it is noted that this is done, given back or paid; nulls for none, and once
-- they are confirmed again.
create function private.paid_part(reservation public.reservations, out event private.request_events, out days date[])
language sql stable set search_path = '' as $$
  select (array_agg(e order by e.id desc))[1], array_agg(distinct day::date order by day::date)
    from private.request_events e, private.day_files f,
      json_array_elements_text(case e.action when 'called_off' then e.detail -> 'days'
        else json_build_array(e.detail -> 'day') end) as day
    where e.ref = reservation.id and f.ref = e.ref and reservation.status = 'confirmee'
      and (e.action = 'called_off' or e.action = 'visitor_gave_up' and e.detail ->> 'agreement' is not null)
      and least(reservation.paid_on, f.deposit_on) <= private.paris_day(e.at)
      and day::date <> all (private.confirmed_days(reservation.id))
      and not exists (select from private.request_events later where later.ref = e.ref and later.id > e.id
        and later.action in ('seen', 'refunded', 'paid', 'reopened'))
    group by e.action order by max(e.id) desc limit 1
$$;
revoke all on function private.paid_part(public.reservations) from public;

-- The cancelled reservations of a signed agreement, those whose rest is called off, and those of which a part is gone
-- that a sum has come for, until the owner has noted since that it is done, that a sum was given back or that one was
-- paid. A view, so that those of years cost one look at an index each.
create or replace view private.unsettled_cancellations as
  select r.id as ref, r as reservation from (
      select c.id from public.reservations c where c.status = 'annulee' and c.convention_signed_on is not null
      union
      select p.ref from private.day_papers p where p.signed_before is not null
      union
      select e.ref from private.request_events e where e.action = 'called_off'
      union
      select e.ref from private.request_events e
        where e.action = 'visitor_gave_up' and e.at > now() - interval '2 years') as signed
    join public.reservations r using (id) left join lateral (
      select e.action from private.request_events e where e.ref = r.id and e.action in
        ('cancelled', 'visitor_cancelled', 'called_off', 'seen', 'refunded', 'paid', 'paid_undone') order by e.id desc limit 1) as last on true
    where last.action in ('cancelled', 'visitor_cancelled', 'called_off', 'paid_undone') and (r.status = 'annulee'
        or r.status = 'confirmee' and private.days_called_off(r) <> '{}' and not exists (
          select from public.reservation_dates d
            where d.reservation_id = r.id and d.confirmed and d.date >= private.first_day_ahead()))
      or (select part.days is not null from private.paid_part(r) as part);

-- The signed agreement that an unsettled cancellation has ended, or of which a part is gone, and what was confirmed
-- until its visitor cancelled, or what is gone; nulls without one. `is_own`: the owner has cancelled. The agreement has
-- the deposit and the payment that are noted, with the price that was paid, and, where its consumer has withdrawn, the
-- last of the fourteen days to give them back, and whether it is over (Code de la consommation, L221-24). Who has given
-- up a part alone has not withdrawn (`isPart`). Its type is EndedAgreement in contract/src/agreement-words.ts.
create or replace function private.ended_agreement(reservation public.reservations,
  out at timestamptz, out is_own boolean, out agreement json, out days json)
language sql stable set search_path = '' as $$
  select ended.at, ended.action not in ('visitor_cancelled', 'visitor_gave_up'),
      (signed.agreement::jsonb || jsonb_strip_nulls(jsonb_build_object(
        'depositOn', f.deposit_on, 'depositCents', f.deposit_cents, 'paidOn', reservation.paid_on,
        'paidCents', case when reservation.paid_on is not null then
          case when part.days is null then coalesce(private.due_cents(f), p.cents) else (
            select b.cents from private.binding_agreements b where b.ref = reservation.id and b.days @> part.days) end end,
        'isPart', nullif(ended.action = 'visitor_gave_up', false),
        'refundUntil', refund.until, 'isRefundLate', nullif(refund.until < private.paris_day(now()), false))))::json,
      case when part.days is not null then to_json(part.days)
        when ended.action = 'called_off' then to_json(private.days_called_off(reservation)) else ended.detail -> 'confirmed' end
    from private.paid_part(reservation) as part, lateral (
        select e from private.request_events e where e.ref = reservation.id and case
            when reservation.status = 'annulee' then e.action in ('visitor_cancelled', 'cancelled')
            when part.days is not null then e.id = (part.event).id else e.action = 'called_off' end
          order by e.id desc limit 1) as last (event), lateral (select (last.event).*) as ended,
      lateral (select case ended.action when 'visitor_cancelled' then ended.detail -> 'agreement'
        when 'visitor_gave_up' then ((ended.detail -> 'agreement')::jsonb - 'withdrawalUntil')::json
        else case when private.was_confirmed(last.event) then private.signed_agreement(reservation) end end as agreement) as signed,
      lateral (select case when ended.action = 'visitor_cancelled' and signed.agreement ->> 'withdrawalUntil' is not null
        then private.paris_day(ended.at) + 14 end as until) as refund,
      lateral private.file_of(reservation) as f
      left join private.day_papers p on p.ref = f.ref and p.paper = 'convention'
    where signed.agreement is not null
      and exists (select from private.unsettled_cancellations u where u.ref = reservation.id)
$$;

-- `mayPayFor` of contract/src/day-papers.ts.
create function private.may_pay_for(payer text, status text) returns boolean
language sql immutable set search_path = ''
return coalesce(case when payer in ('agefice', 'fifpl') then status in ('independent', 'director')
  when payer = 'opco' then status in ('director', 'employee', 'portage') end, true);
revoke all on function private.may_pay_for(text, text) from public;

-- Who pays decides which agreement is signed: once one has gone out, only the owner changes that. A stored status that
-- does not go with another payer is emptied: papers would name it.
create or replace function public.manage_fill_day_file(secret text, version integer, changes json) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant uuid := private.file_link(secret);
  reservation public.reservations;
  was private.day_files;
  is_closed boolean;
begin
  if request is null then
    return null;
  end if;
  reservation := private.lock_linked(request);
  is_closed := (private.managed_file_json(reservation) ->> 'isClosed')::boolean;
  if not is_closed then
    was := private.lock_day_file(reservation, version);
    perform private.change_day_file(was, changes::jsonb, array['address', 'siren', 'status',
      'payer', 'payerName', 'payerAddress', 'payerSiren', 'priorLevel']);
    is_closed := coalesce(reservation.convention_sent_on, reservation.convention_signed_on) is not null
      and private.is_other_client(private.client_of(was), private.file_of(reservation));
  end if;
  if is_closed then
    perform private.refuse_action('The papers of this day have gone out');
  end if;
  update private.day_files f set filled_at = now(), status = case when changes ->> 'payer' is null
      or changes ->> 'status' is not null or private.may_pay_for(f.payer, f.status) then f.status end
    where f.ref = request;
  perform private.add_event(request, 'visitor', 'visitor_filled');
  return private.managed_file_json(private.follow_client(reservation, was, 'site'));
end $$;

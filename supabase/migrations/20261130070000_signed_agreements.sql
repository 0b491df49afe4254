-- What both sides have signed binds them until they sign another agreement: neither another payer nor another sending
-- ends it. A mail names who has dropped a day, and none repeats what one has told. A cancellation ends only what was to
-- come: a day that is over, and what was signed for it, stays.

alter table private.day_papers add column client jsonb, add column signed_before jsonb;
comment on column private.day_papers.client is
  'Of an agreement, `private.client_of()` its file when it was last marked; of one without a mark, of the one that it is to
replace. Null when unknown: it has not changed since.';
comment on column private.day_papers.signed_before is
  'Of an agreement, its row as it was with the signature that this one is to replace. It counts until this one is signed, and is
the present one again with the client of then.';

-- AGEFICE and FIF-PL had no name until now: that of an earlier payer is none of a company of the trainee's own.
update private.day_files f set payer_name = null
  from public.reservations r where r.id = f.ref and f.payer_name is not null and (private.file_of(r)).payer in ('agefice', 'fifpl');

-- Who pays, and of a company what tells it from another one: that of the trainee's own, which a fund pays back, has its
-- name alone.
create function private.client_of(file private.day_files) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('payer', file.payer, 'payer_name', file.payer_name,
    'payer_siren', case when file.payer in ('opco', 'company') then file.payer_siren end)
$$;

-- Whether the agreement of that client is signed by somebody else now: the trainee who pays alone, the trainee whom a
-- fund pays back, or a company. `isOtherClient` of the owner's space.
create function private.is_other_client(client jsonb, file private.day_files) returns boolean
language sql immutable set search_path = '' as $$
  select count(distinct own.kind) > 1 or min(own.kind) = 'company'
      and case count(own.siren) when 2 then count(distinct own.siren) > 1 else count(distinct own.name) > 1 end
    from unnest(array[client, private.client_of(file)]) as c, lateral (
      select c ->> 'payer_siren' as siren, c ->> 'payer_name' as name, case when c ->> 'payer' = 'self' then 'self'
        when c ->> 'payer' in ('opco', 'company') or c ->> 'payer' in ('agefice', 'fifpl') and c ->> 'payer_name' is not null
          then 'company' else 'trainee' end as kind) as own
$$;

create index day_papers_signed_before on private.day_papers (ref) where signed_before is not null;

-- Whether these days are over, and among those of what was signed: what was to come with them was called off, and
-- nothing is left to sign.
create function private.are_kept_days(days date[], signed date[]) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(days <> '{}' and days <@ signed and days[cardinality(days)] < private.paris_day(now()), false)
$$;
revoke all on function private.are_kept_days from public;

create or replace view private.valid_papers as
  select p.ref, p.paper, p.sent_on, p.signed_on, p.days, p.print, p.cents, p.vat, p.replaces
    from private.day_papers p join public.reservations r on r.id = p.ref, private.settings s,
      lateral (select private.confirmed_days(p.ref) as days offset 0) as own
    where p.days = own.days
        and (p.paper not in ('devis', 'convention') or coalesce(p.cents = private.price_of(r), true)
          and (coalesce(p.vat = s.vat, true) or p.days[cardinality(p.days)] < private.paris_day(now())))
      or p.days <> own.days and p.paper in ('convention', 'emargement') and p.signed_on is not null
        and private.are_kept_days(own.days, p.days);

-- The agreement that both sides are bound by: the last signed one, valid or not.
create view private.binding_agreements as
  select p.ref, bound.signed_on, bound.days, bound.cents, bound.vat, bound.agreed_texts,
      coalesce(bound.client, private.client_of(f)) as client
    from private.day_papers p join private.day_files f using (ref),
      lateral jsonb_populate_record(p, case when p.signed_on is null then p.signed_before end) as bound
    where p.paper = 'convention' and bound.signed_on is not null;

-- The agreement that both sides have signed; null without one. `withdrawalUntil`: the last day on which its consumer
-- withdraws free of charge, until it is over. `clause`: its own about leaving early, where it is known. Its type is
-- SignedAgreement in contract/src/agreement-words.ts.
create or replace function private.signed_agreement(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_strip_nulls(json_build_object('isContract', coalesce(b.client ->> 'payer' = 'self', false), 'signedOn', b.signed_on,
      'withdrawalUntil', case when private.is_consumer(jsonb_populate_record(f, b.client))
        and until.day >= private.paris_day(now()) then until.day end,
      'clause', case when b.agreed_texts is not null then coalesce(b.agreed_texts ->> 'earlyLeave', '') end))
    from private.binding_agreements b, lateral private.file_of(reservation) as f,
      lateral (select private.last_consumer_day(b.signed_on) as day) as until
    where b.ref = reservation.id
$$;

-- Which agreement is to be signed in place of the signed one: by another client, mostly of the other `kind`, for
-- `others` or `fewer` of its days, or at another `price` (or tax); null for none. One that only went out is replaced by
-- the other kind too. Its type is NewAgreement in contract/src/agreement-words.ts.
create or replace function private.new_agreement(reservation public.reservations) returns text
language sql stable set search_path = '' as $$
  select case when b.ref is null then
        case when p.sent_on is null and p.cents is null and p.replaces is not null
          and (p.client ->> 'payer' = 'self') is distinct from coalesce(f.payer = 'self', false) then 'kind' end
      when private.is_other_client(b.client, f) then 'kind'
      when c.days <> b.days and private.are_kept_days(c.days, b.days) then null
      when not b.days @> c.days then 'others' when not b.days <@ c.days then 'fewer'
      when b.cents <> private.price_of(reservation)
        or b.vat <> (select s.vat from private.settings s)
          and b.days[cardinality(b.days)] >= private.paris_day(now()) then 'price' end
    from private.day_papers p left join private.binding_agreements b using (ref), private.file_of(reservation) as f,
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

-- Who pays decides who signs which agreement: with another client, the marks of the one before are not those of this
-- one, which replaces it. It has them again with the client of then: what was signed still binds. A deposit that a
-- signed contract allowed stays allowed.
create function private.follow_client(reservation public.reservations, was private.day_files, who text)
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
        case when mark.day is not null then to_json(array[mark.day]) end)
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

-- No fact has a day to come, and a deposit none that the law forbids.
create or replace function public.owner_change_day_file(id uuid, version integer, changes json) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  reservation public.reservations := private.lock_for_file(id);
  was constant private.day_files := private.lock_day_file(reservation, version);
  file private.day_files;
begin
  perform private.change_day_file(was, changes::jsonb, array['address', 'siren', 'status',
    'payer', 'payerName', 'payerAddress', 'payerSiren', 'priorLevel', 'nextDays', 'priceCents', 'kept', 'results',
    'fundingFiledOn', 'fundingDroppedOn', 'depositOn', 'expressRequestOn', 'reimbursementAskedOn', 'followedCents',
    'cancelCents']);
  perform private.add_event(id, who, 'filed');
  reservation := private.follow_client(reservation, was, who);
  select f.* into strict file from private.day_files f where f.ref = was.ref;
  if greatest(file.funding_filed_on, file.funding_dropped_on, file.deposit_on, file.express_request_on,
      file.reimbursement_asked_on) > private.paris_day(now()) then
    perform private.refuse_action('This day has not come yet');
  end if;
  if file.deposit_on is distinct from was.deposit_on and file.deposit_on is not null then
    perform private.refuse_early_payment(reservation, file.deposit_on, false);
  end if;
  return private.owned_file_json(reservation);
end $$;

-- Who pays decides which agreement is signed: once one has gone out, only the owner changes that.
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
  update private.day_files f set filled_at = now() where f.ref = request;
  perform private.add_event(request, 'visitor', 'visitor_filled');
  return private.managed_file_json(private.follow_client(reservation, was, 'site'));
end $$;
revoke all on function private.client_of, private.is_other_client, private.follow_client from public;

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
agreement fixes, its client, and the digest of then; a null day takes it back. A signature is of the paper that was sent, with what that
says: one that is sent again for other days, or with another text, is not signed yet, and the signed agreement before binds
until it is. One that says the same as what is signed changes nothing in that. One that takes the place of a void one says of
which day that was, and from when one that was signed allowed a deposit.';

-- What an agreement asks for that both sides have signed may be paid and noted until they sign another one.

-- A deposit of a cancelled reservation is 30 % of what was agreed: its days, and their price, are gone.
create or replace function private.note_deposit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.deposit_cents := case when new.deposit_on is not null then coalesce(old.deposit_cents, (
    select floor(case r.status when 'annulee' then b.cents else private.price_of(r) end * 0.3)
      from public.reservations r left join private.binding_agreements b on b.ref = r.id where r.id = new.ref)) end;
  return new;
end $$;

create or replace function private.refuse_early_payment(reservation public.reservations, day date, is_whole boolean) returns void
language plpgsql stable set search_path = ''
as $$
declare
  bound constant private.binding_agreements := (
    select b from private.binding_agreements b where b.ref = reservation.id);
  is_contract constant boolean := bound.client ->> 'payer' = 'self';
  signed_on constant date := case when is_contract then bound.signed_on end;
  days constant date[] := private.confirmed_days(reservation.id);
  first constant date := case when is_whole then
    greatest(signed_on + case when days[1] <= signed_on + 10 then 25 else 11 end, days[cardinality(days)]) else signed_on + 11 end;
begin
  if signed_on is not null and day >= first or reservation.status = 'annulee' and not is_contract or exists (select from private.file_of(reservation) as f
      where f.payer is distinct from 'self' or f.price_cents is not distinct from 0)
    or not is_whole and exists (select from private.day_papers p where p.ref = reservation.id and p.paper = 'convention'
      and refuse_early_payment.day between p.payable_from and coalesce(p.sent_on, p.signed_on, private.paris_day(now()))) then
    return;
  end if;
  -- With the first day on which it may be paid.
  perform private.refuse_action('This may not be paid yet',
    concat_ws(' ', 'unpayable', case when signed_on is not null then first end));
end $$;

-- Whether the trainee pays alone and no signature of the contract is noted, of these days or of others: nothing of it
-- may be asked for (L6353-6), so that its invoice is neither to be sent nor told of, and the sums of the year name it.
create or replace function private.lacks_contract(reservation public.reservations, file private.day_files) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(file.payer = 'self', false) and private.due_cents(file) is distinct from 0
    and not exists (select from private.binding_agreements b where b.ref = reservation.id and b.client ->> 'payer' = 'self')
$$;

-- Dates of the law and of funds that are near, and what is still to do for a day, each until it is noted: nothing of a
-- day ends before two years are over. What is due is the price, or that of what was followed with the compensation for
-- the rest. No fund pays for that.
create or replace function private.deadlines(today date)
returns table (step text, request uuid, name text, due date, days date[], news text[], papers text[])
language sql stable set search_path = '' as $$
  with near as (
    select distinct d.reservation_id as id from public.reservation_dates d
      where d.confirmed and d.date >= deadlines.today - interval '5 months'
    union
    select r.id from public.reservations r join public.reservation_dates d on d.reservation_id = r.id, private.file_of(r) as f
      where d.confirmed and d.date between deadlines.today - interval '2 years' and deadlines.today
        and (r.paid_on is null or f.payer = 'agefice' and f.reimbursement_asked_on is null and f.funding_dropped_on is null
          or (select count(*) from private.day_papers p where p.ref = r.id and case
            when p.paper in ('convention', 'emargement') then p.signed_on when p.paper in ('certificat', 'attestation', 'facture') then p.sent_on
            end is not null) < 5
          or private.news_of(f) <> '{}')
  ), booked as (
    select r.id, r.name, f.payer, coalesce(f.followed_cents, f.price_cents) as price_cents, due.cents as due_cents,
        f.funding_filed_on, f.funding_dropped_on, f.reimbursement_asked_on, f.deposit_on, r.paid_on, days[1] as first_day,
        days[cardinality(days)] as last_day, days, own.last as until,
        agreed.signed_on,
        own.unkept,
        private.news_of(f) as news,
        due.cents is distinct from 0 and r.paid_on is null
          and not is_unsigned as is_unpaid,
        coalesce(agreed.deposit, s.asks_deposit) as asks_deposit, terms.due + case when f.payer = 'self' and days[1] <= agreed.signed_on + 10
          then greatest(0, agreed.signed_on + 25 - terms.due) else 0 end as payment_due,
        (select p.sent_on from private.valid_papers p where p.ref = r.id and p.paper = 'facture') as invoiced_on, array(
          select name from (values
              (1, 'convocation', days[1] - 7, days[cardinality(days)], true),
              (2, 'blank_sheet', days[1] - 7, days[cardinality(days)], true),
              (2, 'emargement', over.first, 'infinity', over.was_followed),
              (3, 'certificat', over.first, 'infinity', over.was_followed),
              (4, 'attestation', over.first, 'infinity', over.was_followed),
              (5, 'facture', over.first, 'infinity', due.cents is distinct from 0 and not is_unsigned))
              as one (place, name, first, last, is_due)
            where is_due and deadlines.today between one.first and one.last
              and not exists (select from private.valid_papers p
                where p.ref = r.id and p.paper = case name when 'blank_sheet' then 'emargement' else name end
                and (p.signed_on is not null or name <> 'emargement' and p.sent_on is not null))
            order by one.place) as unsent
      from private.settings s, near join public.reservations r using (id), lateral private.file_of(r) as f,
        lateral private.lacks_contract(r, f) as is_unsigned,
        lateral (select private.due_cents(f) as cents) as due,
        -- Without « offset 0 » the planner computes these again at each mention, twenty times a file.
        lateral (select days, private.first_unkept(days, f.kept) as unkept, (days[cardinality(days)] + interval '4 months')::date as last
          from private.confirmed_days(r.id) as days offset 0) as own,
        lateral (select case when unkept >= deadlines.today or unkept is null then days[cardinality(days)] + 1 end as first,
          coalesce(f.kept @? '$[*] ? (@.from != null)', true) as was_followed offset 0) as over,
        lateral (select max(p.signed_on) as signed_on, bool_or(p.deposit) as deposit,
            (array_agg(p.agreed_texts) filter (where p.signed_on is not null))[1] as texts
          from private.valid_papers join private.day_papers p using (ref, paper)
          where p.ref = r.id and p.paper = 'convention' offset 0) as agreed,
        lateral (select days[cardinality(days)] + (coalesce(agreed.texts, jsonb_build_object('due_days', s.due_days,
            'professional_due_days', s.professional_due_days)) ->> case when f.payer in ('opco', 'company', 'agefice', 'fifpl')
              or f.status = 'independent' or f.siren is not null and f.status is distinct from 'individual'
            then 'professional_due_days' else 'due_days' end)::integer offset 0) as terms (due)
      where not (r.is_spam or r.unwanted)
  ), dated as (
    -- The hours of a day that is over, from the day after.
    select 'kept' as step, b.id, b.name, b.unkept as due, b.unkept + 1 as first, 'infinity'::date as last,
        null::date[] as days, null::text[] as news, null::text[] as papers from booked b
    union all
    -- What the visitor has written and the owner not yet opened, and the papers that have not gone out: a convocation
    -- and the blank sheet from one week before the first day to the last, the others once the hours are noted. What is
    -- paid has an invoice too (Code de commerce, L441-9). Once it would have to be paid, sending it is late
    -- (`late_invoice`).
    select 'file', b.id, b.name, b.last_day, deadlines.today, deadlines.today, b.days,
        b.news || case when 'facture' = any (b.unsent) and b.payment_due < deadlines.today then '{late_invoice}'::text[] end, b.unsent
      from booked b where b.news <> '{}' or b.unsent <> '{}'
    union all
    -- The complete file of AGEFICE, due 15 days before the next day that it is not too late for, otherwise before the
    -- last one; from a week before that of the first day; not of one that is not asked for after all, nor where what
    -- was followed has no price.
    select 'funding', b.id, b.name, coalesce(ahead.due, b.last_day - 15), b.first_day - 22, 'infinity', b.days, null, null
      from booked b, lateral (select min(day - 15) as due from unnest(b.days) as day where day - 15 >= deadlines.today) as ahead
      where b.payer = 'agefice' and b.funding_filed_on is null and b.funding_dropped_on is null
        and b.price_cents is distinct from 0
    union all
    -- A request that waits for an answer has it too, and the owner reads it before confirming: `isAsked` of concerns
    -- tells them apart.
    select 'funding', r.id, r.name, coalesce(min(d.date - 15) filter (where d.date - 15 >= deadlines.today), max(d.date) - 15),
        deadlines.today, deadlines.today, array_agg(d.date order by d.date), null, null
      from public.reservations r join public.reservation_dates d on d.reservation_id = r.id
      where r.status = 'nouvelle' and r.is_agefice and not (r.is_spam or r.unwanted or r.flagged)
        and d.date >= deadlines.today and private.confirmed_days(r.id) = '{}'
        and (private.file_of(r)).price_cents is distinct from 0
      group by r.id
    union all
    -- Of an agreement for the days that are confirmed now, also when somebody has paid; after the days it ends with the
    -- payment where no fund asks for it. One that is void since both sides signed it is to be sent again at once, not
    -- from three weeks before: as another client pays (`payer`), for other days (`moved`), for some of its days
    -- (`dropped`), at another price (`repriced`) or in another regime of VAT (`taxed`). Nothing is signed where nothing
    -- is paid (L6353-3), nor due for what was followed.
    select 'signature', b.id, b.name, b.first_day, case when void.cause is not null then deadlines.today else b.first_day - 21 end,
        case when b.paid_on is not null and b.payer in ('self', 'company', 'opco') then b.last_day else 'infinity' end, b.days,
        case when void.cause is not null then array[void.cause] end, null
      from booked b left join lateral (
        select case when private.is_other_client(a.client, private.file_of(r)) then 'payer'
            when a.days is distinct from b.days then case when b.days <@ a.days then 'dropped' else 'moved' end
            when a.cents <> private.price_of(r) then 'repriced' when a.vat <> s.vat then 'taxed' end as cause
          from private.binding_agreements a join private.day_papers p using (ref) join public.reservations r on r.id = a.ref,
            private.settings s
          where a.ref = b.id and p.paper = 'convention' and (p.signed_on is not null or p.sent_on is null)) as void on true
      where b.due_cents is distinct from 0 and b.signed_on is null
        and not exists (select from private.binding_agreements a join public.reservations r on r.id = a.ref
          where a.ref = b.id and a.days <> b.days and private.are_kept_days(b.days, a.days)
            and not private.is_other_client(a.client, private.file_of(r)))
    union all
    -- The deposit of 30 % that a contract asks for, once the ten days are over (L6353-5, L6353-6) and until all of it
    -- is due (`firstWholeDay` of the space); or what was paid within them (`early`). None of a compensation.
    select 'payable', b.id, b.name, b.signed_on + 11, case when b.paid_on is null then b.signed_on + 11 else b.signed_on end,
        case when b.paid_on is not null then b.signed_on + 11
          else greatest(b.last_day, case when b.first_day <= b.signed_on + 10 then b.signed_on + 24 end) end, null,
        case when b.paid_on is not null then '{early}'::text[] end, null
      from booked b where b.payer = 'self' and b.price_cents is distinct from 0 and b.deposit_on is null
        and case when b.paid_on is null then b.asks_deposit else b.paid_on <= b.signed_on + 10 end
    union all
    -- By AGEFICE, four months after the last day, until it was asked for or is not asked for after all: from the day
    -- after the training once that is paid, otherwise in the last two months, and late from then on. The trainee asks
    -- the fund for it with the papers, the paid invoice among them. None where what was followed has no price.
    select 'reimbursement', b.id, b.name, b.until,
        case when b.paid_on is not null then b.last_day + 1 else (b.until - interval '2 months')::date end, 'infinity', null, null, b.unsent
      from booked b where b.payer = 'agefice' and b.funding_filed_on is not null and b.funding_dropped_on is null
        and b.reimbursement_asked_on is null and b.price_cents is distinct from 0
    union all
    -- One that went out, from a week before it is due, where that day is known (`dueDay` of the space), otherwise a
    -- week after it went out, until it is paid. The signed agreement says when, whatever the site says since. That of a
    -- contract is due like any other, but not before fifteen days after its ten days, if they contain a training day;
    -- it waits for its signature, whose own step tells of it.
    select 'invoice', b.id, b.name, b.payment_due, coalesce(b.payment_due - 7, b.invoiced_on + 8), 'infinity', b.days, null, null
      from booked b where b.is_unpaid and b.invoiced_on is not null and b.last_day < deadlines.today
    union all
    -- Of the year before the last first of April, on 30 April (R6352-22).
    select 'report', null, null, april.due, april.due - 29, 'infinity', null, null, null
      from private.settings s, lateral (select extract(year from deadlines.today - interval '3 months')::integer as year) as this,
        lateral (select make_date(this.year, 4, 30) as due) as april
      where coalesce(s.reported_year, 0) < this.year - 1 and exists (select from public.reservation_dates d
        where d.confirmed and d.date between make_date(this.year - 1, 1, 1) and make_date(this.year - 1, 12, 31))
  )
  select d.step, d.id, d.name, d.due, d.days, d.news, d.papers from dated d where deadlines.today between d.first and d.last
$$;

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

-- The days that a visitor asks for in place of others, by these, after another event. A wish in place of an earlier one
-- replaces the day that the earlier one was to replace.
create function private.wishes_after(wishes jsonb, event private.request_events) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(
      case when event.action = 'changed_day' and w.given = event.detail ->> 'from' then event.detail ->> 'to' else w.given end,
      case when event.action in ('changed_day', 'visitor_asked') and w.wanted = event.detail ->> 'from'
        then event.detail ->> 'to' else w.wanted end), '{}')
    from (select * from jsonb_each_text(wishes) as earlier (given, wanted)
      union all
      select event.detail ->> 'from', event.detail ->> 'to' where event.action = 'visitor_asked'
        and not exists (select from jsonb_each_text(wishes) as earlier where earlier.value = event.detail ->> 'from')) as w
    where event.action <> 'confirmed'
      and (event.action <> 'visitor_gave_up' or event.detail ->> 'day' not in (w.given, w.wanted))
$$;

-- The days that the visitor knew as reserved before that mail, and in the same places what these have become since, by
-- a move or as a wish was granted. `refused`: wishes that were not, by the day that they were to replace. The history
-- until the mail was queued, or until the last mail that was sent: one may have been withheld. A day that the visitor
-- has given up is known as reserved until a mail has told of it.
drop function private.known_days(uuid, bigint);
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
      refused := case when is_told then '{}' else (select coalesce(jsonb_object_agg(w.key, w.value), '{}')
        from jsonb_each_text(refused || wishes) as w
        where event.detail::jsonb ? w.key and not event.detail::jsonb ? w.value) end;
      became := case when is_told then array(select day::date from json_array_elements_text(event.detail) as day)
        else array(select case when not event.detail::jsonb ? day.text and event.detail::jsonb ? (wishes ->> day.text)
              then (wishes ->> day.text)::date else day.text::date end
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

-- Days that were confirmed and that a later confirmation has left out, each with the day that has replaced it, as its
-- visitor had asked; null where the owner has dropped it.
create function private.left_days(request uuid) returns jsonb
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
      stand := array_replace(stand, event.detail ->> 'from', event.detail ->> 'to');
      gone := (select coalesce(jsonb_object_agg(g.key,
            case when g.value = event.detail ->> 'from' then event.detail ->> 'to' else g.value end), '{}')
          from jsonb_each_text(gone) as g);
    elsif event.action = 'confirmed' then
      gone := gone || (select coalesce(jsonb_object_agg(day,
            case when event.detail::jsonb ? (wishes ->> day) then wishes ->> day end), '{}')
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
revoke execute on function private.wishes_after, private.known_days, private.left_days from public;

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
of a day: whether it was confirmed, and is no longer; `replacedBy`: the day that its visitor had asked for in place of it. `dropped`,
`replaced`: days that the owner has cancelled, or that others have replaced, and that are none of `days` any more, as the visitor has
asked for another one since. `insteadOf`: the confirmed day that a requested one is to replace. `askedFor`: the day that the visitor
had asked for, in place of a confirmed one. `agreement`: the one that is signed, or was when its visitor cancelled; `calledOff`: when the owner
did. `inAgreement`: whether it is also for that day; `calledOff` of a day: whether the owner has cancelled that day of it.
`newAgreement`: which one is to be signed in its place. `isFundingSettled`: whether the complete file has gone to the fund, or the
fund is not asked after all. `isContract`: whether the agreement is a contrat; null while nobody has said who pays.
`wasConfirmed`: whether the cancellation took a confirmed day; `isOwnersCancellation`: whether it was the owner''s.';

-- What the visitor's page shows of the file. A fund that is not asked after all pays nothing.
create or replace function private.managed_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('version', file -> 'version',
      'given', (select coalesce(json_agg(fact), '[]') from unnest(array['address', 'siren', 'status', 'payer', 'payerName',
        'payerAddress', 'payerSiren', 'priorLevel']) as fact where known ->> fact is not null),
      'payer', known -> 'payer',
      'isClosed', reservation.status = 'annulee' or exists (select from private.valid_papers p
        where p.ref = reservation.id and p.paper = 'convention' and coalesce(p.sent_on, p.signed_on) is not null),
      'mayAnswer', (
        select count(*) > 0 and max(day) <= private.paris_day(now()) from unnest(private.confirmed_days(reservation.id)) as day),
      'hasAnswered', file ->> 'answeredAt' is not null)
    from (select private.day_file_json(reservation) as file) as one, lateral (select case
      when file ->> 'payer' = 'agefice' and file ->> 'fundingDroppedOn' is not null then file::jsonb - 'payer'
      else file::jsonb end as known) as two
$$;

-- A reservation as the owner's space shows it (`OwnedRequest` in requests.ts). `isContract`: null while nobody has said
-- who pays. `traineeStatus`, `isFundingSettled`, `newAgreement`: what mails to its visitor leave out or announce.
-- `agreement`: the signed one that `newAgreement` is to replace, or that binds both sides. `isFundingAwaited`: whether
-- AGEFICE pays and its complete file has not gone; `isFundingDropped`: whether it was asked for, and is no longer.
-- `leftDates`: of a cancelled one, days that its confirmation had left out.
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
  'isFundingDropped', reservation.is_agefice and not private.asks_agefice(reservation),
  'leftDates', (
    select coalesce(jsonb_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id and d.declined),
  'agreement', private.signed_agreement(reservation), 'newAgreement', private.new_agreement(reservation),
  'followUp', jsonb_strip_nulls(jsonb_build_object('convention_sent', reservation.convention_sent_on,
    'convention_signed', reservation.convention_signed_on, 'paid', reservation.paid_on, 'held', reservation.held_on))))::json
    from (select) as one left join private.day_files f on f.ref = reservation.id
$$;

-- `reason`: what the mail to the visitor says about it in the owner's words; null for nothing. Days that are over stay
-- confirmed, as a confirmation of them alone leaves them, where something else is to be called off.
create or replace function public.owner_cancel(id uuid, version integer, reason text default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  tidy constant text := nullif(private.trimmed(replace(reason, E'\r\n', E'\n')), '');
  detail constant json := case when tidy is not null then json_build_object('reason', tidy) end;
  today constant date := private.paris_day(now());
  state record;
  days date[];
  over date[];
begin
  select * into state from private.lock_reservation(id, version);
  days := private.confirmed_days(id);
  over := array(select day from unnest(days) as day where day < today);
  if over <> '{}' and (over <> days or state.status = 'nouvelle') and not state.is_spam then
    if detail is not null then
      perform private.add_event(id, who, 'called_off', detail);
    end if;
    return public.owner_confirm(id, version, over);
  end if;
  if state.status <> 'annulee' then
    update public.reservations r set status = 'annulee', handled_at = now() where r.id = owner_cancel.id;
    perform private.add_event(id, who, 'cancelled', detail);
  end if;
  return private.owned_request_json(id);
end $$;

-- A day that is over is taxed as it was then.

create table private.vat_regimes (
  until date primary key,
  vat   text not null
);
comment on table private.vat_regimes is 'Earlier regimes of VAT of the site: `until` is the day in Paris on which another one began.';

-- Each start of the site and each change of its facts writes it.
create or replace function private.set_vat(regime text) returns void
language sql security definer set search_path = '' as $$
  insert into private.vat_regimes (until, vat)
    select private.paris_day(now()), s.vat from private.settings s where s.vat <> coalesce(regime, '') on conflict do nothing;
  update private.settings set vat = regime where vat is distinct from regime;
$$;

-- Null while nobody has chosen one. Of a day to come, that of today.
create function private.vat_on(day date) returns text
language sql stable set search_path = '' as $$
  select coalesce((select v.vat from private.vat_regimes v where v.until > vat_on.day order by v.until limit 1), s.vat)
    from private.settings s
$$;
revoke all on function private.vat_on from public;

-- What the page of a file shows. `left`, `calledOff`: the signed agreement that its visitor's cancellation, or the
-- owner's, has ended, until what that asks for is noted. `vatThen`: the regime of VAT of its last day.
create or replace function private.owned_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('request', private.owned_reservation_json(reservation), 'file',
    private.day_file_json(reservation)::jsonb || jsonb_build_object('dayCents', private.announced_cents(reservation),
      'vatThen', (select private.vat_on(max(day)) from unnest(private.confirmed_days(reservation.id)) as day)),
    'videoLink', (select s.video_link from private.settings s), 'hasOtherHours', private.has_other_hours(reservation.id),
    'hasLowNote', (select 'low' = any (private.news_of(f)) from private.file_of(reservation) as f),
    'left', case when not ended.is_own then ended.agreement end, 'calledOff', case when ended.is_own then ended.agreement end)
    from private.ended_agreement(reservation) as ended
$$;

-- `isUnsigned`: nobody has noted the signature of its contract. `vat`: the regime of its agreement, otherwise of its
-- last day. `depositCents`: the deposit of its contract; an agreement with others has none. A company of the trainee's
-- own pays itself where AGEFICE is not asked after all. `forfeits`: compensations, in the year of the last day or of
-- the cancellation. Its type is TrainingYear in contract/src/training-year.ts.
create or replace function private.training_year(year integer) returns json
language sql stable set search_path = '' as $$
  select json_build_object('year', training_year.year, 'isReported', coalesce(s.reported_year >= training_year.year, false),
      'reservations', (
        select coalesce(json_agg(held.value::jsonb || jsonb_build_object('dayCents', private.announced_cents(r),
            'payer', case when own.pays then 'company' else held.value ->> 'payer' end,
            'priceCents', coalesce(f.followed_cents, f.price_cents),
            'followedCents', f.followed_cents, 'agreedCents', f.price_cents, 'confirmedDays', private.confirmed_days(r.id),
            'depositCents', case when f.payer = 'self' then f.deposit_cents end,
            'isUnsigned', private.lacks_contract(r, f), 'address', f.address,
            'payerAddress', case when own.pays then f.address else f.payer_address end, 'siren', f.siren,
            'vat', coalesce((select p.vat from private.day_papers p where p.ref = r.id and p.paper = 'convention'),
              private.vat_on((held.value -> 'days' ->> -1)::date))) order by held.ordinality), '[]')
          from json_array_elements(private.held_in(training_year.year)) with ordinality as held
            join public.reservations r on r.id = (held.value ->> 'id')::uuid, lateral private.file_of(r) as f,
            lateral (select f.payer = 'agefice' and f.funding_dropped_on is not null and f.payer_name is not null as pays) as own),
      'forfeits', (
        select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'cents', f.cancel_cents, 'paidOn', r.paid_on)
            order by own.day, r.id), '[]')
          from private.day_files f join public.reservations r on r.id = f.ref, lateral (
              select case when r.status = 'annulee' then private.paris_day((private.last_cancellation(r)).at)
                when f.followed_cents is not null then (select max(day) from unnest(private.confirmed_days(r.id)) as day) end as day) as own
          where f.cancel_cents > 0 and extract(year from own.day) = training_year.year and not (r.is_spam or r.unwanted)),
      'feedback', private.feedback_means())
    from private.settings s
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
-- that was added and dropped within the minute is no news. Nor are days that are all over, confirmed or cancelled.
create function private.is_told(mail private.outbox) returns boolean
language sql stable set search_path = '' as $$
  select told.known || present.days <> '{}'
      and not exists (select from unnest(told.known || present.days) as day where day >= private.paris_day(now()))
    or mail.kind = 'confirmation' and mail.entry is null and told.known @> present.days and told.known <@ present.days and not exists (
      select from private.request_events e where e.ref = mail.ref
        and (e.action = 'visitor_asked' or e.action = 'told' and e.detail ->> 'channel' = 'site')
        and e.at > coalesce((select max(o.sent_at) from private.outbox o
          where o.ref = mail.ref and o.kind in ('confirmation', 'cancellation')), '-infinity'))
    from private.known_days(mail.ref, mail.id) as told, private.confirmed_days(mail.ref) as present (days)
$$;

-- With the price that was announced, or that the owner has agreed with the visitor since. `isFundingSettled`: whether
-- the complete file has gone to the fund, or the fund is not asked after all. `isFundingDropped`: whether AGEFICE was
-- asked for and is no longer. `wished`: the day that its visitor asks for in place of that of a
-- reminder, without an answer yet.
create function private.visitor_mail_detail(mail private.outbox) returns jsonb
language sql stable set search_path = '' as $$
  select private.visitor_detail(case mail.kind when 'link' then 'receipt' else mail.kind end, mail.ref, mail.id)::jsonb
      || case when mail.kind in ('receipt', 'link') then jsonb_build_object('name', private.receipt_name(mail.ref)) else '{}' end
      || coalesce((
        select jsonb_build_object('dayCents', private.announced_cents(r), 'priceCents', f.price_cents,
            'daysWanted', private.days_wanted(r), 'status', f.status,
            'isFundingSettled', coalesce(f.funding_filed_on, f.funding_dropped_on) is not null,
            'isFundingDropped', r.is_agefice and not private.asks_agefice(r),
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
revoke all on function private.agreement_detail, private.confirmation_detail, private.cancellation_detail, private.is_told,
  private.visitor_mail_detail from public;

create or replace function private.mail_detail(mail private.outbox) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when mail.kind = 'feedback' and private.awaits_feedback(mail.ref, mail.about) is not true then null
    when mail.kind in ('confirmation', 'cancellation') and private.is_told(mail) then null
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

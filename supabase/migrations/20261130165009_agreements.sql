-- What both sides have signed stays as it was, whatever the site says since, and binds them until they sign another
-- agreement. Why: docs/decisions/054-papers-are-computed.md.

-- A contract asks for a deposit only where the owner has said so, and its price is due like any other: by an invoice
-- after the training, or fifteen days after the ten days to withdraw if they contain a day of it (L6353-6).
create function private.set_due_days(everybody integer, professionals integer, deposit boolean default false) returns void
language sql security definer set search_path = '' as $$
  update private.settings set due_days = everybody, professional_due_days = professionals, asks_deposit = deposit
    where (due_days, professional_due_days, asks_deposit) is distinct from (everybody, professionals, deposit);
$$;
comment on function private.set_due_days(integer, integer, boolean) is
  'What the site says about payments: the days until an invoice is due, for everybody and for professionals, and whether a
contract asks for a deposit. Each start of the site and each change of its facts writes them.';

-- Each start of the site and each change of its facts writes them.
create function private.set_agreed_texts(texts jsonb) returns void
language sql security definer set search_path = '' as $$
  update private.settings set agreed_texts = texts where agreed_texts is distinct from texts;
$$;

-- The agreement that both sides are bound by: the last signed one, valid or not.
create view private.binding_agreements as
  select p.ref, bound.signed_on, bound.days, bound.cents, bound.vat, bound.agreed_texts,
      coalesce(bound.client, private.client_of(f)) as client
    from private.day_papers p join private.day_files f using (ref),
      lateral jsonb_populate_record(p, case when p.signed_on is null then p.signed_before end) as bound
    where p.paper = 'convention' and bound.signed_on is not null;

-- `isConsumer` of the owner's space.
create function private.is_consumer(file private.day_files) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(file.payer not in ('agefice', 'fifpl', 'opco', 'company') and file.status is distinct from 'independent'
    and (file.siren is null or file.status = 'individual'), false)
$$;

-- `lastConsumerDay` of the owner's space: an end on a weekend or a holiday moves to the next working day.
create function private.last_consumer_day(signed_on date) returns date
language sql immutable set search_path = ''
return (select signed_on + 14 + more from generate_series(0, 7) as more
  where extract(isodow from signed_on + 14 + more) < 6
    and signed_on + 14 + more <> all (private.holidays(extract(year from signed_on + 14 + more)::integer))
  order by more limit 1);

-- The agreement that both sides have signed; null without one. `withdrawalUntil`: the last day on which its consumer
-- withdraws free of charge, until it is over. `clause`: its own about leaving early, where it is known. Its type is
-- SignedAgreement in contract/src/agreement-words.ts.
create function private.signed_agreement(reservation public.reservations) returns json
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
-- `others` or `fewer` of its days, or at another `price` (or tax); null for none, as for what is left of its days once
-- they are over, whoever pays. One that only went out is replaced by the other kind too. Its type is NewAgreement in
-- contract/src/agreement-words.ts.
create function private.new_agreement(reservation public.reservations) returns text
language sql stable set search_path = '' as $$
  select case when b.ref is null then
        case when p.sent_on is null and p.cents is null and p.replaces is not null
          and (p.client ->> 'payer' = 'self') is distinct from coalesce(f.payer = 'self', false) then 'kind' end
      when c.days <> b.days and private.are_kept_days(c.days, b.days) then null
      when private.is_other_client(b.client, f) then 'kind'
      when not b.days @> c.days then 'others' when not b.days <@ c.days then 'fewer'
      when b.cents <> private.price_of(reservation) or b.vat <> private.vat_on(b.days[cardinality(b.days)]) then 'price' end
    from private.day_papers p left join private.binding_agreements b using (ref), private.file_of(reservation) as f,
      lateral (select private.confirmed_days(reservation.id) as days offset 0) as c
    where p.ref = reservation.id and p.paper = 'convention'
$$;

-- Days of the signed agreement that the owner has cancelled: neither moved nor given up by the visitor. One that the
-- visitor wanted to replace has become another day, if one is confirmed that the agreement does not have.
create function private.days_called_off(reservation public.reservations) returns date[]
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
create function private.days_given_up(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object('date', given.day, 'isSigned', exists (select from private.binding_agreements b
        where b.ref = reservation.id and given.day = any (b.days)))
      order by given.day), '[]')
    from (select distinct (e.detail ->> 'day')::date as day from private.request_events e
      where e.ref = reservation.id and e.action = 'visitor_gave_up' and (e.detail ->> 'wasConfirmed')::boolean) as given
    where given.day not in (select d.date from public.reservation_dates d where d.reservation_id = reservation.id)
$$;

-- Days to come that may not be held, of agreements that count: within the fourteen days in which a consumer may
-- withdraw, a day is held only if the consumer has asked for it in the agreement (Code de la consommation, L221-25).
-- The owner notes it with the signature, or later; until then, the day is told of.
create function private.days_without_request() returns table (request uuid, name text, is_contract boolean, days date[])
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

-- What the history says of the mark of an agreement: its day, none where it is taken back, and whether that is a
-- contrat.
create function private.agreement_mark(day date, client jsonb) returns json
language sql immutable set search_path = '' as $$
  select json_strip_nulls(json_build_object('days', case when day is not null then array[day] end,
    'isContract', client ->> 'payer' = 'self'))
$$;

-- The payer decides who signs which agreement: with another client, the marks of the one before are not those of this
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

-- What an agreement asks for that both sides have signed may be paid and noted until they sign another one.

-- Whether the trainee pays alone and no signature of the contract is noted, of these days or of others: nothing of it
-- may be asked for (L6353-6), so that its invoice is neither to be sent nor told of, and the sums of the year name it.
create function private.lacks_contract(reservation public.reservations, file private.day_files) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(file.payer = 'self', false) and private.due_cents(file) is distinct from 0
    and not exists (select from private.binding_agreements b where b.ref = reservation.id and b.client ->> 'payer' = 'self')
$$;

-- Days after the signature of a contract, here and in deadlines(): 10 is the last one to withdraw; 11 the first one to
-- pay; 25 that of the whole where the ten contain a training day, and 24 the last one before.
create function private.refuse_early_payment(reservation public.reservations, day date, is_whole boolean) returns void
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
comment on function private.refuse_early_payment(public.reservations, date, boolean) is
  'Who pays alone owes nothing before the contract is signed and ten days are over, then the deposit of 30 % at most
(L6353-5, L6353-6), also under a contract that the present one replaces, until that one went out. The whole is due from the last
training day on, and not before fifteen days after those ten if they contain a training day (`firstWholeDay` of the space). Any
day does where nothing is owed, none without a signature. The refusal names the first day on which it may be paid.';

-- A later price changes nothing in what the deposit was. That of a cancelled reservation is 30 % of what was agreed:
-- its days, and their price, are gone.
create function private.note_deposit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.deposit_cents := case when new.deposit_on is not null then coalesce(old.deposit_cents, (
    select floor(case r.status when 'annulee' then b.cents else private.price_of(r) end * 0.3)
      from public.reservations r left join private.binding_agreements b on b.ref = r.id where r.id = new.ref)) end;
  return new;
end $$;
create trigger note_deposit before update of deposit_on on private.day_files
  for each row execute function private.note_deposit();

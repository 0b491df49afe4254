-- What both sides have signed stays as it was: the texts of the site that later papers repeat, and a deposit that came under an agreement
-- before the present one.

alter table private.settings add column agreed_texts jsonb;
comment on column private.settings.agreed_texts is
  'Texts of the site that an agreement fixes, AgreedTexts in contract/src/owner-facts.ts; null until the site has told.';

alter table private.day_papers
  add column agreed_texts jsonb,
  add column payable_from date;
comment on column private.day_papers.agreed_texts is
  'Of an agreement, agreed_texts, due_days and professional_due_days of private.settings when it was last marked; null when unknown.';
comment on column private.day_papers.payable_from is
  'First day on which a signed agreement that this one replaces allowed a deposit; null without one.';

alter table private.day_files add column deposit_cents integer;
comment on column private.day_files.deposit_cents is
  'What the deposit was, 30 % of the price when it was noted: a later price changes nothing in it. Null when unknown.';

-- Each start of the site and each change of its facts writes them.
create function private.set_agreed_texts(texts jsonb) returns void
language sql security definer set search_path = '' as $$
  update private.settings set agreed_texts = texts where agreed_texts is distinct from texts;
$$;
revoke all on function private.set_agreed_texts from public;

create function private.note_deposit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.deposit_cents := case when new.deposit_on is not null then coalesce(old.deposit_cents, (
    select floor(private.price_of(r) * 0.3) from public.reservations r where r.id = new.ref)) end;
  return new;
end $$;
revoke all on function private.note_deposit from public;
create trigger note_deposit before update of deposit_on on private.day_files
  for each row execute function private.note_deposit();

-- A deposit that is stored by now was allowed when it was noted.
update private.day_files set deposit_on = deposit_on where deposit_on is not null;
update private.day_papers p set payable_from = f.deposit_on from private.day_files f
  where f.ref = p.ref and p.paper = 'convention' and p.replaces is not null and f.deposit_on <= coalesce(p.sent_on, p.signed_on);

create or replace function private.mark_paper(reservation public.reservations, who text, paper text, step text, day date,
  print text default null) returns public.reservations
language plpgsql volatile set search_path = ''
as $$
#variable_conflict use_column
declare
  was private.day_papers;
  void date;
  is_kept boolean;
  stored private.day_papers;
begin
  insert into private.day_files (ref) values (reservation.id) on conflict do nothing;
  select p.* into was from private.day_papers p where p.ref = reservation.id and p.paper = mark_paper.paper;
  if not exists (select from private.valid_papers p where p.ref = reservation.id and p.paper = mark_paper.paper) then
    -- What was signed has the day of the signature alone.
    void := case mark_paper.paper when 'convention' then coalesce(was.signed_on, was.sent_on)
      else coalesce(was.sent_on, was.signed_on) end;
  end if;
  is_kept := coalesce(day is null or step = 'signed' and was.sent_on is not null
    or was.signed_on is not null and was.days = private.confirmed_days(reservation.id) and was.print = mark_paper.print, false);
  insert into private.day_papers as p (ref, paper, sent_on, signed_on, days, print, cents, vat, deposit, agreed_texts)
    select reservation.id, mark_paper.paper, case step when 'sent' then day end, case step when 'signed' then day end,
        private.confirmed_days(reservation.id), mark_paper.print, private.price_of(reservation), s.vat, s.asks_deposit,
        case mark_paper.paper when 'convention' then s.agreed_texts || jsonb_build_object(
          'due_days', s.due_days, 'professional_due_days', s.professional_due_days) end
      from private.settings s
    on conflict (ref, paper) do update set
      sent_on = case step when 'sent' then day else p.sent_on end,
      signed_on = case when step = 'signed' then day
        when day is null or p.days = excluded.days and coalesce(p.print = excluded.print, true) then p.signed_on end,
      days = case when is_kept then p.days else excluded.days end,
      print = case when is_kept then p.print else excluded.print end,
      cents = case when is_kept then p.cents else excluded.cents end,
      vat = case when is_kept then p.vat else excluded.vat end,
      deposit = case when is_kept then p.deposit else excluded.deposit end,
      agreed_texts = case when is_kept then p.agreed_texts else excluded.agreed_texts end,
      payable_from = case when is_kept or step = 'signed' and void is null then p.payable_from
        else least(p.payable_from, p.signed_on + 11) end,
      replaces = case when is_kept then p.replaces else coalesce(void, p.replaces) end
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
says: one that is sent again for other days, or with another text, is not signed yet. One that says the same as what is signed
changes nothing in that. One that takes the place of a void one says of which day that was, and from when one that was signed
allowed a deposit.';

create or replace function private.refuse_early_payment(reservation public.reservations, day date, is_whole boolean) returns void
language plpgsql stable set search_path = ''
as $$
declare
  signed_on constant date := reservation.convention_signed_on;
  days constant date[] := private.confirmed_days(reservation.id);
  first constant date := case when is_whole then
    greatest(signed_on + case when days[1] <= signed_on + 10 then 25 else 11 end, days[cardinality(days)]) else signed_on + 11 end;
begin
  if signed_on is not null and day >= first or exists (select from private.file_of(reservation) as f
      where f.payer is distinct from 'self' or f.price_cents is not distinct from 0)
    or not is_whole and exists (select from private.day_papers p where p.ref = reservation.id and p.paper = 'convention'
      and refuse_early_payment.day between p.payable_from and coalesce(p.sent_on, p.signed_on)) then
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

-- The file with its papers. Its type is DayFile in contract/src/day-papers.ts. `left` of a paper: what the owner has left as it
-- went out. `payableFrom`: where it is void, what it allowed itself counts too.
create or replace function private.day_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('version', coalesce(f.version, 1), 'address', f.address, 'siren', f.siren, 'status', f.status,
      'payer', f.payer, 'payerName', f.payer_name, 'payerAddress', f.payer_address, 'payerSiren', f.payer_siren,
      'priorLevel', f.prior_level, 'nextDays', f.next_days, 'priceCents', f.price_cents, 'kept', f.kept, 'results', f.results,
      'fundingFiledOn', f.funding_filed_on, 'fundingDroppedOn', f.funding_dropped_on, 'cancelCents', f.cancel_cents,
      'depositOn', f.deposit_on, 'depositCents', f.deposit_cents, 'expressRequestOn', f.express_request_on,
      'reimbursementAskedOn', f.reimbursement_asked_on, 'followedCents', f.followed_cents,
      'filledAt', private.iso(f.filled_at), 'feedback', f.feedback, 'answeredAt', private.iso(f.answered_at),
      'isNew', private.news_of(f) <> '{}',
      'papers', (
        select json_agg(json_build_object('paper', name.paper,
            'sentOn', p.sent_on, 'signedOn', p.signed_on, 'replaces', p.replaces, 'vat', p.vat, 'deposit', p.deposit,
            'texts', p.agreed_texts,
            'payableFrom', case when is_valid then p.payable_from else least(p.payable_from, p.signed_on + 11) end,
            'days', to_json(p.days), 'print', p.print, 'left', p.left_print, 'isValid', is_valid) order by name.place)
          from unnest(private.papers()) with ordinality as name (paper, place)
            left join private.day_papers p on p.ref = reservation.id and p.paper = name.paper,
            lateral (select p.ref is null or exists (
              select from private.valid_papers v where v.ref = p.ref and v.paper = p.paper) as is_valid) as own))
    from private.file_of(reservation) as f
$$;

-- The agreement that both sides have signed; null without one. `withdrawalUntil`: the last day on which its consumer withdraws
-- free of charge, until it is over. `clause`: its own about leaving early, where it is known. Its type is SignedAgreement in
-- contract/src/day-papers.ts.
create or replace function private.signed_agreement(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_strip_nulls(json_build_object('isContract', coalesce(f.payer = 'self', false), 'signedOn', p.signed_on,
      'withdrawalUntil', case when private.is_consumer(f) and until.day >= private.paris_day(now()) then until.day end,
      'clause', case when p.agreed_texts is not null then coalesce(p.agreed_texts ->> 'earlyLeave', '') end))
    from private.day_papers p, lateral private.file_of(reservation) as f,
      lateral (select private.last_consumer_day(p.signed_on) as day) as until
    where p.ref = reservation.id and p.paper = 'convention' and p.signed_on is not null
$$;

-- At most twenty objectives, each with its wording of that day and its result. `unassessed`: the assessment did not take place.
create or replace function private.are_results(value jsonb) returns boolean
language sql immutable strict set search_path = ''
return case when jsonb_typeof(value) = 'array' and jsonb_array_length(value) <= 20 then not exists (
  select from jsonb_array_elements(value) as r
    where (jsonb_typeof(r) = 'object' and r - '{objective,result}'::text[] = '{}' and jsonb_typeof(r -> 'objective') = 'string'
      and private.is_line(r ->> 'objective', 1, 300)
      and r ->> 'result' in ('reached', 'partly', 'missed', 'unassessed')) is not true)
else false end;

-- `isUnsigned`: nobody has noted the signature of its contract. `vat`: the regime of its agreement. `depositCents`: the
-- deposit of its contract; an agreement with others has none. Its type is TrainingYear in
-- contract/src/training-year.ts.
create or replace function private.training_year(year integer) returns json
language sql stable set search_path = '' as $$
  select json_build_object('year', training_year.year, 'isReported', coalesce(s.reported_year >= training_year.year, false),
      'reservations', (
        select coalesce(json_agg(held.value::jsonb || jsonb_build_object('dayCents', private.announced_cents(r),
            'priceCents', coalesce(f.followed_cents, f.price_cents),
            'depositCents', case when f.payer = 'self' then f.deposit_cents end,
            'isUnsigned', private.lacks_contract(r, f), 'address', f.address, 'payerAddress', f.payer_address, 'siren', f.siren,
            'vat', (select p.vat from private.day_papers p where p.ref = r.id and p.paper = 'convention')) order by held.ordinality), '[]')
          from json_array_elements(private.held_in(training_year.year)) with ordinality as held
            join public.reservations r on r.id = (held.value ->> 'id')::uuid, lateral private.file_of(r) as f),
      'feedback', private.feedback_means())
    from private.settings s
$$;

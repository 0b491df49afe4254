-- What the owner does with the file of a reservation and its papers.

-- What the visitor has written since the owner last opened the file. A low note of a questionnaire asks for an answer,
-- and an audit for what was done: it is news until the owner writes a note after it, however often the file was opened.
create function private.news_of(file private.day_files) returns text[]
language sql stable set search_path = '' as $$
  select array_remove(array[
    case when file.filled_at > coalesce(file.seen_at, '-infinity') then 'filled' end,
    case when file.answered_at > coalesce(file.seen_at, '-infinity') then 'answered' end,
    case when file.feedback @? '$.* ? (@ <= 2)' and not exists (
      select from private.request_events e join public.reservations r on r.id = e.ref
        where e.ref = file.ref and e.action = 'noted' and e.at >= file.answered_at and r.note is not null) then 'low' end,
    case when private.has_other_hours(file.ref) then 'hours' end], null)
$$;

-- The file with its papers. Its type is DayFile in contract/src/day-papers.ts. `left` of a paper: what the owner has
-- left as it went out. `payableFrom`: where it is void, what it allowed itself counts too.
create function private.day_file_json(reservation public.reservations) returns json
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

-- Locks the file for a change. Its callers have locked the reservation.
create function private.lock_day_file(reservation public.reservations, seen integer) returns private.day_files
language plpgsql volatile set search_path = ''
as $$
declare
  locked private.day_files;
begin
  insert into private.day_files (ref) values (reservation.id) on conflict do nothing;
  select f.* into strict locked from private.day_files f where f.ref = reservation.id for update;
  if seen is distinct from locked.version then
    perform private.refuse(409, 'CHANGED_SINCE', 'This file has changed',
      case when current_setting('role') = 'anon' then private.managed_file_json(reservation)
        else private.owned_file_json(reservation) end::text);
  end if;
  return locked;
end $$;

-- Only the given facts change; their names are those of the JSON that is read. What was followed has a price of its own
-- after an absence or an early leave. Only the page knows the planned hours, and says the price with the hours it is
-- for: other hours without an absence take it away.
create function private.change_day_file(was private.day_files, given jsonb, allowed text[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  changed private.day_files;
begin
  if jsonb_typeof(given) is distinct from 'object' or length(given::text) > 30000 then
    perform private.refuse(400, '22023', 'Name the facts that change');
  end if;
  if exists (select from jsonb_each(given) as fact where fact.key <> all (allowed)
      or fact.key not in ('kept', 'results', 'priceCents', 'followedCents', 'cancelCents')
        and jsonb_typeof(fact.value) not in ('string', 'null')) then
    perform private.refuse(400, '22023', 'There is no such fact');
  end if;
  changed := jsonb_populate_record(was, (
    select jsonb_object_agg(lower(regexp_replace(fact.key, '([A-Z])', '_\1', 'g')), fact.value) from jsonb_each(given) as fact));
  update private.day_files f set version = f.version + 1, address = changed.address, siren = changed.siren,
      status = changed.status, payer = changed.payer, payer_name = changed.payer_name,
      payer_address = changed.payer_address, payer_siren = changed.payer_siren, prior_level = changed.prior_level,
      next_days = changed.next_days,
      price_cents = changed.price_cents, kept = changed.kept, results = changed.results,
      funding_filed_on = changed.funding_filed_on, funding_dropped_on = changed.funding_dropped_on,
      cancel_cents = changed.cancel_cents, deposit_on = changed.deposit_on,
      express_request_on = changed.express_request_on, reimbursement_asked_on = changed.reimbursement_asked_on,
      followed_cents = case when private.has_absence(changed.kept)
        or changed.kept is not null and (given ? 'followedCents' or changed.kept = was.kept) then changed.followed_cents end
    where f.ref = was.ref;
end $$;

-- What the page of a file shows. `left`, `calledOff`: the signed agreement that its visitor's cancellation, or the
-- owner's, has ended, until what that asks for is noted. `vatThen`: the regime of VAT of its last day. `signedClient`:
-- that of the agreement that both sides are bound by.
create function private.owned_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('request', private.owned_reservation_json(reservation), 'file',
    private.day_file_json(reservation)::jsonb || jsonb_build_object('dayCents', private.announced_cents(reservation),
      'vatThen', (select private.vat_on(max(day)) from unnest(private.confirmed_days(reservation.id)) as day),
      'signedClient', (select jsonb_build_object('payer', b.client -> 'payer', 'payerName', b.client -> 'payer_name',
          'payerSiren', b.client -> 'payer_siren') from private.binding_agreements b where b.ref = reservation.id)),
    'videoLink', (select s.video_link from private.settings s), 'hasOtherHours', private.has_other_hours(reservation.id),
    'hasLowNote', (select 'low' = any (private.news_of(f)) from private.file_of(reservation) as f),
    'left', case when not ended.is_own then ended.agreement end, 'calledOff', case when ended.is_own then ended.agreement end)
    from private.ended_agreement(reservation) as ended
$$;

-- Null when there is no such reservation.
create function public.owner_day_file(id uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return (select private.owned_file_json(r) from public.reservations r where r.id = owner_day_file.id);
end $$;

-- Null when there is no such reservation. What nobody has written needs no row.
create function public.owner_see_day_file(id uuid) returns json
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  update private.day_files f set seen_at = now() where f.ref = owner_see_day_file.id;
  return public.owner_day_file(id);
end $$;

create function private.lock_for_file(request uuid) returns public.reservations
language plpgsql volatile set search_path = ''
as $$
declare
  locked public.reservations;
begin
  select r.* into locked from public.reservations r where r.id = request for no key update;
  if not found then
    perform private.refuse(404, 'UNKNOWN_REQUEST', 'There is no such reservation');
  end if;
  return locked;
end $$;

-- No fact has a day to come, and a deposit none that the law forbids. A deposit is an event of its own.
create function public.owner_change_day_file(id uuid, version integer, changes json) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  reservation public.reservations := private.lock_for_file(id);
  was constant private.day_files := private.lock_day_file(reservation, version);
  file private.day_files;
  is_deposit boolean;
begin
  perform private.change_day_file(was, changes::jsonb, array['address', 'siren', 'status',
    'payer', 'payerName', 'payerAddress', 'payerSiren', 'priorLevel', 'nextDays', 'priceCents', 'kept', 'results',
    'fundingFiledOn', 'fundingDroppedOn', 'depositOn', 'expressRequestOn', 'reimbursementAskedOn', 'followedCents',
    'cancelCents']);
  is_deposit := changes::jsonb ? 'depositOn';
  if not is_deposit or (select count(*) from json_object_keys(changes)) > 1 then
    perform private.add_event(id, who, 'filed');
  end if;
  reservation := private.follow_client(reservation, was, who);
  select f.* into strict file from private.day_files f where f.ref = was.ref;
  if greatest(file.funding_filed_on, file.funding_dropped_on, file.deposit_on, file.express_request_on,
      file.reimbursement_asked_on) > private.paris_day(now()) then
    perform private.refuse_action('This day has not come yet');
  end if;
  if file.deposit_on is distinct from was.deposit_on and file.deposit_on is not null then
    perform private.refuse_early_payment(reservation, file.deposit_on, false);
  end if;
  if is_deposit then
    perform private.add_event(id, who, case when file.deposit_on is null then 'deposit_undone' else 'deposit' end,
      case when file.deposit_on is not null then json_strip_nulls(json_build_object('days', array[file.deposit_on],
        'cents', file.deposit_cents)) end);
  end if;
  return private.owned_file_json(reservation);
end $$;

create function private.mark_paper(reservation public.reservations, who text, paper text, step text, day date,
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
comment on function private.mark_paper(public.reservations, text, text, text, date, text) is
  'Stores a mark with the confirmed days, the price, the regime of VAT, whether contracts ask for a deposit, the texts that an
agreement fixes, its client, and the digest of then; a null day takes it back. A signature is of the paper that was sent, with what that
says: one that is sent again for other days, or with another text, is not signed yet, and the signed agreement before binds
until it is. One that says the same as what is signed changes nothing in that. One that takes the place of a void one says of
which day that was, and from when one that was signed allowed a deposit.';

-- Marks a paper as sent or signed on a day; null takes it back. `print`: digest of what it says.
create function public.owner_mark_paper(id uuid, version integer, paper text, step text, day date default null,
  print text default null) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
  reservation public.reservations := private.lock_for_file(id);
  file constant private.day_files := private.lock_day_file(reservation, version);
begin
  if (paper = any (private.papers()) and step in ('sent', 'signed')) is not true then
    perform private.refuse(400, '22023', 'There is no such paper or step');
  end if;
  if day is not null and (reservation.is_spam or reservation.unwanted or reservation.status = 'annulee') then
    perform private.refuse_action('This reservation is not confirmed', 'not-confirmed');
  end if;
  if day > private.paris_day(now()) then
    perform private.refuse_action('This day has not come yet');
  end if;
  if day is not null and private.paper_lacks(private.file_of(reservation), paper) <> '{}' then
    perform private.refuse_action('This paper is incomplete', 'paper-incomplete');
  end if;
  reservation := private.mark_paper(reservation, who, paper, step, day, print);
  update private.day_files f set version = f.version + 1 where f.ref = file.ref;
  return private.owned_file_json(reservation);
end $$;

-- Leaves a paper as it went out: a text of the site that has changed since makes it no less valid. `print`: digest of
-- what it would say now.
create function public.owner_leave_paper(id uuid, version integer, paper text, print text) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  reservation public.reservations;
  file private.day_files;
begin
  perform private.require_owner();
  reservation := private.lock_for_file(id);
  file := private.lock_day_file(reservation, version);
  update private.day_papers p set left_print = owner_leave_paper.print
    where p.ref = file.ref and p.paper = owner_leave_paper.paper and coalesce(p.sent_on, p.signed_on) is not null;
  if not found then
    perform private.refuse_action('This paper has not gone out');
  end if;
  update private.day_files f set version = f.version + 1 where f.ref = file.ref;
  return private.owned_file_json(reservation);
end $$;

-- What follows a confirmation: the convention is sent, then signed, the day is paid, the day is held. The owner notes
-- each with its day, or not at all; only the payment of a contract waits for what comes before it.

create function private.follow_up_steps() returns text[]
language sql immutable set search_path = ''
return array['convention_sent', 'convention_signed', 'paid', 'held'];

-- Notes the day of a step; null takes it back. A convention is marked like in its file: complete, and with what it
-- says. Of a cancelled reservation whose agreement was signed, a payment still is: the conditions may ask for one. Days
-- are held once the hours of all are over.
create function public.owner_follow_up(id uuid, version integer, step text, day date default null,
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

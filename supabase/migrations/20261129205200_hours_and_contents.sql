-- The hours that were planned are kept with those that were followed, so that a later timetable changes no day of before, and the
-- database knows too what has a price of its own. Why: docs/decisions/054-papers-are-computed.md.

-- As before; `planned`: minutes of the day, the same for both its halves. Those that were noted earlier have none.
create or replace function private.are_half_days(value jsonb) returns boolean
language sql immutable strict set search_path = ''
return case when jsonb_typeof(value) = 'array' and jsonb_array_length(value) <= 60 then not exists (
  select from jsonb_array_elements(value) as h
    where (jsonb_typeof(h) = 'object' and h ?& '{date,half,from,to}' and h - '{date,half,from,to,planned}'::text[] = '{}'
        and h ->> 'date' ~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$' and h ->> 'half' in ('morning', 'afternoon')
        and case when h ->> 'from' is null then h ->> 'to' is null
          else h ->> 'from' ~ '^([01]\d|2[0-3]):[0-5]\d$' and h ->> 'to' ~ '^([01]\d|2[0-3]):[0-5]\d$'
            and h ->> 'from' < h ->> 'to' end
        and case when h ? 'planned' then jsonb_typeof(h -> 'planned') = 'number' and h ->> 'planned' ~ '^[1-9]\d{0,3}$'
          and (h ->> 'planned')::integer <= 1440 else true end) is not true)
  and (select count(*) = count(distinct (h ->> 'date', h ->> 'half'))
      and count(distinct (h ->> 'date', h ->> 'planned')) = count(distinct h ->> 'date') from jsonb_array_elements(value) as h)
else false end;

comment on column private.day_files.kept is
  'Each half-day as it was really held, in Paris, with the minutes that were planned for its day when it was noted.';

-- `followedLess` of contract/src/day-hours.ts: an absence, or all hours noted and more than a quarter of an hour less than planned. Of
-- hours that were noted without their plan, only an absence is known.
create function private.followed_less(kept jsonb, days date[]) returns boolean
language sql immutable set search_path = '' as $$
  with own as (
    select day, (h ->> 'to')::time - (h ->> 'from')::time as followed,
        make_interval(mins => (h ->> 'planned')::integer) as planned
      from unnest(days) as day join jsonb_array_elements(kept) as h on h ->> 'date' = to_char(day, 'YYYY-MM-DD')
  )
  select coalesce(bool_or(own.followed is null)
      or count(*) = 2 * cardinality(days) and count(own.planned) = count(*)
        and sum(own.followed) < sum(own.planned) / 2 - interval '15 minutes', false) from own
$$;
revoke all on function private.followed_less from public;

-- As before; an invoice lacks its price after an early leave too.
create or replace function private.paper_lacks(file private.day_files, paper text) returns text[]
language sql stable set search_path = '' as $$
  select array_remove(array[
    case when c.days = '{}' then 'days' end,
    case when c.has_client and not c.is_employer and file.address is null then 'address' end,
    case when paper in ('convention', 'facture') and file.payer is null then 'payer' end,
    case when (c.has_client and c.is_employer or paper = 'convention' and file.payer = 'other')
      and file.payer_name is null then 'payerName' end,
    case when c.has_client and c.is_employer and file.payer_address is null then 'payerAddress' end,
    case when paper = 'convention' and c.is_employer and file.payer_siren is null then 'payerSiren' end,
    case when paper = 'convention' and file.payer in ('agefice', 'fifpl') and file.siren is null then 'siren' end,
    case when paper = 'convention' and file.payer = 'self' and file.prior_level is null then 'priorLevel' end,
    case when paper = 'emargement' and private.first_unkept(c.past, file.kept) is not null
      or paper in ('certificat', 'attestation') and (c.days[cardinality(c.days)] > c.today
        or private.first_unkept(c.days, file.kept) is not null) then 'kept' end,
    -- Who was absent all the time has followed nothing.
    case when paper in ('certificat', 'attestation') and not exists (
      select from jsonb_array_elements(file.kept) as h where h ->> 'from' is not null) then 'followed' end,
    case when paper = 'facture' and private.followed_less(file.kept, c.days) and file.followed_cents is null
      and file.price_cents is distinct from 0 then 'followedCents' end,
    case when paper = 'attestation' and jsonb_array_length(coalesce(file.results, '[]')) = 0 then 'results' end], null)
    from (select own.*, array(select day from unnest(own.days) as day where day < own.today) as past
      from (select private.confirmed_days(file.ref) as days, private.paris_day(now()) as today,
        paper in ('devis', 'convention', 'facture') as has_client, coalesce(file.payer in ('opco', 'company'), false) as is_employer) as own) as c
$$;

-- A training of several days has a programme for each: the file holds what the timetable of the site, which is of one day, does not.
-- An agreement that replaces a signed one names the day of its signature, the only one that is written on it.

alter table private.day_files add column next_days text constraint day_files_next_days_ok
  check (private.is_message(next_days) and private.typed_length(next_days) <= 2000);
comment on column private.day_files.next_days is
  'What the days after the first one contain, for the programme and the agreement; null where each is like the first.';
comment on column private.day_papers.replaces is
  'When the one went out that this one replaces, as its days, price, regime of VAT or kind were others; of an agreement that was '
  'signed, the day of its signature; null for a first one.';

-- As before, with the new column.
create or replace function private.tidy_day_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.address := private.tidy_line(new.address);
  new.siren := private.tidy_siren(new.siren);
  new.payer_name := private.tidy_line(new.payer_name);
  new.payer_address := private.tidy_line(new.payer_address);
  new.payer_siren := private.tidy_siren(new.payer_siren);
  new.prior_level := nullif(private.trimmed(normalize(replace(new.prior_level, E'\r\n', E'\n'))), '');
  new.next_days := nullif(private.trimmed(normalize(replace(new.next_days, E'\r\n', E'\n'))), '');
  return new;
end $$;

create or replace function private.change_day_file(was private.day_files, given jsonb, allowed text[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  changed private.day_files;
begin
  if jsonb_typeof(given) is distinct from 'object' or length(given::text) > 30000 then
    perform private.refuse(400, '22023', 'Name the facts that change');
  end if;
  if exists (select from jsonb_each(given) as fact where fact.key <> all (allowed)
      or fact.key not in ('kept', 'results', 'priceCents', 'followedCents') and jsonb_typeof(fact.value) not in ('string', 'null')) then
    perform private.refuse(400, '22023', 'There is no such fact');
  end if;
  changed := jsonb_populate_record(was, (
    select jsonb_object_agg(lower(regexp_replace(fact.key, '([A-Z])', '_\1', 'g')), fact.value) from jsonb_each(given) as fact));
  update private.day_files f set version = f.version + 1, address = changed.address, siren = changed.siren,
      status = changed.status, payer = changed.payer, payer_name = changed.payer_name,
      payer_address = changed.payer_address, payer_siren = changed.payer_siren, prior_level = changed.prior_level,
      next_days = changed.next_days,
      price_cents = changed.price_cents, kept = changed.kept, results = changed.results,
      funding_filed_on = changed.funding_filed_on, deposit_on = changed.deposit_on,
      followed_cents = case when private.has_absence(changed.kept)
        or changed.kept is not null and (given ? 'followedCents' or changed.kept = was.kept) then changed.followed_cents end
    where f.ref = was.ref;
end $$;

create or replace function private.day_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('version', coalesce(f.version, 1), 'address', f.address, 'siren', f.siren, 'status', f.status,
      'payer', f.payer, 'payerName', f.payer_name, 'payerAddress', f.payer_address, 'payerSiren', f.payer_siren,
      'priorLevel', f.prior_level, 'nextDays', f.next_days, 'priceCents', f.price_cents, 'kept', f.kept, 'results', f.results,
      'fundingFiledOn', f.funding_filed_on, 'depositOn', f.deposit_on, 'followedCents', f.followed_cents,
      'filledAt', private.iso(f.filled_at), 'feedback', f.feedback, 'answeredAt', private.iso(f.answered_at),
      'isNew', private.news_of(f) <> '{}',
      'papers', (
        select json_agg(json_build_object('paper', name.paper,
            'sentOn', p.sent_on, 'signedOn', p.signed_on, 'replaces', p.replaces, 'vat', p.vat,
            'days', to_json(p.days), 'print', p.print, 'isValid', p.ref is null or exists (
              select from private.valid_papers v where v.ref = p.ref and v.paper = p.paper)) order by name.place)
          from unnest(private.papers()) with ordinality as name (paper, place)
            left join private.day_papers p on p.ref = reservation.id and p.paper = name.paper))
    from private.file_of(reservation) as f
$$;

-- As before, with the new column and the day of the signature.
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
    'fundingFiledOn', 'depositOn', 'followedCents']);
  perform private.add_event(id, who, 'filed');
  select f.* into strict file from private.day_files f where f.ref = was.ref;
  -- Who pays alone signs a contract, others a convention: the marks of one are not those of the other, which replaces it.
  if (file.payer = 'self') is true <> (was.payer = 'self') is true then
    update private.day_papers p set sent_on = null, signed_on = null, print = null, cents = null, vat = null,
        replaces = coalesce(p.signed_on, p.sent_on, p.replaces)
      where p.ref = was.ref and p.paper = 'convention';
    perform private.add_event(was.ref, who, mark.step || '_undone')
      from (values ('convention_sent', reservation.convention_sent_on), ('convention_signed', reservation.convention_signed_on))
        as mark (step, day) where mark.day is not null;
    update public.reservations r set convention_sent_on = null, convention_signed_on = null
      where r.id = was.ref and coalesce(r.convention_sent_on, r.convention_signed_on) is not null;
    select r.* into strict reservation from public.reservations r where r.id = was.ref;
  end if;
  if greatest(file.funding_filed_on, file.deposit_on) > private.paris_day(now()) then
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
  stored private.day_papers;
begin
  insert into private.day_files (ref) values (reservation.id) on conflict do nothing;
  select p.* into was from private.day_papers p where p.ref = reservation.id and p.paper = mark_paper.paper;
  if not exists (select from private.valid_papers p where p.ref = reservation.id and p.paper = mark_paper.paper) then
    -- What was signed has the day of the signature alone.
    void := case mark_paper.paper when 'convention' then coalesce(was.signed_on, was.sent_on)
      else coalesce(was.sent_on, was.signed_on) end;
  end if;
  insert into private.day_papers as p (ref, paper, sent_on, signed_on, days, print, cents, vat)
    values (reservation.id, mark_paper.paper, case step when 'sent' then day end, case step when 'signed' then day end,
      private.confirmed_days(reservation.id), mark_paper.print, private.price_of(reservation),
      (select s.vat from private.settings s))
    on conflict (ref, paper) do update set
      sent_on = case step when 'sent' then day else p.sent_on end,
      signed_on = case when step = 'signed' then day
        when day is null or p.days = excluded.days and coalesce(p.print = excluded.print, true) then p.signed_on end,
      days = case when day is null or step = 'signed' and p.sent_on is not null then p.days else excluded.days end,
      print = case when day is null or step = 'signed' and p.sent_on is not null then p.print else excluded.print end,
      cents = case when day is null or step = 'signed' and p.sent_on is not null then p.cents else excluded.cents end,
      vat = case when day is null or step = 'signed' and p.sent_on is not null then p.vat else excluded.vat end,
      replaces = case when day is null or step = 'signed' and p.sent_on is not null then p.replaces
        else coalesce(void, p.replaces) end
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

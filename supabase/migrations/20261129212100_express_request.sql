-- A day within the fourteen days in which a consumer may withdraw is held only if the consumer has asked for it in the agreement
-- (Code de la consommation, L221-25). The owner notes it with the signature, or later; until then, the day is told of.
-- Why: docs/decisions/054-papers-are-computed.md.

alter table private.day_files add column express_request_on date;
comment on column private.day_files.express_request_on is
  'When the consumer asked that the training begins before the time to withdraw is over. Counts for an agreement that was signed by then.';

alter table private.day_files add column reimbursement_asked_on date;
comment on column private.day_files.reimbursement_asked_on is 'When AGEFICE was asked for the reimbursement, with the paid invoice.';

alter table private.day_papers add column deposit boolean;
comment on column private.day_papers.deposit is 'private.settings.asks_deposit when it was last marked; null when unknown.';

-- `isConsumer` and `lastConsumerDay` of the owner's space.
create function private.is_consumer(file private.day_files) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(file.payer not in ('agefice', 'fifpl', 'opco', 'company') and file.status is distinct from 'independent'
    and (file.siren is null or file.status = 'individual'), false)
$$;

create function private.last_consumer_day(signed_on date) returns date
language sql immutable set search_path = ''
return signed_on + 14 + case extract(isodow from signed_on) when 6 then 2 when 7 then 1 else 0 end;

-- Days to come that may not be held, of agreements that count.
create function private.days_without_request() returns table (request uuid, name text, is_contract boolean, days date[])
language sql stable set search_path = '' as $$
  select r.id, r.name, f.payer = 'self', array_agg(d.date order by d.date)
    from private.valid_papers p join public.reservations r on r.id = p.ref
      join public.reservation_dates d on d.reservation_id = r.id, lateral private.file_of(r) as f
    where p.paper = 'convention' and p.signed_on > private.paris_day(now()) - 17
      and d.confirmed and d.date between private.paris_day(now()) and private.last_consumer_day(p.signed_on)
      and private.is_consumer(f) and f.price_cents is distinct from 0
      and coalesce(f.express_request_on < p.signed_on, true) and not (r.is_spam or r.unwanted)
    group by r.id, f.payer
$$;

-- As before, with the new columns.
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
      express_request_on = changed.express_request_on, reimbursement_asked_on = changed.reimbursement_asked_on,
      followed_cents = case when private.has_absence(changed.kept)
        or changed.kept is not null and (given ? 'followedCents' or changed.kept = was.kept) then changed.followed_cents end
    where f.ref = was.ref;
end $$;

create or replace function private.day_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('version', coalesce(f.version, 1), 'address', f.address, 'siren', f.siren, 'status', f.status,
      'payer', f.payer, 'payerName', f.payer_name, 'payerAddress', f.payer_address, 'payerSiren', f.payer_siren,
      'priorLevel', f.prior_level, 'nextDays', f.next_days, 'priceCents', f.price_cents, 'kept', f.kept, 'results', f.results,
      'fundingFiledOn', f.funding_filed_on, 'depositOn', f.deposit_on, 'expressRequestOn', f.express_request_on,
      'reimbursementAskedOn', f.reimbursement_asked_on, 'followedCents', f.followed_cents,
      'filledAt', private.iso(f.filled_at), 'feedback', f.feedback, 'answeredAt', private.iso(f.answered_at),
      'isNew', private.news_of(f) <> '{}',
      'papers', (
        select json_agg(json_build_object('paper', name.paper,
            'sentOn', p.sent_on, 'signedOn', p.signed_on, 'replaces', p.replaces, 'vat', p.vat, 'deposit', p.deposit,
            'days', to_json(p.days), 'print', p.print, 'isValid', p.ref is null or exists (
              select from private.valid_papers v where v.ref = p.ref and v.paper = p.paper)) order by name.place)
          from unnest(private.papers()) with ordinality as name (paper, place)
            left join private.day_papers p on p.ref = reservation.id and p.paper = name.paper))
    from private.file_of(reservation) as f
$$;

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
    'fundingFiledOn', 'depositOn', 'expressRequestOn', 'reimbursementAskedOn', 'followedCents']);
  perform private.add_event(id, who, 'filed');
  select f.* into strict file from private.day_files f where f.ref = was.ref;
  -- Who pays alone signs a contract, others a convention: the marks of one are not those of the other, which replaces it.
  if (file.payer = 'self') is true <> (was.payer = 'self') is true then
    update private.day_papers p set sent_on = null, signed_on = null, print = null, cents = null, vat = null, deposit = null,
        replaces = coalesce(p.signed_on, p.sent_on, p.replaces)
      where p.ref = was.ref and p.paper = 'convention';
    perform private.add_event(was.ref, who, mark.step || '_undone')
      from (values ('convention_sent', reservation.convention_sent_on), ('convention_signed', reservation.convention_signed_on))
        as mark (step, day) where mark.day is not null;
    update public.reservations r set convention_sent_on = null, convention_signed_on = null
      where r.id = was.ref and coalesce(r.convention_sent_on, r.convention_signed_on) is not null;
    select r.* into strict reservation from public.reservations r where r.id = was.ref;
  end if;
  if greatest(file.funding_filed_on, file.deposit_on, file.express_request_on, file.reimbursement_asked_on) > private.paris_day(now()) then
    perform private.refuse_action('This day has not come yet');
  end if;
  if file.deposit_on is distinct from was.deposit_on and file.deposit_on is not null then
    perform private.refuse_early_payment(reservation, file.deposit_on, false);
  end if;
  return private.owned_file_json(reservation);
end $$;

-- As before, with the days that may not be held: a kind of its own, as an earlier space knows no other step.
create or replace function private.concerns() returns json
language sql stable set search_path = '' as $$
  select json_agg(one.detail order by one.place) from (
    select c.value::jsonb as detail, c.ordinality as place from json_array_elements(private.site_concerns()) with ordinality as c
    union all
    select jsonb_build_object('kind', 'express_request', 'isUrgent', false, 'request', e.request, 'name', e.name,
        'days', e.days, 'isContract', e.is_contract), 900 + row_number() over (order by e.days, e.request)
      from (select * from private.days_without_request() d order by d.days, d.request limit 10) as e
    union all
    select jsonb_build_object('kind', case d.step when 'invoice' then d.step else 'deadline' end,
        'isUrgent', false, 'step', d.step, 'request', d.request, 'name', d.name,
        'due', d.due) || jsonb_strip_nulls(jsonb_build_object(
          'days', case when d.step = 'kept' then (
            select array_agg(day order by day)
              from public.reservations r, lateral private.file_of(r) as f, unnest(private.confirmed_days(r.id)) as day
              where r.id = d.request and day >= d.due and day < private.paris_day(now())
                and private.first_unkept(array[day], f.kept) is not null) else d.days end,
          'news', array_remove(case when invoice.lacks then d.news || 'price'::text else d.news end, 'late_invoice'),
          'papers', case when invoice.lacks then array_remove(d.papers, 'facture') else d.papers end,
          'isContract', case d.step when 'signature' then (
            select f.payer = 'self' from public.reservations r, lateral private.file_of(r) as f where r.id = d.request) end,
          'isUnsent', case d.step when 'signature' then nullif(not exists (
            select from private.valid_papers p
              where p.ref = d.request and p.paper = 'convention' and p.sent_on is not null), false) end,
          'isAsked', case d.step when 'funding' then nullif(private.confirmed_days(d.request) = '{}', false) end,
          'isLate', case when d.step in ('funding', 'invoice') then d.due < private.paris_day(now())
            when 'late_invoice' = any (d.news) then true end)),
        1000 + row_number() over (order by d.due, d.request)
      from (select *, row_number() over (partition by near.step in ('kept', 'file'),
            near.step = 'funding' and private.confirmed_days(near.request) = '{}' order by near.due, near.request) as place
        from private.deadlines(private.paris_day(now())) as near) as d,
        lateral (select d.step = 'file' and 'facture' = any (d.papers) and exists (
          select from public.reservations r, lateral private.file_of(r) as f
            where r.id = d.request and 'followedCents' = any (private.paper_lacks(f, 'facture'))) as lacks) as invoice
      where d.place <= 10) as one
$$;

-- As before; a day that may not be held is told of once a week, like a date that is near.
create or replace function private.queue_concerns(at timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_morning boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.queue_concerns', 0));
  update private.upkeep u set reminded_at = at from private.settings s
    where (u.reminded_at between private.last_hour(s.reminder_hour, at) and at + interval '1 hour') is not true;
  is_morning := found;
  if not exists (select from private.outbox o where o.kind = 'concerns' and o.sent_at is null
        and coalesce(o.given_up_at, 'infinity') > now() - interval '1 hour')
      and exists (
        select from json_array_elements(private.concerns()) as c
          where (is_morning or (c ->> 'isUrgent')::boolean)
            -- Two mornings are a little less than a day apart.
            and not exists (select from private.outbox o where o.kind = 'concerns' and o.told && private.concern_names(json_build_array(c))
                  and o.sent_at > at - case when (c ->> 'isUrgent')::boolean then interval '1 day'
                    when c ->> 'kind' in ('deadline', 'invoice', 'express_request') then interval '6 days 20 hours'
                    else interval '20 hours' end)) then
    insert into private.outbox (kind) values ('concerns');
  end if;
end $$;

revoke all on function private.is_consumer, private.last_consumer_day, private.days_without_request from public;

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

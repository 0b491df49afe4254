-- As before; the convention and the programme of several days to come lack what the next ones contain, as on the page: both sides
-- would otherwise sign what nobody has said.
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
    -- Nobody writes any more what days contain that are over.
    case when paper in ('convention', 'programme') and cardinality(c.days) > 1 and c.days[cardinality(c.days)] >= c.today
      and file.next_days is null then 'nextDays' end,
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

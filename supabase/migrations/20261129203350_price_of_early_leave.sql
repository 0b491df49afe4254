-- What was followed has a price of its own after an early leave too. Only the page knows the planned hours, and says the price with
-- the hours it is for: other hours without an absence take it away.
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
      price_cents = changed.price_cents, kept = changed.kept, results = changed.results,
      funding_filed_on = changed.funding_filed_on, deposit_on = changed.deposit_on,
      followed_cents = case when private.has_absence(changed.kept)
        or changed.kept is not null and (given ? 'followedCents' or changed.kept = was.kept) then changed.followed_cents end
    where f.ref = was.ref;
end $$;

comment on column private.day_files.followed_cents is
  'With all taxes, for what was followed where that is less than planned; null until the owner has said it. Agreements keep price_cents.';

-- The price of a request is the one that its page announced: a price that the owner changes later is that of later
-- requests. Why: docs/decisions/055-facts-of-the-owner.md.

create table private.price_lists (
  since          timestamptz primary key default now(),
  standard_cents integer not null,
  funded_cents   integer not null,
  constraint price_lists_ok check (least(standard_cents, funded_cents) >= 0)
);
comment on table private.price_lists is 'The prices of a day that the site has announced, in euro cents with all taxes, each since when.';

-- Each start of the site and each change of its facts writes them.
create function private.set_prices(standard integer, funded integer) returns void
language sql security definer set search_path = '' as $$
  insert into private.price_lists (standard_cents, funded_cents)
    select standard, funded where (standard, funded) is distinct from
      (select (l.standard_cents, l.funded_cents) from private.price_lists l order by l.since desc limit 1)
    on conflict (since) do update set standard_cents = excluded.standard_cents, funded_cents = excluded.funded_cents;
$$;

-- A page that was opened before a change still shows the former price and names it; who forges the call gets no other
-- one.
create function private.announce_price() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  shown constant integer := substring(private.client_token('price') from '^[0-9]{1,8}$');
begin
  select l.cents into new.day_cents from (
      select case when new.is_agefice then funded_cents else standard_cents end as cents, since,
          lead(since, 1, now()) over (order by since) as until
        from private.price_lists) as l
    where l.until > now() - interval '7 days'
    order by l.cents is not distinct from shown desc, l.since desc limit 1;
  return new;
end $$;
create trigger announce before insert on public.reservations
  for each row when (new.day_cents is null) execute function private.announce_price();

-- Null where no price was announced: nobody has told the database.
create function private.announced_cents(reservation public.reservations) returns integer
language sql stable set search_path = '' as $$
  select coalesce(reservation.day_cents, (select case when reservation.is_agefice then l.funded_cents else l.standard_cents end
    from private.price_lists l order by l.since limit 1))
$$;

-- A day that is over is taxed as it was then.

create table private.vat_regimes (
  until date primary key,
  vat   text not null
);
comment on table private.vat_regimes is 'Earlier regimes of VAT of the site: `until` is the day in Paris on which another one began.';

-- Each start of the site and each change of its facts writes it.
create function private.set_vat(regime text) returns void
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

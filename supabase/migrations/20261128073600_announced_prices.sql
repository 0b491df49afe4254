-- The price of a request is the one that its page announced: a price that the owner changes later is that of later requests.
-- Why: docs/decisions/055-facts-of-the-owner.md.

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

alter table public.reservations
  add column day_cents integer constraint reservations_day_cents_ok check (day_cents >= 0);
comment on column public.reservations.day_cents is
  'Announced price of a day, in euro cents with all taxes; null for that of the first price list, of a request from before it.';

-- A page that was opened before a change still shows the former price and names it; who forges the call gets no other one.
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

create or replace function private.owned_file_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('request', private.owned_reservation_json(reservation), 'file',
    private.day_file_json(reservation)::jsonb || jsonb_build_object('dayCents', private.announced_cents(reservation)))
$$;

-- Its type is TrainingYear in contract/src/training-year.ts.
create or replace function private.training_year(year integer) returns json
language sql stable set search_path = '' as $$
  select json_build_object('year', training_year.year, 'isReported', coalesce(s.reported_year >= training_year.year, false),
      'reservations', (
        select coalesce(json_agg(held.value::jsonb || jsonb_build_object('dayCents', private.announced_cents(r))
            order by held.ordinality), '[]')
          from json_array_elements(private.held_in(training_year.year)) with ordinality as held
            join public.reservations r on r.id = (held.value ->> 'id')::uuid),
      'feedback', private.feedback_means())
    from private.settings s
$$;

-- Mails to visitors have the price that was announced, or that the owner has agreed with them since.
create or replace function private.mail_detail(mail private.outbox) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when mail.kind = 'feedback' and private.awaits_feedback(mail.ref, mail.about) is not true then null
    when mail.recipient_hash is not null then private.visitor_detail(
        case mail.kind when 'link' then 'receipt' else mail.kind end, mail.ref, mail.id)::jsonb || (
      select jsonb_build_object('dayCents', max(private.announced_cents(r)), 'priceCents', max(f.price_cents))
        from public.reservations r left join private.day_files f on f.ref = r.id where r.id = mail.ref)
    else case mail.kind
      when 'contact' then private.request_json(mail.ref)
      when 'change' then private.change_detail(mail.ref)
      when 'digest' then private.digest_detail(mail.id)
      when 'concerns' then (
        select json_build_object('concerns', c.list) from (select private.concerns() as list) c where c.list is not null)
      when 'code' then private.code_detail(mail.id)
      when 'welcome' then (select json_build_object('email', o.email) from private.owners o where o.id = mail.ref)
      else private.reservation_detail(mail.ref) end::jsonb end;
end $$;

revoke all on private.price_lists from public, anon, authenticated;
revoke all on all functions in schema private from public;

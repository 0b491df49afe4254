-- A search finds a person however the name or the number was typed, and a greeting has any name of Latin letters. The twin
-- of private.dialled() is `readPhone` in contract/src/phone.ts.

-- Without marks and invisible characters, in lower case whatever the server's locale. « lecoeur » finds « Lecœur ».
create or replace function private.fold(value text) returns text
language sql immutable parallel safe
return replace(replace(replace(translate(lower(regexp_replace(normalize(value, NFKD),
    '[\u00ad\u0300-\u036f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g')),
  'ŒÆẞŁłØøĐđÐðŦŧĦħıʼ‘’', 'œæßllooddddtthhi'''''''), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss');

-- The beginnings of a French number by which it is looked for: 06…, 336…, 00336…, 3306…; of another one, its digits.
create function private.dialled(phone text) returns text
language plpgsql immutable parallel safe
as $$
declare
  digits constant text := regexp_replace(normalize(phone, NFKC), '[^0-9]', '', 'g');
  number constant text := right(digits, 9);
  code constant text := '00' || case
    when number ~ '^(?:26[29]|69[23]|639(?!98))' then '262'
    when number ~ '^(?:590|69[01])' then '590'
    when number ~ '^[56]94' then '594'
    when number ~ '^(?:596|69[67])' then '596'
    else '33' end;
begin
  return case when digits ~ '^(?:(?:00)?(?:33|262|59[046])0?|0)[1-9][0-9]{8}$'
    then code || number || ' ' || code || '0' || number else digits end;
end $$;
revoke all on function private.dialled(text) from public;
grant execute on function private.dialled(text) to anon, service_role;

create or replace function private.search_text(words text, phone text) returns text
language sql immutable parallel safe
return private.fold(words || ' ' || coalesce(phone || ' ' || private.dialled(phone), ''));

do $$
begin
  if to_regclass('public.contacts_search') is not null then
    reindex index public.contacts_search;
    reindex index public.reservations_search;
  end if;
end $$;

-- Up to eight words of Latin letters, some of which may be initials. Anybody can type a text with somebody else's address,
-- and the owner may confirm it without reading it twice: nothing in it reads as an address of a site.
create or replace function private.greeting_name(name text) returns text
language sql immutable set search_path = ''
return (select case when length(plain) <= 60 and plain ~ ('^' || word || '(?: ' || word || '){0,7}$') then plain end
  from (select regexp_replace(private.trimmed(normalize(name)), '[ \u00a0\u202f]+', ' ', 'g') as plain,
    replace('(?:(?:L[.]){1,3}|L+)(?:[''ʼ’\u2010\u2011-](?:L[.]|L+)){0,3}', 'L',
      '(?:[A-Za-zÀ-ÖØ-öø-ɏ\u1e00-\u1eff\u2c60-\u2c7f\ua722-\ua787][\u0300-\u036f]{0,2})') as word) as read);

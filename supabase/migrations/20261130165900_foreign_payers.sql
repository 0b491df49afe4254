-- The number of a business abroad, which is no SIREN.

-- Whether an address may be abroad, which only the page knows: a country behind its last comma, or a postcode of
-- Monaco, Wallis-et-Futuna, Polynésie or Nouvelle-Calédonie.
create function private.may_be_abroad(address text) returns boolean
language sql immutable strict set search_path = ''
return address ~* ',(?! *france$)[^,0-9]+$|\m98[0678]\d\d\M';

-- A SIREN, or abroad a line with a digit: a number of a register or of VAT, as its country writes it.
create function private.is_business_number(value text, address text) returns boolean
language sql immutable set search_path = ''
return private.is_siren(value)
  or coalesce(private.may_be_abroad(address), false) and private.is_line(value, 2, 24) and value ~ '[0-9]';
revoke all on function private.may_be_abroad(text), private.is_business_number(text, text) from public;

alter table private.day_files
  drop constraint day_files_siren_ok,
  drop constraint day_files_payer_siren_ok,
  add constraint day_files_siren_ok check (private.is_business_number(siren, address)),
  add constraint day_files_payer_siren_ok check (private.is_business_number(payer_siren, payer_address));

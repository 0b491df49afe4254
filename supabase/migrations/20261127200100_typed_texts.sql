-- What is typed is stored in one spelling. The twin of private.clean_email() is `cleanEmail` in contract/src/email.ts.

-- The address in what was pasted: without invisible characters and spaces, `mailto:`, a name before it, a mark behind it.
create function private.clean_email(value text) returns text
language sql immutable set search_path = ''
return regexp_replace(replace(regexp_replace(regexp_replace(regexp_replace(private.trimmed(value),
    '[ \t\u00a0\u00ad\u061c\u1680\u2000-\u200f\u202a-\u202f\u205f-\u206f\u3000\ufeff]', '', 'g'),
  '^[^<>]*<([^<>]*)>[;,.]*$', '\1'), '^(?:mailto:)+([^?]*).*$', '\1', 'i'), '%40', '@'), '[;,.]+$', '');
revoke all on function private.clean_email(text) from public;

create or replace function private.tidy_contact() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.prenom := private.trimmed(normalize(new.prenom));
  new.nom := private.trimmed(normalize(new.nom));
  new.email := private.clean_email(new.email);
  new.telephone := private.trimmed(new.telephone);
  new.message := nullif(private.trimmed(normalize(replace(new.message, E'\r\n', E'\n'))), '');
  return new;
end $$;

create or replace function private.tidy_reservation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.trimmed(normalize(new.name));
  new.email := private.clean_email(new.email);
  new.phone := nullif(private.trimmed(new.phone), '');
  return new;
end $$;

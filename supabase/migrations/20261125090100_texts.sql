-- What a text may be. Each rule is written so that JavaScript judges the same text the same way: explicit code points
-- (what [[:space:]] or [[:cntrl:]] cover depends on the server's locale), lengths as a browser counts them. The twin of
-- each rule for a form is in supabase/README.md.

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema public to anon, authenticated, service_role;

-- Exactly what String.prototype.trim() removes.
create function private.trimmed(value text) returns text
language sql immutable set search_path = ''
return btrim(value, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff');

-- UTF-16 units, as `maxLength` and String.length count: an emoji is two.
create function private.typed_length(value text) returns integer
language sql immutable set search_path = ''
return char_length(regexp_replace(value, '[\U00010000-\U0010ffff]', 'xx', 'g'));
grant execute on function private.typed_length(text) to anon, service_role;

-- A line break in a name or an address is what mail-header injection needs.
create function private.is_line(value text, shortest integer, longest integer) returns boolean
language sql immutable set search_path = ''
return private.typed_length(value) between shortest and longest
   and value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
grant execute on function private.is_line(text, integer, integer) to anon, service_role;

create function private.is_message(value text) returns boolean
language sql immutable set search_path = ''
return private.typed_length(value) between 1 and 5000
   and value !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f]';
grant execute on function private.is_message(text) to anon, service_role;

-- The rule of <input type="email"> (WHATWG), plus a dotted domain ending in two characters or more.
create function private.is_email(value text) returns boolean
language sql immutable set search_path = ''
return length(value) <= 254 and value ~
  '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z0-9][A-Za-z0-9-]{0,61}[A-Za-z0-9]$';
grant execute on function private.is_email(text) to anon, service_role;

-- So that « helene » finds « Hélène », whatever the server's locale. These two have no setting of their own, so that they
-- are inlined.
create function private.fold(value text) returns text
language sql immutable parallel safe
return translate(lower(value), 'ÀÂÄÁÃÅÇÉÈÊËÍÌÎÏÑÓÒÔÖÕÚÙÛÜÝŸàâäáãåçéèêëíìîïñóòôöõúùûüýÿ’',
  'aaaaaaceeeeiiiinooooouuuuyyaaaaaaceeeeiiiinooooouuuuyy''');

-- The text in which a search looks. A telephone number is found however it is grouped.
create function private.search_text(words text, phone text) returns text
language sql immutable parallel safe
return private.fold(words || ' ' || coalesce(phone || ' ' || translate(phone, ' .-()+/', ''), ''));
-- The index of it is filled with the rights of whoever inserts.
grant execute on function private.fold(text), private.search_text(text, text) to anon, service_role;

create function private.iso(at timestamptz) returns text
language sql immutable set search_path = ''
return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');

create function private.paris_day(at timestamptz) returns date
language sql immutable set search_path = ''
return (at at time zone 'Europe/Paris')::date;

-- The last time that this hour began in Paris.
create function private.last_hour(hour integer, at timestamptz) returns timestamptz
language sql stable set search_path = ''
return (date_trunc('day', at at time zone 'Europe/Paris' - make_interval(hours => hour)) + make_interval(hours => hour))
  at time zone 'Europe/Paris';

-- What a text may be, in one place for every table.
-- Each rule is written so that JavaScript judges the same text the same way: explicit code points
-- (what [[:space:]] or [[:cntrl:]] cover depends on the server's locale), lengths as a browser
-- counts them. The twin of each rule for a form stands in supabase/README.md.

create schema if not exists private;
revoke all on schema private from public;

-- Exactly what String.prototype.trim() removes.
create function private.trimmed(value text) returns text
language sql immutable set search_path = ''
return btrim(value, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff');

-- UTF-16 units, as `maxLength` and String.length count: an emoji is two.
create function private.typed_length(value text) returns integer
language sql immutable set search_path = ''
return char_length(regexp_replace(value, '[\U00010000-\U0010ffff]', 'xx', 'g'));

-- A line break in a name or an address is what mail-header injection needs.
create function private.is_line(value text, shortest integer, longest integer) returns boolean
language sql immutable set search_path = ''
return private.typed_length(value) between shortest and longest
   and value !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';

create function private.is_message(value text) returns boolean
language sql immutable set search_path = ''
return private.typed_length(value) between 1 and 5000
   and value !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f]';

-- The rule of <input type="email"> (WHATWG), plus a dotted domain ending in two characters or more.
create function private.is_email(value text) returns boolean
language sql immutable set search_path = ''
return length(value) <= 254 and value ~
  '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z0-9][A-Za-z0-9-]{0,61}[A-Za-z0-9]$';

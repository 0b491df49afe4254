-- What comes in: texts, who calls and from where, and how a call is refused.

-- What a text may be. Each rule is written so that JavaScript judges the same text the same way: explicit code points
-- (what [[:space:]] or [[:cntrl:]] cover depends on the server's locale), lengths as a browser counts them. The twin of
-- each rule for a form is in supabase/README.md.

-- Removes exactly what String.prototype.trim() does.
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

-- The address in what was pasted: without invisible characters and spaces, `mailto:`, a name before it, a mark behind
-- it. Its twin is `cleanEmail` in contract/src/email.ts.
create function private.clean_email(value text) returns text
language sql immutable set search_path = ''
return regexp_replace(replace(regexp_replace(regexp_replace(regexp_replace(private.trimmed(value),
    '[ \t\u00a0\u00ad\u061c\u1680\u2000-\u200f\u202a-\u202f\u205f-\u206f\u3000\ufeff]', '', 'g'),
  '^[^<>]*<([^<>]*)>[;,.]*$', '\1'), '^(?:mailto:)+([^?]*).*$', '\1', 'i'), '%40', '@'), '[;,.]+$', '');

-- A search finds a person however the name or the number was typed. Without marks and invisible characters, in lower
-- case whatever the server's locale: « helene » finds « Hélène », « lecoeur » « Lecœur ». The functions of a search
-- have no setting of their own, so that they are inlined.
create function private.fold(value text) returns text
language sql immutable parallel safe
return replace(replace(replace(translate(lower(regexp_replace(normalize(value, NFKD),
    '[\u00ad\u0300-\u036f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g')),
  'ŒÆẞŁłØøĐđÐðŦŧĦħıʼ‘’', 'œæßllooddddtthhi'''''''), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss');

-- The beginnings of a French number by which it is looked for: 06…, 336…, 00336…, 3306…; of another one, its digits.
-- Its twin is `readPhone` in contract/src/phone.ts.
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

-- The text in which a search looks. A telephone number is found however it is grouped.
create function private.search_text(words text, phone text) returns text
language sql immutable parallel safe
return private.fold(words || ' ' || coalesce(phone || ' ' || private.dialled(phone), ''));
-- An insert fills the index on this text with the rights of its role.
grant execute on function private.fold(text), private.dialled(text), private.search_text(text, text) to anon, service_role;

create function private.iso(at timestamptz) returns text
language sql immutable set search_path = ''
return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');

create function private.paris_day(at timestamptz) returns date
language sql immutable set search_path = ''
return (at at time zone 'Europe/Paris')::date;

-- The first day whose hours are not over: today until their end, at midnight where the site has none.
create function private.first_day_ahead() returns date
language sql stable set search_path = '' as $$
  select private.paris_day(now()) + coalesce(
      (to_char(now() at time zone 'Europe/Paris', 'HH24:MI') >= right(s.day_hours, 5))::integer, 0)
    from private.settings s
$$;

-- The last time that this hour began in Paris.
create function private.last_hour(hour integer, at timestamptz) returns timestamptz
language sql stable set search_path = ''
return (date_trunc('day', at at time zone 'Europe/Paris' - make_interval(hours => hour)) + make_interval(hours => hour))
  at time zone 'Europe/Paris';

-- Who calls, from where, and how a call is refused.

-- The role is read from the setting that SET ROLE leaves: in a security definer function
-- current_user is the definer. The owner's own tools and a restored dump are not visitors; nor are visitors with a link
-- to their request, whose functions check rules of their own.
create function private.is_visitor() returns boolean
language sql stable set search_path = ''
return coalesce(nullif(current_setting('role', true), 'none'), session_user) in ('anon', 'authenticated')
  and coalesce(current_setting('site.managing', true), '') = '';

create function private.request_header(name text) returns text
language sql stable set search_path = ''
return nullif(current_setting('request.headers', true), '')::json ->> name;

-- The address in an entry such as `203.0.113.7:5678`, `"[2001:db8::1]:443"` or `fe80::1%eth0`; null when it is none.
create function private.entry_address(entry text) returns inet
language plpgsql immutable set search_path = ''
as $$
declare
  trimmed constant text := btrim(left(entry, 200), E' \t"');
  bare constant text := split_part(coalesce(substring(trimmed from '^\[([^][]*)\](?::\d+)?$'),
    regexp_replace(trimmed, '(\.\d+):\d+$', '\1')), '%', 1);
  address inet;
begin
  if bare !~ '^(?:[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*|(?:(?:0|[1-9]\d{0,2})(?:\.|$)){4})$' or bare ~ '\.$' then
    return null;
  end if;
  address := bare::inet;
  return case when address <<= '::ffff:0:0/96' then '0.0.0.0'::inet + (address - '::ffff:0:0'::inet) else address end;
exception when invalid_text_representation then
  return null;
end $$;

-- The entry that names the caller; null when no header does.
create function private.caller_entry(believed text[]) returns text
language sql stable set search_path = '' as $$
  select entry from unnest(believed) with ordinality as header (name, rank),
      lateral btrim(split_part(private.request_header(header.name), ',', -1)) as entry
    where entry <> '' order by header.rank limit 1;
$$;

-- The network a request came from; an IPv6 visitor owns a whole /64. Null when no header names it, and `unknown` for
-- all entries that are no address, so that none of them counts as another visitor.
create function private.caller_network(believed text[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  given constant text := private.caller_entry(believed);
  address constant inet := private.entry_address(given);
begin
  return case when given is null then null else coalesce(
    case family(address) when 6 then network(set_masklen(address, 64))::text else host(address) end, 'unknown') end;
end $$;

-- The first bytes of the caller's address in hexadecimal: 3 of IPv4, 6 of IPv6. The site's servers use the same.
create function private.caller_prefix(believed text[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  given constant text := private.caller_entry(believed);
  address constant inet := private.entry_address(given);
begin
  return case when given is null then null else coalesce(
    encode(substring(inet_send(address) from 5 for case family(address) when 6 then 6 else 3 end), 'hex'), 'unknown') end;
end $$;

create function private.caller_hash(rule private.settings) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(rule.address_salt || private.caller_network(rule.address_headers), 'UTF8')), 'hex')
$$;

create function private.prefix_hash(rule private.settings) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(rule.address_salt || private.caller_prefix(rule.address_headers), 'UTF8')), 'hex')
$$;

create function private.salted(value text) returns text
language sql stable set search_path = ''
return (select encode(sha256(convert_to(s.address_salt || value, 'UTF8')), 'hex') from private.settings s);

-- By network, as submissions are counted. The gateway says where a call came from.
create function private.network_hash(address text) returns text
language plpgsql volatile set search_path = ''
as $$
begin
  perform set_config('request.headers', json_build_object('x-forwarded-for', address)::text, true);
  return private.salted(private.caller_network('{x-forwarded-for}'));
end $$;

-- What the client says about a call stands in x-client-info, the one header of its own that hosted
-- CORS lets through: `site-web/1.0.0 attempt=<uuid> shell=<id> release=<id> honeypot=filled`.
create function private.client_token(name text) returns text
language sql stable set search_path = ''
return substring(private.request_header('x-client-info') from '(?:^|[ ;,])' || name || '=([^ ;,]*)');

create function private.request_attempt() returns uuid
language sql stable set search_path = ''
return substring(private.client_token('attempt') from '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$')::uuid;

-- A release on the page. One that is malformed is left out: no request is refused for it.
create function private.client_release(name text) returns text
language sql stable set search_path = ''
return substring(private.client_token(name) from '^[0-9A-Za-z.-]{1,80}$');

-- PostgREST turns this into an answer with the given status and body.
create function private.refuse(status integer, code text, message text,
  details text default null, headers json default '{}', hint text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', message, 'details', details, 'hint', hint)::text,
    detail = json_build_object('status', status, 'headers', headers)::text;
end $$;

-- `reason`: a key of the sentence that the owner's space shows.
create function private.refuse_action(message text, reason text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse(409, 'NOT_POSSIBLE', message, reason);
end $$;

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

-- The network a request came from; an IPv6 visitor owns a whole /64. Null when no header names it, and `unknown` for
-- all entries that are no address, so that none of them counts as another visitor.
create function private.caller_network(believed text[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  given text;
  address inet;
begin
  select entry into given
    from unnest(believed) with ordinality as header (name, rank),
         lateral btrim(split_part(private.request_header(header.name), ',', -1)) as entry
    where entry <> '' order by header.rank limit 1;
  if given is null then
    return null;
  end if;
  address := private.entry_address(given);
  return coalesce(case family(address) when 6 then network(set_masklen(address, 64))::text else host(address) end,
    'unknown');
end $$;

create function private.caller_hash(rule private.settings) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(rule.address_salt || private.caller_network(rule.address_headers), 'UTF8')), 'hex')
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

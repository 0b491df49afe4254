-- One visitor's submissions: repeated ones answered as such, too many refused, and above the total
-- stored but flagged. (A total that refused would let a handful of addresses silence the site.)

create table private.settings (
  only_row        boolean primary key default true check (only_row),
  address_salt    text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  -- Headers believed for the caller's address, the first present counts, and of a list its last entry.
  address_headers text[] not null default '{cf-connecting-ip,x-forwarded-for}',
  per_address     integer not null default 5,
  address_window  interval not null default '10 minutes',
  total_per_hour  integer not null default 100
);
insert into private.settings default values;

create table private.submissions (
  id           bigint generated always as identity primary key,
  created_at   timestamptz not null default now(),
  made_in      xid8 not null default pg_current_xact_id(),
  address_hash text
);
create index submissions_recent on private.submissions (created_at, address_hash);

-- The role is read from the setting that SET ROLE leaves: in a security definer function
-- current_user is the definer. The owner's own tools and a restored dump are not visitors.
create function private.is_visitor() returns boolean
language sql stable set search_path = ''
return coalesce(nullif(current_setting('role', true), 'none'), session_user) in ('anon', 'authenticated');

create function private.request_header(name text) returns text
language sql stable set search_path = ''
return nullif(current_setting('request.headers', true), '')::json ->> name;

-- The network a request came from; an IPv6 visitor owns a whole /64. Null when nobody says.
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
  address := regexp_replace(given, '^::ffff:', '', 'i')::inet;
  return case family(address) when 6 then network(set_masklen(address, 64))::text else host(address) end;
exception when invalid_text_representation then
  return left(given, 100);
end $$;

-- The key that the client sends inside x-client-info, the one header of its own that
-- hosted CORS lets through: `x-client-info: site-web/1.0.0 attempt=<uuid>`.
create function private.request_attempt() returns uuid
language sql stable set search_path = ''
return substring(private.request_header('x-client-info')
  from '(?:^|[ ;,])attempt=([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(?:$|[ ;,])')::uuid;

-- PostgREST turns this into an answer with the given status and body.
create function private.refuse(status integer, code text, message text,
  details text default null, headers json default '{}') returns void
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', message, 'details', details, 'hint', null)::text,
    detail = json_build_object('status', status, 'headers', headers)::text;
end $$;

create function private.admit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  stored uuid;
  caller text;
  mine bigint;
  oldest timestamptz;
  total bigint;
  same_request boolean;
  allowed integer;
begin
  if not private.is_visitor() then
    return new;
  end if;
  -- One at a time, so that parallel requests see each other's rows.
  perform pg_advisory_xact_lock(hashtextextended('private.submissions', 0));
  select * into strict rule from private.settings;
  caller := encode(sha256(convert_to(rule.address_salt || private.caller_network(rule.address_headers), 'UTF8')), 'hex');
  delete from private.submissions where created_at < now() - interval '1 day';
  select count(*) filter (where s.address_hash = caller and s.created_at > now() - rule.address_window),
         min(s.created_at) filter (where s.address_hash = caller and s.created_at > now() - rule.address_window),
         count(*) filter (where s.created_at > now() - interval '1 hour'),
         coalesce(bool_or(s.made_in = pg_current_xact_id() and s.created_at = now()), false)
    into mine, oldest, total, same_request
    from private.submissions s;

  if same_request then
    perform private.refuse(400, 'ONE_PER_REQUEST', 'One submission per request');
  end if;

  new.attempt := private.request_attempt();
  execute format('select id from %I.%I where attempt = $1', tg_table_schema, tg_table_name)
    into stored using new.attempt;
  if stored is not null then
    perform private.refuse(409, 'ALREADY_STORED', 'This attempt is already stored',
      case tg_table_name when 'reservations' then stored::text end);
  end if;

  -- PostgREST hands on its app settings: a test or load run raises the limit for its own process only.
  allowed := coalesce(nullif(current_setting('app.settings.per_address', true), '')::integer, rule.per_address);
  if mine >= allowed then
    perform private.refuse(429, 'RATE_LIMIT', 'Too many submissions from this address', null,
      json_build_object('Retry-After',
        greatest(1, ceil(extract(epoch from oldest + rule.address_window - now())))::text));
  end if;
  insert into private.submissions (address_hash) values (caller);
  new.flagged := total >= rule.total_per_hour;
  return new;
end $$;

create trigger admit before insert on public.contacts
  for each row execute function private.admit();
create trigger admit before insert on public.reservations
  for each row execute function private.admit();

revoke all on all tables in schema private from public, anon, authenticated;
revoke all on function private.is_visitor(), private.request_header(text), private.caller_network(text[]),
  private.request_attempt(), private.refuse(integer, text, text, text, json), private.admit()
  from public, anon, authenticated;

-- Who submits, how often, and what follows: a repeat is answered as such, too many of one address or
-- of the whole site need a solved challenge. What comes in an unusual way is stored flagged: a total
-- that refused would let a few addresses silence the site.

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
-- Both counts stop at their limit, whatever the table holds.
create index submissions_by_address on private.submissions (address_hash, created_at desc);
create index submissions_newest on private.submissions (created_at desc);

-- The role is read from the setting that SET ROLE leaves: in a security definer function
-- current_user is the definer. The owner's own tools and a restored dump are not visitors.
create function private.is_visitor() returns boolean
language sql stable set search_path = ''
return coalesce(nullif(current_setting('role', true), 'none'), session_user) in ('anon', 'authenticated');

create function private.request_header(name text) returns text
language sql stable set search_path = ''
return nullif(current_setting('request.headers', true), '')::json ->> name;

-- The network a request came from; an IPv6 visitor owns a whole /64. Null when no header names it.
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

create function private.caller_hash(rule private.settings) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(rule.address_salt || private.caller_network(rule.address_headers), 'UTF8')), 'hex')
$$;

-- What the client says about a call stands in x-client-info, the one header of its own that hosted
-- CORS lets through: `site-web/1.0.0 attempt=<uuid> honeypot=filled challenge=<base64url>`.
create function private.client_token(name text) returns text
language sql stable set search_path = ''
return substring(private.request_header('x-client-info') from '(?:^|[ ;,])' || name || '=([^ ;,]*)');

create function private.request_attempt() returns uuid
language sql stable set search_path = ''
return substring(private.client_token('attempt') from '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$')::uuid;

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

create function private.admit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  stored uuid;
  caller text;
  raised integer;
  allowed integer;
  mine integer;
  oldest timestamptz;
  total integer;
  is_flood boolean;
  cost integer;
  wait_seconds text;
begin
  if not private.is_visitor() then
    return new;
  end if;
  select * into strict rule from private.settings;
  caller := private.caller_hash(rule);
  new.attempt := private.request_attempt();
  new.unwanted := coalesce(private.client_token('honeypot') = 'filled', false);

  -- Requests of one address wait for each other, and so do repeats of one attempt, which may come by
  -- two networks: each then sees the rows of those before it. Always in this order: no deadlock.
  perform pg_advisory_xact_lock(hashtextextended(caller, 1));
  perform pg_advisory_xact_lock(hashtextextended(new.attempt::text, 2));

  if exists (select from private.submissions s where s.created_at = now() and s.made_in = pg_current_xact_id()) then
    perform private.refuse(400, 'ONE_PER_REQUEST', 'One submission per request');
  end if;

  execute format('select id from %I.%I where attempt = $1', tg_table_schema, tg_table_name)
    into stored using new.attempt;
  if stored is not null then
    perform private.refuse(409, 'ALREADY_STORED', 'This attempt is already stored',
      case tg_table_name when 'reservations' then stored::text end);
  end if;

  -- PostgREST hands on its app settings: a test or load run raises the limits for its own process only.
  raised := nullif(current_setting('app.settings.per_address', true), '')::integer;
  allowed := coalesce(raised, rule.per_address);
  select count(*), min(latest.created_at) filter (where latest.rank <= allowed) into mine, oldest
    from (select s.created_at, row_number() over (order by s.created_at desc) as rank from private.submissions s
          where s.address_hash = caller and s.created_at > now() - rule.address_window
          order by s.created_at desc limit allowed + private.counted_above()) as latest;
  select count(*) into total
    from (select from private.submissions s where s.created_at > now() - interval '1 hour'
          order by s.created_at desc limit greatest(rule.total_per_hour, rule.challenge_above_total) + 1) as latest;
  is_flood := raised is null and total > rule.challenge_above_total;

  if mine >= allowed or is_flood then
    cost := private.challenge_cost(rule, mine - allowed, is_flood);
    if not private.redeem_challenge(rule, cost) then
      -- In the body too: a page of another origin cannot read this header from hosted Supabase.
      wait_seconds := case when mine >= allowed
        then greatest(1, ceil(extract(epoch from oldest + rule.address_window - now()))) end;
      perform private.refuse(429,
        case when mine >= allowed then 'RATE_LIMIT' else 'CHALLENGE_REQUIRED' end,
        case when mine >= allowed then 'Too many submissions from this address' else 'Unusually many submissions' end,
        wait_seconds,
        case when mine >= allowed then json_build_object('Retry-After', wait_seconds) else '{}' end,
        private.make_challenge(rule, cost));
    end if;
  end if;
  insert into private.submissions (address_hash) values (caller);
  new.flagged := new.unwanted or cost is not null or total > rule.total_per_hour;
  return new;
end $$;

create trigger admit before insert on public.contacts
  for each row execute function private.admit();
create trigger admit before insert on public.reservations
  for each row execute function private.admit();

revoke all on all tables in schema private from public, anon, authenticated;
revoke all on function private.is_visitor(), private.request_header(text), private.caller_network(text[]),
  private.caller_hash(private.settings), private.client_token(text), private.request_attempt(),
  private.refuse(integer, text, text, text, json, text), private.admit()
  from public, anon, authenticated;

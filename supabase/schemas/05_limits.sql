-- How often an address and the whole site may submit. A repeat of an attempt is answered as such.

create table private.submissions (
  id           bigint generated always as identity primary key,
  created_at   timestamptz not null default now(),
  made_in      xid8 not null default pg_current_xact_id(),
  address_hash text
);
-- Both counts stop at their limit, whatever the table holds.
create index submissions_by_address on private.submissions (address_hash, created_at desc);
create index submissions_newest on private.submissions (created_at desc);

comment on table private.submissions is 'Counts the submissions of each address, of about the last day; the address is hashed.';
comment on column private.submissions.id is 'In the order of arrival.';
comment on column private.submissions.created_at is 'When it came in.';
comment on column private.submissions.made_in is 'Transaction that made it: one request may hold one submission.';
comment on column private.submissions.address_hash is 'Salted hash of the network it came from; null when nobody said.';

create function private.admit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  stored uuid;
  caller text;
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

  -- PostgREST hands on its app settings: SUBMISSIONS_PER_ADDRESS replaces the limit per address, and no other.
  allowed := coalesce(nullif(current_setting('app.settings.per_address', true), '')::integer, rule.per_address);
  select count(*), min(latest.created_at) filter (where latest.rank <= allowed) into mine, oldest
    from (select s.created_at, row_number() over (order by s.created_at desc) as rank from private.submissions s
          where s.address_hash = caller and s.created_at > now() - rule.address_window
          order by s.created_at desc limit allowed + private.counted_above()) as latest;
  select count(*) into total
    from (select from private.submissions s where s.created_at > now() - interval '1 hour'
          order by s.created_at desc limit greatest(rule.total_per_hour, rule.challenge_above_total) + 1) as latest;
  is_flood := total > rule.challenge_above_total;

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

create table private.spent_challenges (
  nonce      text primary key,
  expires_at timestamptz not null
);
create index spent_challenges_expiry on private.spent_challenges (expires_at);

comment on table private.spent_challenges is 'Challenges that have let a submission in, until they expire.';
comment on column private.spent_challenges.nonce is 'The challenge''s own random number, as hexadecimal digits.';
comment on column private.spent_challenges.expires_at is 'When the challenge expires and the row may go.';

-- HMAC (RFC 2104) needs the key, padded to a block of 64 bytes, in two disguises.
create function private.hmac_keys(key bytea, out inside bytea, out outside bytea)
language plpgsql immutable set search_path = ''
as $$
declare
  block constant bytea := key || decode(repeat('00', 64 - length(key)), 'hex');
begin
  inside := block;
  outside := block;
  for place in 0..63 loop
    inside := set_byte(inside, place, get_byte(block, place) # x'36'::integer);
    outside := set_byte(outside, place, get_byte(block, place) # x'5c'::integer);
  end loop;
end $$;

create function private.hmac_sha256(key bytea, message bytea) returns bytea
language sql immutable set search_path = ''
return (select sha256(k.outside || sha256(k.inside || message)) from private.hmac_keys(key) as k);

-- PBKDF2-HMAC-SHA-256 (RFC 8018) with a key of 32 bytes: one block.
create function private.pbkdf2(password bytea, salt bytea, rounds integer) returns bytea
language plpgsql immutable set search_path = ''
as $$
declare
  inside bytea;
  outside bytea;
  hash bytea;
  sum bit(256);
begin
  select k.inside, k.outside into inside, outside from private.hmac_keys(password) as k;
  hash := sha256(outside || sha256(inside || salt || '\x00000001'));
  sum := ('x' || encode(hash, 'hex'))::bit(256);
  for round in 2..rounds loop
    hash := sha256(outside || sha256(inside || hash));
    sum := sum # ('x' || encode(hash, 'hex'))::bit(256);
  end loop;
  -- Its binary form begins with four bytes that count the bits.
  return substring(varbit_send(sum) from 5);
end $$;

-- Submissions of one address above its limit that are counted: more make no difference to the cost.
create function private.counted_above() returns integer
language sql immutable set search_path = ''
return 60;

-- An office or a mobile network shares one address: the first 20 above its limit pay alike, every ten
-- beyond double the cost, up to 16 times. In a flood the cost doubles with the whole site's total, up to 8 times.
create function private.challenge_cost(rule private.settings, above integer, is_flood boolean) returns integer
language plpgsql stable set search_path = ''
as $$
declare
  doublings integer := least(4, greatest(0, above - 10) / 10);
  total integer;
begin
  if is_flood then
    select count(*) into total
      from (select from private.submissions s where s.created_at > now() - interval '1 hour'
            order by s.created_at desc limit rule.challenge_above_total * 8) as latest;
    doublings := greatest(doublings, floor(log(2, greatest(1.0, total / greatest(1.0, rule.challenge_above_total)))));
  end if;
  return rule.challenge_rounds * (2 ^ doublings)::integer;
end $$;

-- The challenge as JSON text. Its parameters stand in the order of their names: that text is signed.
create function private.make_challenge(rule private.settings, cost integer) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  parameters constant text := format(
    '{"algorithm":"PBKDF2/SHA-256","cost":%s,"expiresAt":%s,"keyLength":32,"keyPrefix":"00","nonce":"%s","salt":"%s"}',
    cost, ceil(extract(epoch from now() + rule.challenge_lifetime)),
    replace(gen_random_uuid()::text, '-', ''), replace(gen_random_uuid()::text, '-', ''));
begin
  return format('{"parameters":%s,"signature":"%s"}', parameters,
    encode(private.hmac_sha256(convert_to(rule.challenge_secret, 'UTF8'), convert_to(parameters, 'UTF8')), 'hex'));
end $$;

-- Whether the call carries a good answer to a challenge that was not spent yet; it is spent then. Half
-- of the present cost is enough: others may have come in while the answer was looked for.
create function private.redeem_challenge(rule private.settings, cost integer) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  encoded constant text := translate(private.client_token('challenge'), '-_', '+/');
  answer text;
  signed text;
  parameters json;
  solution json;
  derived text;
begin
  if encoded is null or length(encoded) > 2000 then
    return false;
  end if;
  begin
    answer := convert_from(decode(rpad(encoded, (length(encoded) + 3) / 4 * 4, '='), 'base64'), 'UTF8');
    -- Taken apart by its exact shape: only a text that we have signed is parsed, and nothing nested.
    signed := substring(answer from '^{"challenge":{"parameters":({[^][{}]*}),');
    if (encode(private.hmac_sha256(convert_to(rule.challenge_secret, 'UTF8'), convert_to(signed, 'UTF8')), 'hex')
        = substring(answer from '"signature":"([0-9a-f]{64})"},"solution":')) is not true then
      return false;
    end if;
    parameters := signed;
    -- Deriving the key costs the most, so everything else is looked at first.
    if (parameters ->> 'expiresAt')::bigint < extract(epoch from now()) or (parameters ->> 'cost')::integer * 2 < cost
      or exists (select from private.spent_challenges s where s.nonce = parameters ->> 'nonce') then
      return false;
    end if;
    solution := substring(answer from '"solution":({[^][{}]*})}$');
    derived := encode(private.pbkdf2(
      decode(parameters ->> 'nonce', 'hex') || int4send((solution ->> 'counter')::bigint::bit(32)::integer),
      decode(parameters ->> 'salt', 'hex'), (parameters ->> 'cost')::integer), 'hex');
  exception when data_exception then
    return false;
  end;
  if (derived = solution ->> 'derivedKey' and starts_with(derived, parameters ->> 'keyPrefix')) is not true then
    return false;
  end if;
  delete from private.spent_challenges s where s.expires_at < now();
  insert into private.spent_challenges (nonce, expires_at)
    values (parameters ->> 'nonce', to_timestamp((parameters ->> 'expiresAt')::bigint))
    on conflict (nonce) do nothing;
  return found;
end $$;

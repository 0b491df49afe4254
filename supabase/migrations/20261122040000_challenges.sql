-- Proof of work, in the format of altcha-lib 2: a caller above a limit finds the counter whose PBKDF2
-- key begins with `keyPrefix`, and sends it with the challenge. The signature makes the challenge ours
-- without storing it; a nonce is accepted once.

alter table private.settings
  add column challenge_secret      text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  add column challenge_above_total integer not null default 300,
  -- PBKDF2 rounds for each key tried; a prefix of one byte takes 256 keys on average.
  add column challenge_rounds      integer not null default 500,
  add column challenge_lifetime    interval not null default '10 minutes';

create table private.spent_challenges (
  nonce      text primary key,
  expires_at timestamptz not null
);
create index spent_challenges_expiry on private.spent_challenges (expires_at);

comment on table private.spent_challenges is 'Challenges that have let a submission in, until they expire.';
comment on column private.spent_challenges.nonce is 'The challenge''s own random number, as hexadecimal digits.';
comment on column private.spent_challenges.expires_at is 'When the challenge expires and the row may go.';
comment on column private.settings.challenge_secret is 'Signs challenges; made at installation, never leaves the database.';
comment on column private.settings.challenge_above_total is
  'Submissions of all addresses in an hour above which every further one needs a solved challenge.';
comment on column private.settings.challenge_rounds is 'PBKDF2 rounds of the cheapest challenge.';
comment on column private.settings.challenge_lifetime is 'How long a challenge may be answered.';

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

revoke all on private.spent_challenges from public, anon, authenticated;
revoke all on function private.hmac_keys(bytea), private.hmac_sha256(bytea, bytea), private.pbkdf2(bytea, bytea, integer),
  private.counted_above(), private.challenge_cost(private.settings, integer, boolean),
  private.make_challenge(private.settings, integer), private.redeem_challenge(private.settings, integer)
  from public, anon, authenticated;

-- Admits submissions of different addresses side by side: the first draft let in one at a time and
-- counted every row of the last day, so that a crowd waited in one line. Both counts stop at their
-- limit now, whatever the table holds, and old rows go by private.apply_retention().

drop index private.submissions_recent;
create index submissions_by_address on private.submissions (address_hash, created_at desc);
create index submissions_newest on private.submissions (created_at desc);

create or replace function private.admit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  stored uuid;
  caller text;
  allowed integer;
  mine bigint;
  oldest timestamptz;
  wait_seconds text;
begin
  if not private.is_visitor() then
    return new;
  end if;
  select * into strict rule from private.settings;
  caller := encode(sha256(convert_to(rule.address_salt || private.caller_network(rule.address_headers), 'UTF8')), 'hex');
  new.attempt := private.request_attempt();

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

  -- PostgREST hands on its app settings: a test or load run raises the limit for its own process only.
  allowed := coalesce(nullif(current_setting('app.settings.per_address', true), '')::integer, rule.per_address);
  select count(*), min(latest.created_at) into mine, oldest
    from (select s.created_at from private.submissions s
          where s.address_hash = caller and s.created_at > now() - rule.address_window
          order by s.created_at desc limit allowed) as latest;
  if mine >= allowed then
    wait_seconds := greatest(1, ceil(extract(epoch from oldest + rule.address_window - now())));
    -- In the body too: a page of another origin cannot read this header from hosted Supabase.
    perform private.refuse(429, 'RATE_LIMIT', 'Too many submissions from this address', wait_seconds,
      json_build_object('Retry-After', wait_seconds));
  end if;
  insert into private.submissions (address_hash) values (caller);

  select count(*) > rule.total_per_hour into new.flagged
    from (select from private.submissions s where s.created_at > now() - interval '1 hour'
          order by s.created_at desc limit rule.total_per_hour + 1) as latest;
  return new;
end $$;

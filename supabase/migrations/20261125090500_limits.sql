-- How often an address and the whole site may submit. More than usual is stored flagged: the owner reads of it in the
-- digest, and its author gets no mail. Only above limits that no office reaches is it refused.

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
comment on column private.submissions.made_in is 'Transaction that made it: one request may hold one submission.';
comment on column private.submissions.address_hash is 'Salted hash of the network it came from; null when nobody said.';

-- Refuses above limits that no office reaches. `waiting_since` is the oldest of the submissions that count.
create function private.refuse_submission(message text, waiting_since timestamptz, span interval) returns void
language plpgsql set search_path = ''
as $$
declare
  wait_seconds constant text := greatest(1, ceil(extract(epoch from waiting_since + span - now())));
begin
  -- In the body too: a page of another origin cannot read this header from hosted Supabase.
  perform private.refuse(429, 'RATE_LIMIT', message, wait_seconds, json_build_object('Retry-After', wait_seconds));
end $$;

create function private.admit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  stored uuid;
  caller text;
  mine integer;
  total integer;
  oldest timestamptz;
  newest timestamptz;
begin
  if not private.is_visitor() then
    return new;
  end if;
  select * into strict rule from private.settings;
  caller := private.caller_hash(rule);
  new.attempt := private.request_attempt();
  new.shell := private.client_release('shell');
  new.release := private.client_release('release');
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

  -- SUBMISSIONS_PER_ADDRESS, for one process: it raises the limits of an address, and none of the whole site.
  rule.per_address := greatest(rule.per_address, nullif(current_setting('app.settings.per_address', true), '')::integer);
  rule.refuse_per_address := greatest(rule.refuse_per_address, rule.per_address);

  select count(*), min(latest.created_at), max(latest.created_at) into mine, oldest, newest
    from (select s.created_at from private.submissions s
          where s.address_hash = caller and s.created_at > now() - rule.address_window
          order by s.created_at desc limit rule.refuse_per_address) as latest;
  if mine >= rule.refuse_per_address then
    perform private.refuse_submission('Too many submissions from this address', oldest, rule.address_window);
  end if;
  -- The ids of the hour bound the number of its rows, whatever it is; only above a limit are the rows counted.
  total := coalesce((select s.id from private.submissions s order by s.id desc limit 1) + 1
    - (select s.id from private.submissions s where s.created_at > now() - interval '1 hour'
       order by s.created_at, s.id limit 1), 0);
  if total >= least(rule.total_per_hour, rule.refuse_per_hour) then
    select count(*) into total
      from (select from private.submissions s where s.created_at > now() - interval '1 hour'
            order by s.created_at desc
            limit case when total < rule.refuse_per_hour then rule.total_per_hour else rule.refuse_per_hour end) as latest;
  end if;
  -- A flood of few addresses must not close the forms for the others.
  if total >= rule.refuse_per_hour and mine > 0 then
    perform private.refuse_submission('Too many submissions', newest, rule.address_window);
  end if;

  insert into private.submissions (address_hash) values (caller);
  new.flagged := new.unwanted or mine >= rule.per_address or total >= rule.total_per_hour;
  return new;
end $$;
create trigger admit before insert on public.contacts
  for each row execute function private.admit();
create trigger admit before insert on public.reservations
  for each row when (not new.by_phone) execute function private.admit();

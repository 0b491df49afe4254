-- Rules that later columns and settings were left out of.

-- Other open requests for one of the days of a reservation, without those of robots and spam: what they chose as their
-- name must reach no mail.
create or replace function private.clashes(reservation uuid)
returns table (date date, name text, status text, created_at timestamptz)
language sql stable set search_path = ''
as $$
  select mine.date, other.name, other.status, other.created_at
    from public.reservation_dates mine
    join public.reservation_dates theirs on theirs.date = mine.date and theirs.reservation_id <> mine.reservation_id
    join public.reservations other on other.id = theirs.reservation_id
      and other.status <> 'annulee' and not (other.unwanted or other.is_spam)
    where mine.reservation_id = clashes.reservation;
$$;

-- As it was, but dates that are added to spam cause no mail either.
create or replace function private.release_reservation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reservation public.reservations;
  own_id uuid;
  open_digest bigint;
begin
  if not private.is_visitor() then
    return null;
  end if;
  -- In steps: as one query with joins, the whole outbox would be read for each booking.
  select d.id into open_digest from private.outbox d
    where d.kind = 'digest' and d.attempts = 0 and d.sent_at is null;
  for own_id in select distinct a.reservation_id from added a loop
    select * into strict reservation from public.reservations r where r.id = own_id;
    continue when reservation.unwanted or reservation.is_spam;
    update private.outbox o
      set not_before = case when o.kind = 'reservation' and o.attempts = 0 then now() else o.not_before end
      where o.ref = reservation.id and o.kind in ('reservation', 'dates')
        and o.sent_at is null and coalesce(o.claimed_until, '-infinity') <= now()
        and (o.digest_id is null or o.digest_id = open_digest);
    if not found then
      perform private.queue_request('dates', reservation.id,
        reservation.created_at + s.dates_window + interval '1 minute', reservation.flagged)
        from private.settings s;
    end if;
  end loop;
  return null;
end $$;

-- As it was, but a limit per address that is raised leaves the limit of the whole site as it is.
create or replace function private.admit() returns trigger
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

-- As it was, with the setting keep_incidents.
create or replace function private.admit_incident() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rule private.settings;
  caller text;
  mine bigint;
  total bigint;
  allowed integer;
begin
  if not private.is_visitor() then
    return new;
  end if;
  -- One at a time, so that parallel reports see each other's rows.
  perform pg_advisory_xact_lock(hashtextextended('private.incident_reports', 0));
  select * into strict rule from private.settings;
  caller := private.caller_hash(rule);
  delete from public.incidents where created_at < now() - rule.keep_incidents;
  delete from private.incident_reports where created_at <= now() - rule.keep_addresses;
  if exists (select from private.known_releases)
    and not exists (select from private.known_releases k where k.remote = new.remote and k.release = new.release
                    and (k.was_active or new.preview)) then
    new.remote := 'other';
    new.release := 'other';
    new.code := 'other';
    new.route := '/';
  end if;

  -- What follows is dropped, never refused: a browser can do nothing with a refusal.
  if exists (select from private.incident_reports r
             where r.remote = new.remote and r.release = new.release and r.preview = new.preview
               and r.address_hash is not distinct from caller) then
    return null;
  end if;
  select count(*) filter (where r.address_hash = caller), count(*)
    into mine, total
    from private.incident_reports r where r.created_at > now() - interval '1 hour';
  -- A test or load run raises the limits per address for its own process only.
  allowed := greatest(rule.incidents_per_address,
    nullif(current_setting('app.settings.per_address', true), '')::integer);
  if mine >= allowed or total >= rule.incidents_total_per_hour then
    return null;
  end if;
  insert into private.incident_reports (address_hash, remote, release, preview)
    values (caller, new.remote, new.release, new.preview);
  return new;
end $$;

-- Deletes all that is stored about the person with one address, or nothing. `typed` repeats the address.
create or replace function private.erase_person(address text, typed text) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  whose constant text := lower(private.trimmed(address));
  refs uuid[];
  digests bigint[];
  contacts integer;
  mails integer;
  is_under_way boolean;
begin
  if coalesce(whose, '') = '' or lower(private.trimmed(typed)) is distinct from whose then
    perform private.refuse(400, '22023', 'The address that was typed is another');
  end if;
  with contact as (
    delete from public.contacts c where lower(c.email) = whose returning c.id
  ), reservation as (
    delete from public.reservations r where lower(r.email) = whose returning r.id
  )
  select array(select id from contact union all select id from reservation), (select count(*) from contact)
    into refs, contacts;
  -- Deleted first: a claim that is under way is waited for and then seen. One that comes later finds no row.
  with mail as (
    delete from private.outbox o where o.ref = any (refs)
      returning o.digest_id, o.sent_at is null and o.claimed_until > clock_timestamp() as is_claimed
  )
  select count(*), coalesce(bool_or(m.is_claimed), false), array_agg(distinct m.digest_id)
    into mails, is_under_way, digests from mail m;
  -- A worker that is sending one of these mails could write its file later.
  if is_under_way or exists (select from private.outbox d
      where d.id = any (digests) and d.sent_at is null and d.claimed_until > clock_timestamp()) then
    perform private.refuse_action('A mail about this person is being sent: try again in two minutes');
  end if;
  -- Where no worker of ours runs, there are no files.
  delete from private.erased_requests e where e.erased_at < now() - interval '30 days';
  insert into private.erased_requests (ref) select unnest(refs);
  return json_build_object('contacts', contacts, 'reservations', cardinality(refs) - contacts, 'mails', mails);
end $$;

-- A mail that the mail server refuses for good is given up at once: to try again harms the sender's reputation. The others
-- as before.
drop function private.mail_failed(bigint, text);
create function private.mail_failed(mail bigint, error text, is_final boolean default false) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.outbox o
    set claimed_until = null,
        last_error = case when o.recipient_hash is null then left(error, 500) end,
        visitor_error = case when o.recipient_hash is not null then left(error, 500) end,
        not_before = now() + least(s.mail_longest_retry, s.mail_first_retry * power(2, least(o.attempts, 20) - 1)),
        given_up_at = case when is_final or case when o.recipient_hash is null
          then now() >= o.first_tried_at + s.mail_given_up and o.attempts >= 20 else o.attempts >= 10 end then now() end
    from private.settings s where o.id = mail and o.sent_at is null;
  delete from private.outbox o where o.id = mail and o.kind = 'receipt' and o.given_up_at is not null;
end $$;
revoke all on function private.mail_failed(bigint, text, boolean) from public, anon, authenticated;
grant execute on function private.mail_failed(bigint, text, boolean) to service_role;

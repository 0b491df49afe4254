-- Once the cause is corrected, what could not be sent need not wait for its next attempt.

-- Mails that failed and wait for another attempt, or were given up. A mail that was never tried waits for something else,
-- a claimed one is being sent, and a request in a digest has no mail of its own. Codes are of no use after ten minutes,
-- and nobody needs a mail about days that are over.
create function private.failed_mails() returns setof private.outbox
language sql stable set search_path = '' as $$
  select o.* from private.outbox o
    where o.sent_at is null and o.digest_id is null and o.attempts > 0 and o.kind <> 'code'
      and (o.given_up_at is not null or o.not_before > now())
      and coalesce(o.claimed_until, '-infinity') <= now()
      and (o.recipient_hash is null or o.kind = 'receipt' or coalesce(o.about, private.last_day(o.ref)) >= private.paris_day(now()));
$$;

-- Makes the oldest of them due, at most so many to each side; null for no limit. A digest that was tried takes no further
-- requests.
create function private.retry_mails(to_owner integer default null, to_visitors integer default null) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  retried integer;
begin
  with failed as (
    (select f.id from private.failed_mails() f where f.recipient_hash is null order by f.id limit to_owner)
    union all
    (select f.id from private.failed_mails() f where f.recipient_hash is not null order by f.id limit to_visitors)
  ), free as (
    -- A worker may have claimed one since.
    select o.id from private.outbox o join failed using (id)
      where o.sent_at is null and coalesce(o.claimed_until, '-infinity') <= now()
      for update of o skip locked
  )
  update private.outbox o
    set not_before = now(), given_up_at = null, first_tried_at = null,
        attempts = case o.kind when 'digest' then 1 else 0 end
    from free where o.id = free.id;
  get diagnostics retried = row_count;
  return retried;
end $$;

-- `left` is how many the limits of an hour keep back: they are tried later, or with a further call.
create function public.owner_retry_mails() returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  rule private.settings;
  of_owner integer;
  of_visitors integer;
  retried integer;
begin
  perform private.require_owner();
  -- Of two calls at once, the second counts what the first has made due.
  perform pg_advisory_xact_lock(hashtextextended('private.retry_mails', 0));
  select * into strict rule from private.settings;
  -- What was sent within the hour, and what is due.
  select count(*) filter (where o.recipient_hash is null), count(*) filter (where o.recipient_hash is not null)
    into of_owner, of_visitors
    from private.outbox o
    where o.digest_id is null and o.kind <> 'code' and (o.sent_at > now() - interval '1 hour'
      or o.sent_at is null and o.given_up_at is null and o.not_before <= now());
  retried := private.retry_mails(greatest(0, rule.mails_per_hour - of_owner),
    greatest(0, rule.visitor_mails_per_hour - of_visitors));
  return json_build_object('retried', retried, 'left', (select count(*) from private.failed_mails()));
end $$;

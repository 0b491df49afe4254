-- Once the cause is corrected, what could not be sent need not wait for its next attempt.

-- Mails that failed and wait for another attempt, or were given up. A mail that was never tried waits for something
-- else, a claimed one is being sent, and a request in a digest has no mail of its own. Codes are of no use after ten
-- minutes, and nobody needs a mail about days that are over, except for the questionnaire, which can be answered for
-- four months. Of two calls of owner_retry_mails at once, the second may have begun first: by the time of its
-- transaction, what the first has just made due is not due yet. Both count by the clock.
create function private.failed_mails() returns setof private.outbox
language sql volatile set search_path = '' as $$
  select o.* from private.outbox o
    where o.sent_at is null and o.digest_id is null and o.attempts > 0 and o.kind <> 'code'
      and (o.given_up_at is not null or o.not_before > clock_timestamp())
      and coalesce(o.claimed_until, '-infinity') <= clock_timestamp()
      and (o.recipient_hash is null or o.kind = 'receipt' or coalesce(o.about, private.last_day(o.ref))
        + case o.kind when 'feedback' then 120 else 0 end >= private.paris_day(now()));
$$;

-- Makes the oldest of them due, at most so many to each side; null for no limit. A digest that was tried takes no
-- further requests.
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
      or o.sent_at is null and o.given_up_at is null and o.not_before <= clock_timestamp());
  retried := private.retry_mails(greatest(0, rule.mails_per_hour - of_owner),
    greatest(0, rule.visitor_mails_per_hour - of_visitors));
  return json_build_object('retried', retried, 'left', (select count(*) from private.failed_mails()));
end $$;

-- After a restore nobody knows which of the mails that had not been sent went out after the backup. They wait until the
-- owner sends them again (owner_retry_mails, `inbox resend`). Codes have expired, and concerns are looked for anew.
-- Returns how many wait. An older backup has the secrets of links in mails: a mail that goes gets a new one.
create function private.hold_restored_mails() returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  held integer;
begin
  update private.manage_links set secret = null where secret is not null;
  delete from private.outbox o where o.sent_at is null and o.kind in ('code', 'concerns');
  update private.outbox o
    set given_up_at = now(), claimed_until = null, attempts = greatest(o.attempts, 1),
        last_error = 'Gardé après une restauration : il est peut-être déjà parti'
    where o.sent_at is null and o.given_up_at is null and o.digest_id is null;
  get diagnostics held = row_count;
  return held;
end $$;

-- Says who may ask what name servers know of the domain of the site's mails. The site's own server asks them and
-- answers in place of this function; elsewhere nobody does, and null says so.
create function public.owner_mail_records() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return null;
end $$;

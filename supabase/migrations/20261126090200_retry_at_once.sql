-- Of two calls of owner_retry_mails at once, the second may have begun first: by the time of its transaction, what the
-- first has just made due is not due yet. Both count by the clock.

create or replace function private.failed_mails() returns setof private.outbox
language sql volatile set search_path = '' as $$
  select o.* from private.outbox o
    where o.sent_at is null and o.digest_id is null and o.attempts > 0 and o.kind <> 'code'
      and (o.given_up_at is not null or o.not_before > clock_timestamp())
      and coalesce(o.claimed_until, '-infinity') <= clock_timestamp()
      and (o.recipient_hash is null or o.kind = 'receipt' or coalesce(o.about, private.last_day(o.ref)) >= private.paris_day(now()));
$$;

-- `left` is how many the limits of an hour keep back: they are tried later, or with a further call.
create or replace function public.owner_retry_mails() returns json
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

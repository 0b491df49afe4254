-- Only links that open nothing count for the limit of a network: a household or an office opens its own as often as it likes, and
-- a guess is counted as before.

-- The reservation of a link until so many days after its last day, null when none has this secret, which counts for the network
-- of the caller. It refuses nothing itself: the refusal would undo the count. A network that has reached the limit opens no link.
-- `site.link_by_mail` tells the rest of the call whether a mail brought the link.
create or replace function private.linked_to(secret text, days_after integer) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  rule private.settings;
  caller text;
  called integer;
  oldest timestamptz;
  link private.manage_links;
begin
  select * into strict rule from private.settings;
  caller := private.caller_hash(rule);
  perform pg_advisory_xact_lock(hashtextextended(caller, 5));
  select count(*), min(latest.created_at) into called, oldest
    from (select c.created_at from private.manage_calls c
          where c.address_hash = caller and c.created_at > now() - rule.address_window
          order by c.created_at desc limit rule.manage_per_address) as latest;
  if called >= rule.manage_per_address then
    perform private.refuse_submission('Too many calls from this address', oldest, rule.address_window);
  end if;
  select l.* into link from private.manage_links l join public.reservations r on r.id = l.ref
    where l.digest = sha256(convert_to(left(linked_to.secret, 200), 'UTF8')) and not (r.unwanted or r.is_spam)
      and private.last_day(r.id) + days_after >= private.paris_day(now());
  if link.ref is null then
    insert into private.manage_calls (address_hash) values (caller);
  end if;
  perform set_config('site.link_by_mail', (link.mail_id is not null)::text, true);
  return link.ref;
end $$;

comment on column private.settings.manage_per_address is
  'Calls of one address within address_window with a link that opens nothing; further calls with any link are refused.';
comment on table private.manage_calls is
  'Counts the calls with a link that opens nothing, of each address and about the last day.';

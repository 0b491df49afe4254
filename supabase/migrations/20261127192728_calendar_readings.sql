-- What of the owner's own calendar could not be read is told. A reading that ends late never replaces a newer one.

alter table private.own_calendar
  add column claim integer not null default 0,
  add column stored_claim integer not null default 0,
  add column unread_count integer not null default 0,
  add column unread text[] not null default '{}';

comment on column private.own_calendar.claim is 'How often a reading was given out.';
comment on column private.own_calendar.stored_claim is 'The newest that was stored: an earlier one that ends later stores nothing.';
comment on column private.own_calendar.unread is 'The names of the first ten entries that could not be read, or not wholly.';

create or replace function private.own_calendar_json() returns json
language sql stable set search_path = '' as $$
  select json_build_object('host', substring(c.address from '^https://([^/]+)'), 'connectedAt', private.iso(c.connected_at),
      'readAt', private.iso(c.read_at), 'failure', c.failure, 'failedSince', private.iso(c.failed_since),
      'isReading', coalesce(c.is_asked, false),
      'days', (select count(*) from private.own_calendar_days d where d.day >= private.paris_day(now())),
      'unread', json_build_object('count', coalesce(c.unread_count, 0), 'names', coalesce(c.unread, '{}')))
    from (select) as one left join private.own_calendar c on true
$$;

drop function private.claim_own_calendar();
drop function private.own_calendar_read(uuid, date[]);
drop function private.own_calendar_failed(uuid, text);

-- Gives the next reading to the caller: every quarter of an hour, whatever the number of servers. The days that can be
-- booked, from the first to the last, are those that matter; yyyy-MM-dd, whatever the database's DateStyle.
create function private.claim_own_calendar()
returns table (address text, connection uuid, claim integer, first text, last text)
language sql volatile set search_path = '' as $$
  update private.own_calendar c set due_at = now() + interval '15 minutes', claim = c.claim + 1
    from private.settings s where c.due_at <= now()
    returning c.address, c.connection, c.claim, to_char(private.paris_day(now()), 'YYYY-MM-DD'),
      to_char(private.paris_day(now()) + s.days_ahead, 'YYYY-MM-DD');
$$;

create function private.own_calendar_read(reading uuid, claim integer, busy date[], unread text[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update private.own_calendar c set read_at = now(), is_asked = false, failed_since = null, failure = null,
      stored_claim = own_calendar_read.claim, unread_count = cardinality(own_calendar_read.unread),
      unread = own_calendar_read.unread[1:10]
    where c.connection = reading and c.stored_claim <= own_calendar_read.claim;
  if found then
    delete from private.own_calendar_days d where d.day <> all (busy);
    insert into private.own_calendar_days (day) select distinct b.day from unnest(busy) as b (day) on conflict do nothing;
  end if;
end $$;

create function private.own_calendar_failed(reading uuid, claim integer, reason text) returns void
language sql volatile set search_path = '' as $$
  update private.own_calendar c set is_asked = false, failed_since = coalesce(c.failed_since, now()), failure = reason,
      stored_claim = own_calendar_failed.claim
    where c.connection = reading and c.stored_claim <= own_calendar_failed.claim;
$$;

revoke all on function private.claim_own_calendar(), private.own_calendar_read(uuid, integer, date[], text[]),
  private.own_calendar_failed(uuid, integer, text) from public;

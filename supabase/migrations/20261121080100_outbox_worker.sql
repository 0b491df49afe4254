-- Draining the outbox. Any number of workers call private.claim_mail(), send what it gives and say
-- what became of it. A claim is a lease: when its worker dies, another gets the mail again, under
-- the same Message-ID, so that every mail goes out at least once.

alter table private.outbox
  add column message_id     uuid not null default gen_random_uuid(),
  add column claimed_until  timestamptz,
  add column first_tried_at timestamptz,
  add column given_up_at    timestamptz,
  alter column ref drop not null,
  drop constraint outbox_kind_check,
  add constraint outbox_kind_ok check (kind in ('contact', 'reservation', 'dates', 'alert')),
  add constraint outbox_ref_ok check ((kind = 'alert') = (ref is null));

drop index private.outbox_due;
create index outbox_open on private.outbox (attempts, id) where sent_at is null and given_up_at is null;

alter table private.settings
  add column mail_lease         interval not null default '2 minutes',
  add column mail_first_retry   interval not null default '1 minute',
  add column mail_longest_retry interval not null default '1 hour',
  add column mail_given_up      interval not null default '2 days',
  add column alert_unsent       integer not null default 3,
  add column alert_incidents    integer not null default 20;

-- Dates release the mail of their reservation. If a worker has it already, or had, it may have been
-- written without them: they are told in a mail of their own.
create or replace function private.release_reservation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reservation uuid;
begin
  if not private.is_visitor() then
    return null;
  end if;
  -- One by one: joined with the added rows, the whole outbox would be read for each booking.
  for reservation in select distinct a.reservation_id from added a loop
    update private.outbox o set not_before = case o.attempts when 0 then now() else o.not_before end
      where o.ref = reservation and o.kind in ('reservation', 'dates')
        and o.sent_at is null and coalesce(o.claimed_until, '-infinity') <= now();
    if not found then
      insert into private.outbox (kind, ref) values ('dates', reservation);
    end if;
  end loop;
  return null;
end $$;

create function private.iso(at timestamptz) returns text
language sql immutable set search_path = ''
return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');

-- Other open requests for one of the days of a reservation: the training is one-to-one.
create function private.clashes(reservation uuid)
returns table (date date, name text, status text, created_at timestamptz)
language sql stable set search_path = ''
begin atomic
  select mine.date, other.name, other.status, other.created_at
    from public.reservation_dates mine
    join public.reservation_dates theirs on theirs.date = mine.date and theirs.reservation_id <> mine.reservation_id
    join public.reservations other on other.id = theirs.reservation_id and other.status <> 'annulee'
    where mine.reservation_id = reservation;
end;

-- The JSON of functions/_shared/claimed-mail.ts. Null when there is nothing to tell: what it tells of
-- has been erased, or the trouble is over. Of a flood on one day, a mail names the first few only.
create function private.mail_detail(kind text, ref uuid) returns json
language sql stable set search_path = ''
begin atomic
  select case kind
    when 'contact' then (
      select json_build_object('id', c.id, 'name', c.prenom || ' ' || c.nom, 'email', c.email, 'phone', c.telephone,
        'isAgefice', c.is_agefice, 'receivedAt', private.iso(c.created_at), 'flagged', c.flagged, 'message', c.message)
      from public.contacts c where c.id = ref)
    when 'alert' then (
      select json_build_object(
        'unsent', count(*),
        'oldestUnsentAt', private.iso(min(o.created_at)),
        'lastError', (array_agg(o.last_error order by o.id desc))[1],
        'incidents', (
          select coalesce(json_agg(part order by part.count desc), '[]') from (
            select i.remote, i.release, count(*), private.iso(max(i.created_at)) as "lastAt"
            from public.incidents i where i.created_at > now() - interval '1 hour' group by i.remote, i.release) as part))
      from private.outbox o
      where o.kind <> 'alert' and o.sent_at is null and o.last_error is not null
      having count(*) > 0
          or exists (select from public.incidents i where i.created_at > now() - interval '1 hour'))
    else (
      select json_build_object('id', r.id, 'name', r.name, 'email', r.email, 'phone', r.phone,
        'isAgefice', r.is_agefice, 'receivedAt', private.iso(r.created_at), 'flagged', r.flagged, 'status', r.status,
        'dates', (
          select coalesce(json_agg(d.date order by d.date), '[]')
          from public.reservation_dates d where d.reservation_id = r.id),
        'clashes', (
          select coalesce(json_agg(json_build_object('date', c.date, 'name', c.name, 'status', c.status)
                                   order by c.date, c.created_at), '[]')
          from (select * from private.clashes(r.id) c order by c.date, c.created_at limit 5) as c),
        'clashCount', (select count(*) from private.clashes(r.id)))
      from public.reservations r where r.id = ref)
    end;
end;

create function private.claim_mail()
returns table (id text, kind text, "messageId" uuid, attempts integer, detail json)
language plpgsql security definer set search_path = ''
as $$
declare
  claimed private.outbox;
begin
  loop
    -- Fewest attempts first: a mail that cannot be sent never holds up the others.
    update private.outbox o
      set attempts = o.attempts + 1,
          first_tried_at = coalesce(o.first_tried_at, now()),
          claimed_until = clock_timestamp() + (select s.mail_lease from private.settings s)
      where o.id = (
        select open.id from private.outbox open
        where open.sent_at is null and open.given_up_at is null and open.not_before <= now()
          and coalesce(open.claimed_until, '-infinity') <= now()
        order by open.attempts, open.id limit 1 for update skip locked)
      returning o.* into claimed;
    if not found then
      return;
    end if;
    -- A statement of its own: it sees dates that came in while the row was waited for.
    detail := private.mail_detail(claimed.kind, claimed.ref);
    if detail is not null then
      id := claimed.id;
      kind := claimed.kind;
      "messageId" := claimed.message_id;
      attempts := claimed.attempts;
      return next;
      return;
    end if;
    delete from private.outbox o where o.id = claimed.id;
  end loop;
end $$;

create function private.mail_sent(mail bigint) returns void
language sql security definer set search_path = ''
begin atomic
  update private.outbox set sent_at = now(), claimed_until = null, last_error = null, given_up_at = null
    where id = mail;
end;

-- Waits twice as long after each failure; after two days of it the mail is given up, and stays in the
-- owner's list until it is sent again by hand. Not after a few attempts only: the machine was off then.
create function private.mail_failed(mail bigint, error text) returns void
language sql security definer set search_path = ''
begin atomic
  update private.outbox o
    set claimed_until = null,
        last_error = left(error, 500),
        not_before = now() + least(s.mail_longest_retry, s.mail_first_retry * power(2, least(o.attempts, 20) - 1)),
        given_up_at = case when now() >= o.first_tried_at + s.mail_given_up and o.attempts >= 20 then now() end
    from private.settings s where o.id = mail and o.sent_at is null;
end;

-- At most one alert in an hour, and none while one is still waiting to be sent.
create function private.queue_alert() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.queue_alert', 0));
  insert into private.outbox (kind)
    select 'alert' from private.settings s
    where not exists (select from private.outbox o
                      where o.kind = 'alert'
                        and (o.sent_at is null and o.given_up_at is null
                          or greatest(o.created_at, o.sent_at, o.given_up_at) > now() - interval '1 hour'))
      and ((select count(*) from private.outbox o
            where o.kind <> 'alert' and o.sent_at is null and o.last_error is not null
              and coalesce(o.given_up_at, 'infinity') > now() - interval '1 hour') >= s.alert_unsent
        or (select count(*) from public.incidents i where i.created_at > now() - interval '1 hour') >= s.alert_incidents);
end $$;

revoke all on function private.iso(timestamptz), private.clashes(uuid), private.mail_detail(text, uuid), private.claim_mail(),
  private.mail_sent(bigint), private.mail_failed(bigint, text), private.queue_alert()
  from public, anon, authenticated;
grant execute on function private.claim_mail(), private.mail_sent(bigint), private.mail_failed(bigint, text),
  private.queue_alert() to service_role;

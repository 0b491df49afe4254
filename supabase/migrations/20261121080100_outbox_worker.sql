-- Draining the outbox. Any number of workers call private.claim_mail(), send what it gives and say
-- what became of it. A claim is a lease: when its worker dies, another gets the mail again, under
-- the same Message-ID, so that every mail goes out at least once.

alter table private.settings
  add column mail_lease         interval not null default '2 minutes',
  add column mail_first_retry   interval not null default '1 minute',
  add column mail_longest_retry interval not null default '1 hour',
  add column mail_given_up      interval not null default '2 days',
  add column alert_unsent       integer not null default 3,
  add column alert_reporters    integer not null default 3;

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

-- A request as JSON, the same for every reader: mails, the inbox, exports. Both kinds have the same keys.
-- Its type is SiteRequest in functions/_shared/claimed-mail.ts.

create function private.contact_json(contact public.contacts) returns json
language sql stable set search_path = '' as $$
  select json_build_object('kind', 'contact', 'id', contact.id, 'receivedAt', private.iso(contact.created_at),
  'prenom', contact.prenom, 'nom', contact.nom, 'name', contact.prenom || ' ' || contact.nom,
  'email', contact.email, 'phone', contact.telephone, 'isAgefice', contact.is_agefice, 'message', contact.message,
  'dates', '[]'::json, 'status', null, 'flagged', contact.flagged, 'unwanted', contact.unwanted)
$$;

create function private.reservation_json(reservation public.reservations) returns json
language sql stable set search_path = '' as $$
  select json_build_object('kind', 'reservation', 'id', reservation.id, 'receivedAt', private.iso(reservation.created_at),
  'prenom', null, 'nom', null, 'name', reservation.name,
  'email', reservation.email, 'phone', reservation.phone, 'isAgefice', reservation.is_agefice, 'message', null,
  'dates', (
    select coalesce(json_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id),
  'status', reservation.status, 'flagged', reservation.flagged, 'unwanted', reservation.unwanted)
$$;

-- Null when the request has been erased.
create function private.request_json(request uuid) returns json
language sql stable set search_path = ''
begin atomic
  select private.contact_json(c) from public.contacts c where c.id = request
  union all
  select private.reservation_json(r) from public.reservations r where r.id = request;
end;

-- The parts below are the JSON of functions/_shared/claimed-mail.ts. Null when the request has been erased, or the
-- trouble is over.

-- Of a flood on one day, a mail names the first few only.
create function private.reservation_detail(reservation uuid) returns json
language sql stable set search_path = ''
begin atomic
  select (private.reservation_json(r)::jsonb || jsonb_build_object(
      'clashes', (
        select coalesce(json_agg(json_build_object('date', c.date, 'name', c.name, 'status', c.status)
                                 order by c.date, c.created_at), '[]')
        from (select * from private.clashes(r.id) c order by c.date, c.created_at limit 5) as c),
      'clashCount', (select count(*) from private.clashes(r.id))))::json
    from public.reservations r where r.id = reservation;
end;

-- All requests of a digest are counted, the first twenty named.
create function private.digest_detail(digest bigint) returns json
language sql stable set search_path = ''
begin atomic
  with request as (
    select o.id as place, o.kind, o.ref, c.created_at, c.flagged
      from private.outbox o join public.contacts c on c.id = o.ref
      where o.digest_id = digest and o.attempts > 0 and o.sent_at is null and o.kind = 'contact'
    union all
    select o.id, o.kind, o.ref, r.created_at, r.flagged
      from private.outbox o join public.reservations r on r.id = o.ref
      where o.digest_id = digest and o.attempts > 0 and o.sent_at is null and o.kind <> 'contact'
  ), named as (
    select * from request order by place limit 20
  )
  select json_build_object(
      'since', private.iso(min(request.created_at)),
      'contacts', count(*) filter (where request.kind = 'contact'),
      'reservations', count(*) filter (where request.kind <> 'contact'),
      'flagged', count(*) filter (where request.flagged),
      'requests', (
        select json_agg(private.request_json(n.ref)::jsonb || jsonb_build_object('kind', n.kind) order by n.place)
        from named n),
      'more', count(*) - (select count(*) from named))
    from request having count(*) > 0;
end;

-- How many addresses have reported incidents within the day.
create function private.reporters() returns bigint
language sql stable set search_path = ''
begin atomic
  select count(distinct coalesce(r.address_hash, '')) from private.incident_reports r
    where r.created_at > now() - interval '1 day';
end;

-- Incidents by names that the site has given; without its list, only how many there were.
create function private.alert_detail() returns json
language sql stable set search_path = ''
begin atomic
  with incident as (
    select coalesce(k.remote, 'other') as remote, coalesce(k.release, 'other') as release, i.created_at
      from public.incidents i left join private.known_releases k on k.remote = i.remote and k.release = i.release
      where i.created_at > now() - interval '1 day'
  ), unsent as (
    select o.* from private.outbox o
      where o.kind <> 'alert' and o.digest_id is null and o.sent_at is null and o.last_error is not null
  )
  select json_build_object(
      'unsent', (select count(*) from unsent),
      'oldestUnsentAt', (select private.iso(min(u.created_at)) from unsent u),
      'lastError', (select u.last_error from unsent u order by u.id desc limit 1),
      'incidents', (
        select coalesce(json_agg(part order by part.count desc, part.remote, part.release), '[]') from (
          select i.remote, i.release, count(*), private.iso(max(i.created_at)) as "lastAt"
            from incident i where exists (select from private.known_releases)
            group by i.remote, i.release) as part),
      'incidentCount', (select count(*) from incident),
      'reporters', private.reporters())
    where exists (select from unsent) or exists (select from incident);
end;

create function private.mail_detail(kind text, ref uuid, mail bigint) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case kind
    when 'contact' then private.request_json(ref)
    when 'digest' then private.digest_detail(mail)
    when 'alert' then private.alert_detail()
    when 'retention' then private.held_retention()
    else private.reservation_detail(ref) end;
end $$;

create function private.claim_mail()
returns table (id text, kind text, "messageId" uuid, attempts integer, detail json)
language plpgsql security definer set search_path = ''
as $$
declare
  claimed private.outbox;
begin
  perform private.rejoin_digests();
  loop
    -- Fewest attempts first: a mail that cannot be sent never holds up the others.
    update private.outbox o
      set attempts = o.attempts + 1,
          first_tried_at = coalesce(o.first_tried_at, now()),
          claimed_until = clock_timestamp() + (select s.mail_lease from private.settings s)
      where o.id = (
        select open.id from private.outbox open
        where open.sent_at is null and open.given_up_at is null and open.digest_id is null
          and open.not_before <= now() and coalesce(open.claimed_until, '-infinity') <= now()
        order by open.attempts, open.id limit 1 for update skip locked)
      returning o.* into claimed;
    if not found then
      return;
    end if;
    -- From now on nothing joins it; a request that is just joining is not counted as told.
    if claimed.kind = 'digest' then
      update private.outbox o set attempts = o.attempts + 1 where o.digest_id = claimed.id and o.sent_at is null;
    end if;
    -- A statement of its own: it sees dates that came in while the row was waited for.
    detail := private.mail_detail(claimed.kind, claimed.ref, claimed.id);
    if detail is not null then
      id := claimed.id;
      kind := claimed.kind;
      "messageId" := claimed.message_id;
      attempts := claimed.attempts;
      return next;
      return;
    end if;
    -- Rows of a digest whose requests have all gone must not open the next one.
    delete from private.outbox o where o.id = claimed.id or o.digest_id = claimed.id and o.attempts > 0 and o.sent_at is null;
  end loop;
end $$;

-- A request may join a digest in the moment in which a worker takes it: it is moved to the next one.
create function private.rejoin_digests() returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (select from private.outbox o left join private.outbox d on d.id = o.digest_id
             where o.digest_id is not null and o.sent_at is null and (d.id is null or d.sent_at is not null)) then
    update private.outbox o set digest_id = private.open_digest()
      where o.digest_id is not null and o.sent_at is null
        and not exists (select from private.outbox d where d.id = o.digest_id and d.sent_at is null);
  end if;
end $$;

create function private.mail_sent(mail bigint) returns void
language sql security definer set search_path = ''
begin atomic
  update private.outbox set sent_at = now(), claimed_until = null, last_error = null, given_up_at = null
    where id = mail or digest_id = mail and sent_at is null and attempts > 0;
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

-- At most one alert in an hour, and none while one is still waiting to be sent. One visitor's broken
-- browser is no incident of the site: three addresses must have reported within the day, or all that
-- came where fewer did. `visitors` is how many came, null where nobody counts.
create function private.queue_alert(visitors integer default null) returns void
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
            where o.kind <> 'alert' and o.digest_id is null and o.sent_at is null and o.last_error is not null
              and coalesce(o.given_up_at, 'infinity') > now() - interval '1 hour') >= s.alert_unsent
        or private.reporters() >= greatest(1, least(s.alert_reporters, visitors))
          and exists (select from public.incidents i
                      where i.created_at > coalesce((select max(o.created_at) from private.outbox o where o.kind = 'alert'),
                                                    '-infinity')
                        and i.created_at > now() - interval '1 day'));
end $$;

revoke all on function private.iso(timestamptz), private.clashes(uuid), private.contact_json(public.contacts),
  private.reservation_json(public.reservations), private.request_json(uuid),
  private.reservation_detail(uuid), private.digest_detail(bigint), private.reporters(), private.alert_detail(),
  private.mail_detail(text, uuid, bigint), private.claim_mail(), private.rejoin_digests(),
  private.mail_sent(bigint), private.mail_failed(bigint, text), private.queue_alert(integer)
  from public, anon, authenticated;
grant execute on function private.claim_mail(), private.mail_sent(bigint), private.mail_failed(bigint, text),
  private.queue_alert(integer) to service_role;

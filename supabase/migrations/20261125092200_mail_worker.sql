-- Draining the outbox. Any number of workers call private.claim_mail(), send the mail and report the outcome. A claim
-- is a lease: when its worker dies, another gets the mail again, under the same Message-ID, so that every mail goes out
-- at least once. The details are the JSON of functions/_shared/claimed-mail.ts; null when the request has been erased,
-- or the trouble is over.

-- Of a flood on one day, a mail names the first few only.
create function private.reservation_detail(reservation uuid) returns json
language sql stable set search_path = '' as $$
  select (private.reservation_json(r)::jsonb || jsonb_build_object('calendarId', private.calendar_id(r.id),
      'clashes', (
        select coalesce(json_agg(json_build_object('date', c.date, 'name', c.name, 'status', c.status)
                                 order by c.date, c.created_at), '[]')
        from (select * from private.clashes(r.id) c order by c.date, c.created_at limit 5) as c),
      'clashCount', (select count(*) from private.clashes(r.id))))::json
    from public.reservations r where r.id = reservation;
$$;

-- All requests of a digest are counted, the first twenty named.
create function private.digest_detail(digest bigint) returns json
language sql stable set search_path = '' as $$
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
$$;

create function private.mail_detail(mail private.outbox) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case when mail.recipient_hash is not null then private.visitor_detail(mail.kind, mail.ref, mail.id)
    else case mail.kind
      when 'contact' then private.request_json(mail.ref)
      when 'change' then private.change_detail(mail.ref)
      when 'digest' then private.digest_detail(mail.id)
      when 'concerns' then (
        select json_build_object('concerns', c.list) from (select private.concerns() as list) c where c.list is not null)
      when 'code' then private.code_detail(mail.id)
      when 'welcome' then (select json_build_object('email', o.email) from private.owners o where o.id = mail.ref)
      else private.reservation_detail(mail.ref) end end;
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
    detail := private.mail_detail(claimed);
    if detail is not null then
      if claimed.kind = 'concerns' then
        update private.outbox o set told = private.concern_names(detail -> 'concerns') where o.id = claimed.id;
      end if;
      if claimed.recipient_hash is not null then
        detail := (detail::jsonb || jsonb_build_object('manageUrl', private.link_of_mail(claimed)))::json;
      end if;
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
language sql security definer set search_path = '' as $$
  update private.outbox set sent_at = now(), claimed_until = null, last_error = null, given_up_at = null
    where id = mail or digest_id = mail and sent_at is null and attempts > 0;
$$;

-- A mail to a visitor is given up after ten attempts, some four hours. A receipt then goes: the page has said the same,
-- and the owner has nothing to do about it.
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

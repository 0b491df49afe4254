-- A worker that takes a mail may have read its request before the change: whoever changes the request waits for the
-- row, and a mail that is taken by then tells of nothing more.

create or replace function private.note_change(reservation public.reservations, action text, detail json) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.add_event(reservation.id, 'visitor', action, detail);
  perform from private.outbox o where o.ref = reservation.id and o.kind = 'change' and o.attempts = 0
    and o.sent_at is null for update;
  if not found then
    perform private.queue_request('change', reservation.id, now(), reservation.flagged);
  end if;
  if action in ('visitor_asked', 'visitor_gave_up') then
    perform private.queue_asked(reservation.id);
  end if;
end $$;

create or replace function private.queue_asked(request uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if not private.is_reader_known(request) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.visitor_mails', 0));
  perform from private.outbox o where o.ref = request and o.kind = 'asked' and o.sent_at is null and o.attempts = 0
    for update;
  if not found then
    insert into private.outbox (kind, ref, not_before, recipient_hash)
      select 'asked', r.id, now() + s.visitor_delay, private.salted(private.mailbox(r.email))
        from public.reservations r, private.settings s
        where r.id = request and r.status = 'nouvelle' and private.may_tell(r.id, 'asked');
  end if;
end $$;

create or replace function private.make_mail_due() returns trigger
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
    continue when reservation.unwanted or reservation.is_spam or reservation.by_phone;
    update private.outbox o
      set not_before = case when o.kind = 'reservation' and o.attempts = 0 then now() else o.not_before end
      where o.ref = reservation.id and o.kind in ('reservation', 'dates')
        and o.sent_at is null and coalesce(o.claimed_until, '-infinity') <= now()
        and (o.digest_id is null or o.digest_id = open_digest and o.attempts = 0);
    if not found then
      perform private.queue_request('dates', reservation.id,
        reservation.created_at + s.dates_window + interval '1 minute', reservation.flagged)
        from private.settings s;
    end if;
  end loop;
  return null;
end $$;

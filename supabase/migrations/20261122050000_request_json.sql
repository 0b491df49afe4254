-- A request as JSON, the same for every reader: mails, the inbox, exports. Both kinds have the same keys.
-- Its type is SiteRequest in functions/_shared/claimed-mail.ts.

create function private.contact_json(contact public.contacts) returns json
language sql stable set search_path = ''
return json_build_object('kind', 'contact', 'id', contact.id, 'receivedAt', private.iso(contact.created_at),
  'prenom', contact.prenom, 'nom', contact.nom, 'name', contact.prenom || ' ' || contact.nom,
  'email', contact.email, 'phone', contact.telephone, 'isAgefice', contact.is_agefice, 'message', contact.message,
  'dates', '[]'::json, 'status', null, 'flagged', contact.flagged, 'unwanted', contact.unwanted);

create function private.reservation_json(reservation public.reservations) returns json
language sql stable set search_path = ''
return json_build_object('kind', 'reservation', 'id', reservation.id, 'receivedAt', private.iso(reservation.created_at),
  'prenom', null, 'nom', null, 'name', reservation.name,
  'email', reservation.email, 'phone', reservation.phone, 'isAgefice', reservation.is_agefice, 'message', null,
  'dates', (
    select coalesce(json_agg(d.date order by d.date), '[]')
    from public.reservation_dates d where d.reservation_id = reservation.id),
  'status', reservation.status, 'flagged', reservation.flagged, 'unwanted', reservation.unwanted);

-- Null when the request has been erased.
create function private.request_json(request uuid) returns json
language sql stable set search_path = ''
begin atomic
  select private.contact_json(c) from public.contacts c where c.id = request
  union all
  select private.reservation_json(r) from public.reservations r where r.id = request;
end;

create or replace function private.reservation_detail(reservation uuid) returns json
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

create or replace function private.digest_detail(digest bigint) returns json
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

create or replace function private.mail_detail(kind text, ref uuid, mail bigint) returns json
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
drop function private.contact_detail(uuid);

revoke all on function private.contact_json(public.contacts), private.reservation_json(public.reservations),
  private.request_json(uuid) from public, anon, authenticated;

-- As before, with what a request costs: the price of a day that was announced to it, and the one that was agreed on.
create or replace function public.owner_request(id uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  only_owner constant text := case when (select count(*) from private.owners) = 1 then private.require_owner() end;
begin
  perform private.require_owner();
  return (select json_build_object('request', one.value,
      'tellsVisitor', private.may_tell(owner_request.id, 'confirmation'),
      'price', (
        select json_build_object('dayCents', private.announced_cents(r), 'priceCents', f.price_cents)
          from public.reservations r, lateral private.file_of(r) as f where r.id = owner_request.id),
      'history', (
        select json_agg(json_build_object('at', private.iso(e.at), 'who', nullif(e.who, only_owner), 'action', e.action, 'detail', e.detail)
                        order by e.id)
        from (select 0::bigint as id, (one.value ->> 'receivedAt')::timestamptz as at, null as who,
                'received' as action, null::json as detail
              where not exists (
                select from private.request_events h where h.ref = owner_request.id and h.action = 'entered')
              union all
              select h.id, h.at, h.who, h.action, h.detail from private.request_events h where h.ref = owner_request.id) as e),
      'mails', (
        select coalesce(json_agg(json_build_object('kind', o.kind, 'sentAt', private.iso(o.sent_at),
          'failedAt', private.iso(o.given_up_at)) order by o.id), '[]')
        from private.outbox o where o.ref = owner_request.id),
      'others', private.other_requests(owner_request.id, one.value ->> 'email'),
      'clashes', (
        select coalesce(json_agg(json_build_object('date', c.date, 'id', c.id, 'name', c.name, 'isConfirmed', c.confirmed)
                                 order by c.date, c.created_at), '[]')
        from (select * from private.clashes(owner_request.id) c order by c.date, c.created_at limit 50) as c))
    from (select private.owned_request_json(owner_request.id) as value) as one where one.value is not null);
end $$;

-- A request that was confirmed while it was to be verified gets its confirmation, as the owner reads beside it.

-- The owner has looked: from now on it is a request like others. It gets the mail that was withheld: a receipt, which nobody needs whom
-- the owner has answered already, or the confirmation of its days, once.
create or replace function public.owner_verify(id uuid, version integer) returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  who constant text := private.require_owner();
begin
  perform private.lock_request(id, version);
  update public.contacts c set flagged = false where c.id = owner_verify.id and c.flagged;
  if not found then
    update public.reservations r set flagged = false where r.id = owner_verify.id and r.flagged;
  end if;
  if found then
    perform private.add_event(id, who, 'verified');
    if private.is_in('todo', one ->> 'kind', one ->> 'status', one ->> 'handledAt' is not null, false, false)
        and not exists (select from private.outbox o where o.ref = owner_verify.id and o.kind = 'receipt')
      from private.owned_request_json(owner_verify.id) as one then
      perform private.queue_visitor_mail(owner_verify.id, 'receipt', now());
    end if;
    perform private.queue_visitor_mail(r.id, 'confirmation', now() + s.visitor_delay)
      from public.reservations r, private.settings s
      where r.id = owner_verify.id and r.status = 'confirmee'
        and not exists (select from private.outbox o where o.ref = r.id and o.kind = 'confirmation');
  end if;
  return private.owned_request_json(id);
end $$;

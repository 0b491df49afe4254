-- Who sends the same request again from a browser that has no link to it gets the link by mail once more, within the limits of
-- mails (a mailbox once a day). Why: docs/decisions/005-forms.md.

-- `attempt`: the key of the request, which follows from its whole content. The answer is only whether mails to visitors are on:
-- whether there is such a request, and whether a mail was written, it tells nobody.
create function public.send_link_again(attempt uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  request constant public.reservations := (select r from public.reservations r where r.attempt = send_link_again.attempt);
begin
  if request.created_at > now() - interval '1 day' and request.status = 'nouvelle' then
    perform pg_advisory_xact_lock(hashtextextended('private.visitor_mails', 0));
    insert into private.outbox (kind, ref, recipient_hash)
      select 'link', request.id, private.salted(private.mailbox(request.email))
        where private.may_tell(request.id, 'link')
          -- One that waits brings it.
          and not exists (select from private.outbox o
            where o.ref = request.id and o.recipient_hash is not null and o.sent_at is null and o.given_up_at is null);
  end if;
  return (select s.visitor_mails from private.settings s);
end $$;

revoke all on function public.send_link_again from public, anon, authenticated;
grant execute on function public.send_link_again to anon, service_role;

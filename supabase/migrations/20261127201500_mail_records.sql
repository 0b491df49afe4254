-- Who may ask what name servers know of the domain of the site's mails. The site's own server asks them and answers in place
-- of this function; elsewhere nobody does, and null says so.
create function public.owner_mail_records() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return null;
end $$;
revoke all on function public.owner_mail_records() from public, anon;
grant execute on function public.owner_mail_records() to authenticated, service_role;

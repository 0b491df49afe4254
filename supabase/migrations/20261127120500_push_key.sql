-- The data API of hosted Supabase refuses DELETE without WHERE.
create or replace function private.offer_push(public_key text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select from private.push_key k where k.public_key = offer_push.public_key) then
    return;
  end if;
  delete from private.push_subscriptions where true;
  insert into private.push_key (public_key) values (offer_push.public_key)
    on conflict (only_row) do update set public_key = excluded.public_key;
end $$;

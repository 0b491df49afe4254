-- Nobody but the owner of the schema may use what is not granted beside its definition.

revoke all on all tables in schema private from public, anon, authenticated;
revoke all on all functions in schema private from public;

-- The default privileges of hosted Supabase let anon call each new function of the schema public.
do $$
declare
  name regprocedure;
begin
  for name in select p.oid::regprocedure from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proname like 'owner\_%' loop
    execute format('revoke all on function %s from public, anon', name);
    execute format('grant execute on function %s to authenticated, service_role', name);
  end loop;
end $$;
revoke all on function public.closed_days(date, date) from public;
grant execute on function public.closed_days(date, date) to anon, authenticated, service_role;
revoke all on function public.manage_request(text), public.manage_cancel(text, integer),
  public.manage_ask_day(text, integer, date, date), public.manage_give_up_day(text, integer, date) from public, authenticated;
grant execute on function public.manage_request(text), public.manage_cancel(text, integer),
  public.manage_ask_day(text, integer, date, date), public.manage_give_up_day(text, integer, date) to anon, service_role;

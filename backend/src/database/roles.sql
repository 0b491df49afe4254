-- The roles that hosted Supabase already has. Run once, before the migrations, on a database that lacks them.
-- A user who is not a superuser needs CREATEROLE; otherwise an administrator runs it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit;
  end if;
  if (select rolsuper from pg_roles where rolname = current_user) then
    alter role service_role bypassrls;
  else
    execute format('grant anon, authenticated to %I', current_user);
  end if;
end $$;
-- The defaults of hosted Supabase, so that a table left open by mistake is open here too and a test notices it.
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

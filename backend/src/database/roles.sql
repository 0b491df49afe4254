-- What hosted Supabase already has. Run once, only on a local engine, before the migrations.
-- An owner who is no superuser needs CREATEROLE for it; otherwise an administrator runs it.
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
-- Hosted defaults, kept so that a table left open by mistake is open here too and a test sees it.
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

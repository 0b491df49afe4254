-- A constraint that fails writes the whole row into the log of the database: a visitor's name, address and message. Rows of
-- visitors have none in it, since row security hides them; functions of owners run as the tables' owner, and only a superuser
-- can keep a server from logging. So what such a function would write is refused before, with the same code and words.
create function private.refuse_without_row() returns trigger
language plpgsql stable security definer set search_path = ''
as $$
declare
  failed text;
begin
  select a.attname into failed from pg_attribute a
    where a.attrelid = tg_relid and a.attnum > 0 and a.attnotnull and not a.attisdropped
      and to_jsonb(new) -> a.attname::text = 'null' order by a.attnum limit 1;
  if failed is not null then
    raise not_null_violation using table = tg_table_name, schema = tg_table_schema, column = failed,
      message = format('null value in column "%s" of relation "%s" violates not-null constraint', failed, tg_table_name);
  end if;
  execute (
    select format('select case %s end from (select ($1).*) as given', string_agg(
        format('when not (%s) then %L', pg_get_expr(c.conbin, c.conrelid), c.conname), ' ' order by c.conname))
      from pg_constraint c where c.conrelid = tg_relid and c.contype = 'c'
  ) into failed using new;
  if failed is not null then
    raise check_violation using table = tg_table_name, schema = tg_table_schema, constraint = failed,
      message = format('new row for relation "%s" violates check constraint "%s"', tg_table_name, failed);
  end if;
  return new;
end $$;
revoke all on function private.refuse_without_row() from public;

-- After `tidy`, which changes the row: triggers run by name.
create trigger withhold before insert or update on public.contacts for each row
  when (current_setting('role') = 'authenticated') execute function private.refuse_without_row();
create trigger withhold before insert or update on public.reservations for each row
  when (current_setting('role') = 'authenticated') execute function private.refuse_without_row();

import type { Database } from '../../src/database/database';

// Columns are compared by name: their order in a table may differ.
const CATALOG = `
with own as (select oid, nspname::text as nspname from pg_namespace where nspname in ('public', 'private')),
relation as (
  select c.*, n.nspname || '.' || c.relname::text as name from pg_class c join own n on n.oid = c.relnamespace
),
item (kind, name, definition) as (
  select 'schema', n.nspname::text, obj_description(n.oid, 'pg_namespace') from own n
  union all
  select 'relation', r.name, concat_ws(' ', r.relkind, r.relrowsecurity, r.relforcerowsecurity, obj_description(r.oid, 'pg_class'))
    from relation r
  union all
  select 'column', r.name || '.' || a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then 'not null' end, a.attidentity, pg_get_expr(d.adbin, d.adrelid),
      col_description(r.oid, a.attnum))
    from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
    where r.relkind in ('r', 'c')
  union all
  select 'constraint', r.name || '.' || c.conname, pg_get_constraintdef(c.oid)
    from relation r join pg_constraint c on c.conrelid = r.oid
  union all
  select 'index', r.name, pg_get_indexdef(r.oid) from relation r where r.relkind = 'i'
  union all
  select 'function', p.oid::regprocedure::text, concat_ws(' ', pg_get_functiondef(p.oid), obj_description(p.oid, 'pg_proc'))
    from pg_proc p join own n on n.oid = p.pronamespace
  union all
  select 'trigger', r.name || '.' || t.tgname, pg_get_triggerdef(t.oid)
    from relation r join pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal
  union all
  select 'policy', r.name || '.' || p.polname, concat_ws(' ', p.polcmd, p.polpermissive, p.polroles::regrole[],
      pg_get_expr(p.polqual, r.oid), pg_get_expr(p.polwithcheck, r.oid))
    from relation r join pg_policy p on p.polrelid = r.oid
  union all
  select 'right', concat_ws(' ', o.name, coalesce(nullif(g.grantee, 0)::regrole::text, 'public')),
      string_agg(g.privilege_type, ', ' order by g.privilege_type)
    from (
      select n.nspname::text as name, coalesce(s.nspacl, acldefault('n', s.nspowner)) as acl
        from own n join pg_namespace s on s.oid = n.oid
      union all
      select r.name, coalesce(r.relacl, acldefault(case r.relkind when 'S' then 's' else 'r' end::"char", r.relowner))
        from relation r where r.relkind in ('r', 'S')
      union all
      select r.name || '.' || a.attname, a.attacl
        from relation r join pg_attribute a on a.attrelid = r.oid where a.attacl is not null
      union all
      select p.oid::regprocedure::text, coalesce(p.proacl, acldefault('f', p.proowner))
        from pg_proc p join own n on n.oid = p.pronamespace
    ) as o (name, acl), aclexplode(o.acl) as g
    group by 2, o.name, g.grantee
)
select concat_ws(' ', kind, name, definition) as line from item order by kind, name, definition`;

/** Everything that the schemas public and private contain, one line each: with rights and comments. */
export async function readCatalog(database: Pick<Database, 'query'>): Promise<string[]> {
  return (await database.query<{ line: string }>(CATALOG)).map(({ line }) => line);
}

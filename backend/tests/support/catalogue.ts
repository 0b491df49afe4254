import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CALLS, type Role } from '../../src/database/calls';
import type { Database } from '../../src/database/postgres';

const functionsOf = (role: Role): readonly string[] =>
  [...CALLS].flatMap(([path, call]) => (path.startsWith('rpc/') && call.role === role ? [path.slice(4)] : []));

export const OWNER_FUNCTIONS = functionsOf('authenticated');

const PRIVILEGES = `
  with own as (select array['public', 'private']::regnamespace[] as schemas), granted as (
    select p as privilege, c.oid::regclass::text as object, a.attname::text as part
      from own, pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
        unnest(array['select', 'insert', 'update', 'references']) as p
      where c.relnamespace = any (schemas) and c.relkind in ('r', 'v', 'p') and has_column_privilege($1, c.oid, a.attnum, p)
    union all select p, c.oid::regclass::text, null
      from own, pg_class c, unnest(array['delete', 'truncate', 'trigger']) as p
      where c.relnamespace = any (schemas) and c.relkind in ('r', 'v', 'p') and has_table_privilege($1, c.oid, p)
    union all select p, c.oid::regclass::text, null
      from own, pg_class c, unnest(array['usage', 'select', 'update']) as p
      where c.relnamespace = any (schemas) and c.relkind = 'S' and has_sequence_privilege($1, c.oid, p)
    union all select 'execute', f.oid::regprocedure::text, null from own, pg_proc f
      where f.pronamespace = any (schemas) and has_function_privilege($1, f.oid, 'execute')
        and has_schema_privilege($1, f.pronamespace, 'usage'))
  select concat_ws(' ', privilege, object, string_agg(part, ', ' order by part)) as line
    from granted group by privilege, object order by line`;

/** Everything that visitors may do: their calls, each column and argument by name. */
export const OF_VISITORS = [...CALLS]
  .flatMap(([path, { role, accepts, readableColumn }]) => {
    if (role !== 'anon') return [];
    const types = Object.values(accepts).map((type) => type.replace('?', ''));
    if (path.startsWith('rpc/')) return [`execute ${path.slice(4)}(${types})`];
    const rights = [`insert ${path} ${Object.keys(accepts).sort().join(', ')}`];
    return readableColumn ? [...rights, `select ${path} ${readableColumn}`] : rights;
  })
  .sort();

/** What a role may do with the tables, columns, sequences and functions of the site, one line for each. */
export async function privilegesOf(database: Database, role: string): Promise<string[]> {
  const rows = await database.query<{ line: string }>(PRIVILEGES, [role]);
  return rows.map(({ line }) => line);
}

/** The migrations of the version before the present first ones, and their record. */
export const HISTORY = gunzipSync(
  readFileSync(join(import.meta.dirname, '../fixtures/history-20261130.sql.gz')),
).toString();

const CATALOGUE = `
  with own as (select oid from pg_namespace where nspname in ('public', 'private')),
    relation as (select * from pg_class where relnamespace in (select oid from own)),
    granted (kind, name, acl) as (
      select 'relation', oid::regclass::text,
          coalesce(relacl, acldefault((case relkind when 'S' then 's' else 'r' end)::"char", relowner))
        from relation where relkind in ('r', 'S')
      union all select 'column', concat_ws(' ', c.oid::regclass, a.attname), a.attacl
        from relation c join pg_attribute a on a.attrelid = c.oid
      union all select 'function', oid::regprocedure::text, coalesce(proacl, acldefault('f', proowner))
        from pg_proc where pronamespace in (select oid from own)
      union all select 'schema', nspname, nspacl from pg_namespace where oid in (select oid from own)
      union all select 'default', concat_ws(' ', defaclnamespace::regnamespace, defaclobjtype), defaclacl
        from pg_default_acl)
  select concat_ws(' ', 'relation', oid::regclass, relkind, relpersistence, relrowsecurity, reloptions) as line from relation
  union all select concat_ws(' ', 'column', c.oid::regclass, row_number() over (partition by c.oid order by a.attnum),
      a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
      pg_get_expr(d.adbin, d.adrelid))
    from relation c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.relkind in ('r', 'c', 'S')
  union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace in (select oid from own)
  union all select pg_get_indexdef(indexrelid) from pg_index where indrelid in (select oid from relation)
  union all select concat_ws(' ', pg_get_triggerdef(oid), tgenabled)
    from pg_trigger where tgrelid in (select oid from relation) and not tgisinternal
  union all select concat_ws(' ', 'policy', polrelid::regclass, polname, polcmd, polpermissive, polroles::regrole[],
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) from pg_policy
  union all select regexp_replace(pg_get_functiondef(oid), '\\s+', ' ', 'g')
    from pg_proc where pronamespace in (select oid from own)
  union all select concat_ws(' ', 'comment', i.type, i.identity, d.description)
    from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) as i where i.schema in ('public', 'private')
  union all select concat_ws(' ', 'grant', g.kind, g.name, one) from granted g, unnest(g.acl) as one
  union all select concat_ws(' ', 'extension', extname, extnamespace::regnamespace) from pg_extension
  order by line`;

/** Everything that the migrations make, one line for each; a function with its whole text, wherever its lines end. */
export async function catalogueOf(database: Database): Promise<string[]> {
  const rows = await database.query<{ line: string }>(CATALOGUE);
  return rows.map(({ line }) => line);
}

const CHANGE = /\b(?:update\s+[\w."]+\s+(?:(?:as\s+)?\w+\s+)?set|delete\s+from)\b/gi;

/** The statements of a function that change rows without a WHERE. Hosted Supabase's data API refuses to run them. */
export function unboundedChanges(body: string): string[] {
  const code = body.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, "''");
  const statements = [...code.matchAll(CHANGE)].map(({ index }) => outerText(code.slice(index)));
  return statements.filter((statement) => !/\bwhere\b/i.test(statement));
}

/** A statement up to its end, without what is in parentheses. */
function outerText(code: string): string {
  let [depth, outer] = [0, ''];
  for (const character of code) {
    if (character === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && character === ';')) break;
    if (depth === 0) outer += character;
    if (character === '(') depth += 1;
  }
  return outer.replace(/\s+/g, ' ');
}

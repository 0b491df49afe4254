import { CALLS, type Role } from '../../src/database/calls';
import type { Database } from '../../src/database/postgres';

const functionsOf = (role: Role): readonly string[] =>
  [...CALLS].flatMap(([path, call]) => (path.startsWith('rpc/') && call.role === role ? [path.slice(4)] : []));

export const PUBLIC_FUNCTIONS = functionsOf('anon');
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

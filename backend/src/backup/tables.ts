import type { Database } from '../database/database';

export interface Table {
  /** Qualified, and quoted for SQL. */
  readonly name: string;
  /** Without generated columns; quoted for SQL. */
  readonly columns: readonly string[];
  /** Columns with a sequence; both names are quoted for SQL. */
  readonly counted: readonly { readonly column: string; readonly sequence: string }[];
}

interface Found extends Table {
  readonly refersTo: readonly string[];
}

// From the catalog: a fixed list would miss what the next migration adds.
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    (select json_agg(format('%I', a.attname) order by a.attnum) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select coalesce(json_agg(json_build_object('column', format('%I', a.attname), 'sequence', s.name)), '[]')
     from pg_attribute a, pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as s (name)
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and s.name is not null) as counted,
    (select coalesce(json_agg(format('%I.%I', rn.nspname, r.relname)), '[]')
     from pg_constraint f join pg_class r on r.oid = f.confrelid join pg_namespace rn on rn.oid = r.relnamespace
     where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private') and c.relkind = 'r'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1`;

/** Every table of the site; each follows those that it references. */
export async function readTables(database: Database): Promise<Table[]> {
  return inOrder(await database.query<Found>(TABLES));
}

function inOrder(tables: Found[]): Table[] {
  const names = new Set(tables.map(({ name }) => name));
  const ordered = new Map<string, Table>();
  while (ordered.size < tables.length) {
    const ready = tables.filter(
      ({ name, refersTo }) => !ordered.has(name) && refersTo.every((one) => ordered.has(one) || !names.has(one)),
    );
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle: their rows have no order.');
    for (const { name, columns, counted } of ready) ordered.set(name, { name, columns, counted });
  }
  return [...ordered.values()];
}

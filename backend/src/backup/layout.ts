import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { Database } from '../database/postgres';

/** Contents of a backup's folder, besides the release store; `mails/` only when DATA_DIR has it. */
export const layout = { database: 'database.jsonl.gz', keys: 'keys.json', mails: 'mails' } as const;

export const FORMAT = 'site-backup';
/** Incremented when the previous version's reader would misread the file. */
export const FORMAT_VERSION = 1;

/** First line of the database's file. */
export interface Header {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** Time of the snapshot, ISO 8601, UTC. */
  readonly takenAt: string;
  /** Applied migrations, oldest first. */
  readonly migrations: readonly string[];
  /** Qualified names of all tables; each table follows those that it references. */
  readonly tables: readonly string[];
}

/** Last line: a file without it is truncated. */
export interface Footer {
  readonly rows: number;
  /** Covers all bytes before this line, uncompressed. */
  readonly sha256: string;
}

/** The line up to the row, which is the database's own JSON; a brace ends the line. */
export const rowStart = (table: string) => `{"table":${JSON.stringify(table)},"row":`;

/** Settings that make every server write a row as the same text. */
export const SAME_TEXT =
  "set local timezone to 'UTC'; set local datestyle to 'ISO, YMD'; set local intervalstyle to 'postgres'";

export interface Table {
  /** Qualified, and quoted for SQL. */
  readonly name: string;
  /** Generated columns are left out. Names are quoted for SQL. */
  readonly columns: readonly string[];
  /** Columns with a sequence; both names are quoted for SQL. */
  readonly counted: readonly { readonly column: string; readonly sequence: string }[];
}

interface TableReferences extends Table {
  readonly refersTo: readonly string[];
}

// The catalog is asked, as a fixed list would miss what the next migration adds.
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
  return sortByReferences(await database.query<TableReferences>(TABLES));
}

function sortByReferences(tables: TableReferences[]): Table[] {
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

const NEWLINE = 0x0a;

/** Reads a gzip file line by line. node:readline would also split at U+2028, which a visitor's message may contain. */
export async function readLines(file: string, take: (line: Buffer) => void | Promise<void>): Promise<void> {
  const source = createReadStream(file);
  const chunks = createGunzip();
  // pipeline() would replace an error of `take` with an AbortError.
  source.on('error', (error) => chunks.destroy(error)).pipe(chunks);
  let parts: Buffer[] = [];
  try {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        await take(Buffer.concat([...parts, chunk.subarray(start, end)]));
        parts = [];
        start = end + 1;
      }
      if (start < chunk.length) parts.push(chunk.subarray(start));
    }
    if (parts.length > 0) await take(Buffer.concat(parts));
  } finally {
    source.destroy();
  }
}

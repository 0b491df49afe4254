import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { type Database, transaction } from '../database/postgres';
import type { DatabaseOptions } from '../process/options';
import { backUpKeys, type CopyOptions, copyFiles } from './copy-files';
import { FORMAT, FORMAT_VERSION, type Footer, type Header, layout, readTables, rowStart, SAME_TEXT } from './layout';

interface BackupSource extends CopyOptions {
  readonly options: DatabaseOptions;
  readonly onDatabase: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>;
}

export interface BackupCounts {
  readonly rows: number;
  readonly mails: number;
  readonly store: number;
}

/** Writes a backup into a new, empty folder. */
export async function fillBackup(
  partial: string,
  { options, onDatabase, ...copying }: BackupSource,
): Promise<BackupCounts> {
  const rows = await onDatabase(async (database) => {
    await backUpKeys(options, database, partial);
    return writeDatabase(database, join(partial, layout.database));
  });
  return { rows, ...(await copyFiles(options.dataDir, partial, copying)) };
}

const ROWS_AT_ONCE = 500;

// Hashes of visitors' addresses are kept for a day at most, backups for longer. The servers and what they did last do
// not concern the machine of the restore.
const LEFT_OUT = new Set([
  'private.submissions',
  'private.manage_calls',
  'private.incident_reports',
  'private.live_reports',
  'private.speed_reports',
  'private.release_networks',
  'private.dropped_reports',
  'private.retention_state',
  'private.upkeep',
  'private.servers',
  'private.watched_changes',
  // An older backup must not bring back a session that its owner has ended, nor a calendar address that was replaced.
  'private.owner_sessions',
  'private.owner_feeds',
  // They belong to a session.
  'private.push_subscriptions',
  'private.pushes',
  'private.push_key',
  'private.own_calendar',
  'private.own_calendar_asks',
  'private.sign_in_codes',
  'private.sign_in_attempts',
  // Saved in keys.json.
  'private.install_keys',
]);

/** The secret of a link that waits in a mail opens a reservation: a restore makes another one. */
const WITHOUT: Readonly<Record<string, string>> = { 'private.manage_links': '{"secret": null}' };

/** Writes all rows except those of `LEFT_OUT`, in one snapshot. @returns the number of rows */
export async function writeDatabase(database: Database, file: string): Promise<number> {
  return transaction(
    database,
    async () => {
      await database.script(SAME_TEXT);
      const header = await readHeader(database);
      const counted = { rows: 0 };
      await pipeline(
        checked(header, readPages(database, header.tables), counted),
        // Speed matters more than size.
        createGzip({ level: constants.Z_BEST_SPEED }),
        createWriteStream(file, { flags: 'wx', mode: 0o600 }),
      );
      return counted.rows;
    },
    'begin isolation level repeatable read read only',
  );
}

async function readHeader(database: Database): Promise<Header> {
  const [{ now } = { now: '' }] = await database.query<{ now: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as now`,
  );
  const applied = await database.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  );
  const tables = await readTables(database);
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    takenAt: now,
    migrations: applied.map(({ version }) => version),
    tables: tables.map(({ name }) => name).filter((name) => !LEFT_OUT.has(name)),
  };
}

async function* readPages(database: Database, tables: readonly string[]): AsyncGenerator<string[]> {
  for (const table of tables) {
    const row = `(to_jsonb(t) || '${WITHOUT[table] ?? '{}'}')::text`;
    await database.script(`declare page no scroll cursor for select ${row} as text from only ${table} t`);
    for (;;) {
      const rows = await database.query<{ text: string }>(`fetch ${ROWS_AT_ONCE} from page`);
      if (rows.length === 0) break;
      yield rows.map(({ text }) => `${rowStart(table)}${text}}\n`);
    }
    await database.script('close page');
  }
}

async function* checked(
  header: Header,
  pages: AsyncIterable<string[]>,
  counted: { rows: number },
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const first = `${JSON.stringify(header)}\n`;
  hash.update(first);
  yield first;
  for await (const lines of pages) {
    const text = lines.join('');
    counted.rows += lines.length;
    hash.update(text);
    yield text;
  }
  const footer: Footer = { rows: counted.rows, sha256: hash.digest('hex') };
  yield `${JSON.stringify(footer)}\n`;
}

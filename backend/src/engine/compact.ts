import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../database/database';
import { roomOf } from '../disks';
import { UserError } from '../user-error';
import { holdEngine } from './lock';

const MEGABYTE = 1024 * 1024;
/** The room that hasRoom() keeps free, and the log segments that compact() fills. */
const SPARE_BYTES = 160 * MEGABYTE;

const TABLES = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private')`;

const LATER_SEGMENTS = `
  select count(*)::integer as count from pg_ls_waldir()
  where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(pg_current_wal_insert_lsn())`;

/** The marker exists while a file of the embedded database may contain the text of deleted rows. */
const markerOf = (dataDir: string) => join(dataDir, 'engine.erasing');

/**
 * Runs `work`, which deletes rows, then removes their text from the files of the embedded database while other clients
 * wait. If this process is killed in between, the next deletion or start of the site removes the text. The files of an
 * external PostgreSQL are not touched.
 * @throws UserError when the disk has no room for it; nothing is deleted then
 */
export async function deleteForGood<Result>(
  database: Database,
  dataDir: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!database.isEmbedded) return work();
  const release = await holdEngine(dataDir);
  try {
    await requireRoom(database, dataDir);
    deferDeletion(dataDir);
    const result = await work();
    await compact(database, dataDir);
    return result;
  } finally {
    release();
  }
}

export function isDeletionUnfinished(dataDir: string): boolean {
  return existsSync(markerOf(dataDir));
}

/** Leaves the text of deleted rows to the next deletion or start, so that no client waits now. */
export function deferDeletion(dataDir: string): void {
  writeFileSync(markerOf(dataDir), '', { mode: 0o600 });
}

/** Call it before clients connect. @throws UserError when the disk has no room for it */
export async function finishDeletion(database: Database, dataDir: string): Promise<void> {
  if (!isDeletionUnfinished(dataDir)) return;
  await requireRoom(database, dataDir);
  await compact(database, dataDir);
}

/** Requires room for a second copy of all rows in tables and log: without it the engine does not fail, it spins. */
async function requireRoom(database: Database, dataDir: string): Promise<void> {
  const [{ size } = { size: '0' }] = await database.query<{ size: string }>(
    'select pg_database_size(current_database())::text as size',
  );
  const { freeBytes } = await roomOf(dataDir);
  const missing = 2 * Number(size) + SPARE_BYTES - freeBytes;
  if (missing <= 0) return;
  throw new UserError(
    `The disk has too little room to remove a text from the database's files: free ${Math.ceil(missing / MEGABYTE)} MB, then try again; nothing was deleted now.`,
  );
}

/** A delete leaves the text in the table's pages, in the statistics and in the write-ahead log. */
async function compact(database: Database, dataDir: string): Promise<void> {
  const tables = await database.query<{ name: string }>(TABLES);
  for (const { name } of tables) await database.script(`vacuum full ${name}`);
  // Samples of the columns' values, if ANALYZE ever ran.
  await database.script('delete from pg_catalog.pg_statistic');
  await database.script('vacuum full pg_catalog.pg_statistic');
  await leaveLog(database);
  await database.script('checkpoint');
  rmSync(markerOf(dataDir), { force: true });
}

/** Switches to a new log segment. Segments that an earlier engine has kept for reuse hold old text. */
async function leaveLog(database: Database): Promise<void> {
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>(LATER_SEGMENTS);
  for (let segment = 0; segment <= count; segment += 1) {
    // PostgreSQL does not switch from an empty segment.
    await database.script("select pg_logical_emit_message(true, '', '')");
    await database.script('select pg_switch_wal()');
  }
}

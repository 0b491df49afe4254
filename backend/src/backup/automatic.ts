import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '@site/terminal/program';
import { diskSpaceOf, isSameDisk } from '../data-folder/disks';
import { connect, type Database } from '../database/postgres';
import type { BackendOptions, Connection, DatabaseOptions } from '../process/options';
import {
  type BackupOptions,
  backupName,
  backupsToRemove,
  finishRemovals,
  listAutomaticBackups,
  markAsAutomatic,
  removeBackup,
} from './automatic-backups';
import { checkBackup } from './check-backup';
import { type BackupCounts, fillBackup } from './write-backup';
import { DISK_FULL, REFUSED, writeFolderAtomically } from './write-folder-atomically';

const POLL_MS = 10 * 60_000;
/** A stop waits this long for a backup in progress. An interrupted backup is made again later. */
const STOP_MS = 300;

interface BackendAccess {
  readonly connection: Connection;
  readonly anonKey: string;
}

/** Makes a backup each day. @returns a function that ends it */
export function startBackups(
  options: BackendOptions & { readonly backup: BackupOptions },
  { connection, anonKey }: BackendAccess,
): () => Promise<void> {
  const { backupDir, withStore } = options.backup;
  if (backupDir === null) return async () => undefined;
  const install = createHash('sha256').update(anonKey).digest('hex').slice(0, 16);
  const site = { options, backupDir, withStore, install, connection };
  const ending = new AbortController();
  const running = pollUntil(ending.signal, site);
  return async () => {
    ending.abort();
    await Promise.race([running, delay(STOP_MS, undefined, { ref: false })]);
  };
}

async function pollUntil(end: AbortSignal, site: BackedUpSite): Promise<void> {
  let lastReason = '';
  while (!end.aborted) {
    try {
      const backup = await backUpIfDue(site);
      if (backup) console.error(sentenceOf(backup));
      lastReason = '';
    } catch (error) {
      const reason = reasonOf(error);
      // Otherwise every try would log the same reason.
      if (!end.aborted && reason !== lastReason) {
        console.error(`The daily backup was not made and will be tried again (${reason}).`);
      }
      lastReason = reason;
    }
    await delay(POLL_MS, undefined, { signal: end, ref: false }).catch(() => undefined);
  }
}

const sentenceOf = ({ folder, rows, mails, store, removed }: DoneBackup) =>
  `Daily backup: ${folder} (rows: ${rows}, mails: ${mails}, files of the store: ${store}; older backups removed: ${removed}).`;

export interface BackedUpSite extends BackupTarget {
  readonly connection: Connection;
}

interface DoneBackup extends NewBackup {
  readonly removed: number;
}

/**
 * Makes the daily backup if it is due and no other server is making it, and records the outcome in the database.
 * @param at the current time, for tests; otherwise the database's
 * @returns null when none is due
 */
export async function backUpIfDue(site: BackedUpSite, at: string | null = null): Promise<DoneBackup | null> {
  // The mail worker reports an unreachable database.
  const database = await connect(site.connection).catch(() => null);
  if (!database) return null;
  try {
    const [claim] = await database.query<{ isGiven: boolean; at: Date }>(
      `select private.claim_backup(t.at) as "isGiven", t.at from (select coalesce($1::timestamptz, now()) as at) t`,
      [at],
    );
    return claim?.isGiven ? await makeAndRecord(site, database, claim.at) : null;
  } finally {
    await database.close();
  }
}

async function makeAndRecord(site: BackedUpSite, database: Database, takenAt: Date): Promise<DoneBackup> {
  const backup = await makeAutomatic(site, database, takenAt).catch(async (error: unknown) => {
    // Without the database, the claim expires and the backup is tried again.
    await database.query('select private.backup_failed($1, $2)', [failureOf(error), takenAt]).catch(() => undefined);
    throw error;
  });
  const { folder, rows, bytes } = backup;
  const sameDisk = await isSameDisk(site.options.dataDir, site.backupDir);
  const outcome = { host: hostname(), folder, sameDisk, withReleases: site.withStore, rows, bytes };
  await database.query('select private.backup_made($1, $2)', [JSON.stringify(outcome), takenAt]);
  return { ...backup, removed: await removeOutdated(site, { folder, takenAt }) };
}

function failureOf(error: unknown): 'full' | 'refused' | 'other' {
  const { cause = error } = error as { readonly cause?: unknown };
  const code = String((cause as { readonly code?: unknown } | null)?.code);
  if (DISK_FULL.includes(code)) return 'full';
  return REFUSED.includes(code) ? 'refused' : 'other';
}

/** Twice what the database needs (`hasRoom`), so that a backup never stops the site. */
const LEFT_FREE_BYTES = 128 * 1024 * 1024;
/** The partial folder of all backups: its lock admits one process, and the next backup discards an abandoned one. */
const PARTIAL = 'site.partial';

interface BackupTarget {
  readonly options: DatabaseOptions;
  readonly backupDir: string;
  readonly withStore: boolean;
  /** Identifies the site in its backups. */
  readonly install: string;
  readonly freeBytes?: (folder: string) => Promise<number>;
}

interface NewBackup extends BackupCounts {
  readonly folder: string;
  readonly bytes: number;
}

/**
 * Makes a backup, and renames it into place once it has been verified. Files that are unchanged since the last one
 * become hard links.
 * @throws UserError when the disk is full or not writable
 */
async function makeAutomatic(site: BackupTarget, database: Database, takenAt: Date): Promise<NewBackup> {
  const { options, backupDir, withStore, install } = site;
  const folder = join(backupDir, backupName(takenAt));
  return writeFolderAtomically(folder, join(backupDir, PARTIAL), async (partial) => {
    const requireRoom = async (bytes: number) => {
      if ((await (site.freeBytes ?? freeBytesOf)(partial)) >= bytes + LEFT_FREE_BYTES) return;
      throw Object.assign(new Error('The backup would leave too little room.'), { code: 'ENOSPC' });
    };
    const [size] = await database.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
    await requireRoom(Number(size?.bytes));
    const [last] = await listAutomaticBackups(backupDir, install);
    const counts = await fillBackup(partial, {
      options,
      withStore,
      onDatabase: (work) => work(database),
      requireRoom,
      ...(last && { earlier: last.folder }),
    });
    await checkBackup(partial);
    await markAsAutomatic(partial, install);
    return { ...counts, folder, bytes: await sizeOf(partial) };
  });
}

/** @returns how many backups were removed */
async function removeOutdated(
  { backupDir, install }: Pick<BackupTarget, 'backupDir' | 'install'>,
  verified: { readonly folder: string; readonly takenAt: Date },
): Promise<number> {
  await finishRemovals(backupDir);
  const others = (await listAutomaticBackups(backupDir, install)).filter(({ folder }) => folder !== verified.folder);
  const outdated = backupsToRemove(others, verified);
  for (const backup of outdated) await removeBackup(backup);
  return outdated.length;
}

const freeBytesOf = async (folder: string) => (await diskSpaceOf(folder)).freeBytes;

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

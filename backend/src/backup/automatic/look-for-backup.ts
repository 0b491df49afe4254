import { hostname } from 'node:os';
import type { Connection, Database } from '../../database/database';
import { connect } from '../../database/postgres';
import { isSameDisk } from '../../disks';
import { DISK_FULL, REFUSED } from '../write-folder-atomically';
import { type BackupPlace, type MadeBackup, makeAutomatic, removeOutdated } from './make-automatic';

export interface BackedUpSite extends BackupPlace {
  readonly connection: Connection;
}

export interface DoneBackup extends MadeBackup {
  /** How many older backups were removed. */
  readonly removed: number;
}

/**
 * Makes the day's backup when it is due and no other server is at it, and tells the database how it went.
 * @param at the time, for tests; otherwise the database's
 * @returns null when none is due
 */
export async function lookForBackup(site: BackedUpSite, at: string | null = null): Promise<DoneBackup | null> {
  // The mail worker reports a database that is away.
  const database = await connect(site.connection).catch(() => null);
  if (!database) return null;
  try {
    const [claim] = await database.query<{ given: boolean; at: Date }>(
      `select private.claim_backup(t.at) as given, t.at from (select coalesce($1::timestamptz, now()) as at) t`,
      [at],
    );
    return claim?.given ? await makeAndTell(site, database, claim.at) : null;
  } finally {
    await database.close();
  }
}

async function makeAndTell(site: BackedUpSite, database: Database, takenAt: Date): Promise<DoneBackup> {
  const made = await makeAutomatic(site, database, takenAt).catch(async (error: unknown) => {
    // Without the database another look follows when the claim is over.
    await database.query('select private.backup_failed($1, $2)', [failureOf(error), takenAt]).catch(() => undefined);
    throw error;
  });
  const { folder, rows, bytes } = made;
  const sameDisk = await isSameDisk(site.place.dataDir, site.backupDir);
  const told = { host: hostname(), folder, sameDisk, withReleases: site.withStore, rows, bytes };
  await database.query('select private.backup_made($1, $2)', [JSON.stringify(told), takenAt]);
  return { ...made, removed: await removeOutdated(site, { folder, takenAt }) };
}

function failureOf(error: unknown): 'full' | 'refused' | 'other' {
  const { cause = error } = error as { readonly cause?: unknown };
  const code = String((cause as { readonly code?: unknown } | null)?.code);
  if (DISK_FULL.includes(code)) return 'full';
  return REFUSED.includes(code) ? 'refused' : 'other';
}

import { hostname } from 'node:os';
import type { Connection } from '../../connection';
import type { Database } from '../../database/database';
import { connect } from '../../database/postgres';
import { isSameDisk } from '../../disks';
import { DISK_FULL, REFUSED } from '../write-folder-atomically';
import { type BackupPlace, type MadeBackup, makeAutomatic, removeOutdated } from './make-automatic';

export interface BackedUpSite extends BackupPlace {
  readonly connection: Connection;
}

export interface DoneBackup extends MadeBackup {
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
    const [claim] = await database.query<{ given: boolean; at: Date }>(
      `select private.claim_backup(t.at) as given, t.at from (select coalesce($1::timestamptz, now()) as at) t`,
      [at],
    );
    return claim?.given ? await makeAndRecord(site, database, claim.at) : null;
  } finally {
    await database.close();
  }
}

async function makeAndRecord(site: BackedUpSite, database: Database, takenAt: Date): Promise<DoneBackup> {
  const made = await makeAutomatic(site, database, takenAt).catch(async (error: unknown) => {
    // Without the database, the claim expires and the backup is tried again.
    await database.query('select private.backup_failed($1, $2)', [failureOf(error), takenAt]).catch(() => undefined);
    throw error;
  });
  const { folder, rows, bytes } = made;
  const sameDisk = await isSameDisk(site.place.dataDir, site.backupDir);
  const outcome = { host: hostname(), folder, sameDisk, withReleases: site.withStore, rows, bytes };
  await database.query('select private.backup_made($1, $2)', [JSON.stringify(outcome), takenAt]);
  return { ...made, removed: await removeOutdated(site, { folder, takenAt }) };
}

function failureOf(error: unknown): 'full' | 'refused' | 'other' {
  const { cause = error } = error as { readonly cause?: unknown };
  const code = String((cause as { readonly code?: unknown } | null)?.code);
  if (DISK_FULL.includes(code)) return 'full';
  return REFUSED.includes(code) ? 'refused' : 'other';
}

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../database/database';
import { roomOf } from '../../disks';
import type { BackendOptions } from '../../options';
import { checkBackup } from '../check-backup';
import { type BackupCounts, fillBackup } from '../fill-backup';
import { writeFolderAtomically } from '../write-folder-atomically';
import { backupsToRemove } from './kept-backups';
import { backupName, finishRemovals, listOwnBackups, markAsOwn, removeOwn } from './own-backups';

/** Twice what the database needs (`hasRoom`), so that a backup never stops the site. */
const LEFT_FREE_BYTES = 128 * 1024 * 1024;
/** All backups share this draft: its lock admits one process, and the next backup discards an abandoned draft. */
const DRAFT = 'site.partial';

export interface BackupPlace {
  readonly place: Pick<BackendOptions, 'dataDir' | 'databaseUrl' | 'jwtSecret'>;
  readonly backupDir: string;
  readonly withStore: boolean;
  /** Identifies the site in its backups. */
  readonly install: string;
  readonly freeBytes?: (folder: string) => Promise<number>;
}

export interface MadeBackup extends BackupCounts {
  readonly folder: string;
  readonly bytes: number;
}

/**
 * Makes a backup, and renames it into place once it has been verified. Files that are unchanged since the last one
 * become hard links.
 * @throws UserError when the disk is full or not writable
 */
export async function makeAutomatic(site: BackupPlace, database: Database, takenAt: Date): Promise<MadeBackup> {
  const { place, backupDir, withStore, install } = site;
  const folder = join(backupDir, backupName(takenAt));
  return writeFolderAtomically(folder, join(backupDir, DRAFT), async (draft) => {
    const requireRoom = async (bytes: number) => {
      if ((await (site.freeBytes ?? freeBytesOf)(draft)) >= bytes + LEFT_FREE_BYTES) return;
      throw Object.assign(new Error('The backup would leave too little room.'), { code: 'ENOSPC' });
    };
    const [size] = await database.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
    await requireRoom(Number(size?.bytes));
    const [last] = await listOwnBackups(backupDir, install);
    const kept = await fillBackup(draft, {
      place,
      withStore,
      onDatabase: (work) => work(database),
      requireRoom,
      ...(last && { earlier: last.folder }),
    });
    await checkBackup(draft);
    await markAsOwn(draft, install);
    return { ...kept, folder, bytes: await sizeOf(draft) };
  });
}

/** @returns how many backups were removed */
export async function removeOutdated(
  { backupDir, install }: Pick<BackupPlace, 'backupDir' | 'install'>,
  made: { readonly folder: string; readonly takenAt: Date },
): Promise<number> {
  await finishRemovals(backupDir);
  const others = (await listOwnBackups(backupDir, install)).filter(({ folder }) => folder !== made.folder);
  const outdated = backupsToRemove(others, made);
  for (const backup of outdated) await removeOwn(backup);
  return outdated.length;
}

const freeBytesOf = async (folder: string) => (await roomOf(folder)).freeBytes;

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../database/database';
import { roomOf } from '../../disks';
import type { BackendOptions } from '../../options';
import { checkBackup } from '../check-backup';
import { fillBackup, type Kept } from '../fill-backup';
import { writeFolderAtomically } from '../write-folder-atomically';
import { backupsToRemove } from './kept-backups';
import { finishRemovals, listOwn, markOwn, ownName, removeOwn } from './own-backups';

/** Twice what the embedded engine needs to go on: a backup must not stop the site that it saves. */
const LEFT_FREE_BYTES = 128 * 1024 * 1024;
/** Its lock keeps two processes from filling it at once; the next backup discards what a killed one has left. */
const DRAFT = 'site.partial';

export interface BackupPlace {
  readonly place: Pick<BackendOptions, 'dataDir' | 'databaseUrl' | 'jwtSecret'>;
  readonly backupDir: string;
  /** False where the releases are in an object store. */
  readonly withStore: boolean;
  /** Names the site, in its backups. */
  readonly install: string;
  /** Free bytes of a folder's disk. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

export interface MadeBackup extends Kept {
  readonly folder: string;
  readonly bytes: number;
}

/**
 * Makes a backup and reads it again; only a good one gets its name. Files that the last backup has already are linked to
 * it and take no room.
 * @throws UserError when the disk is full or not writable
 */
export async function makeAutomatic(site: BackupPlace, database: Database, takenAt: Date): Promise<MadeBackup> {
  const { place, backupDir, withStore, install } = site;
  const folder = join(backupDir, ownName(takenAt));
  return writeFolderAtomically(folder, join(backupDir, DRAFT), async (draft) => {
    const requireRoom = async (bytes: number) => {
      if ((await (site.freeBytes ?? freeBytesOf)(draft)) >= bytes + LEFT_FREE_BYTES) return;
      throw Object.assign(new Error('The backup would leave too little room.'), { code: 'ENOSPC' });
    };
    const [size] = await database.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
    await requireRoom(Number(size?.bytes));
    const [last] = await listOwn(backupDir, install);
    const kept = await fillBackup(draft, {
      place,
      withStore,
      onDatabase: (work) => work(database),
      requireRoom,
      ...(last && { earlier: last.folder }),
    });
    await checkBackup(draft);
    await markOwn(draft, install);
    return { ...kept, folder, bytes: await sizeOf(draft) };
  });
}

/** Removes the backups that are no longer kept, once `made` is there. @returns how many */
export async function removeOutdated(
  { backupDir, install }: Pick<BackupPlace, 'backupDir' | 'install'>,
  made: { readonly folder: string; readonly takenAt: Date },
): Promise<number> {
  await finishRemovals(backupDir);
  const others = (await listOwn(backupDir, install)).filter(({ folder }) => folder !== made.folder);
  const outdated = backupsToRemove(others, made);
  for (const one of outdated) await removeOwn(one);
  return outdated.length;
}

const freeBytesOf = async (folder: string) => (await roomOf(folder)).freeBytes;

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

import { join } from 'node:path';
import type { Database } from '../database/database';
import type { BackendOptions } from '../options';
import { backUpKeys } from './backup-keys';
import { type CopyOptions, copyFiles } from './copy-files';
import { layout } from './layout';
import { writeDatabase } from './write-database';

interface BackupSource extends CopyOptions {
  readonly place: Pick<BackendOptions, 'dataDir' | 'databaseUrl' | 'jwtSecret'>;
  readonly onDatabase: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>;
}

export interface BackupCounts {
  readonly rows: number;
  readonly mails: number;
  readonly store: number;
}

/** Writes a backup into a new, empty folder. */
export async function fillBackup(
  draft: string,
  { place, onDatabase, ...copying }: BackupSource,
): Promise<BackupCounts> {
  const rows = await onDatabase(async (database) => {
    await backUpKeys(place, database, draft);
    return writeDatabase(database, join(draft, layout.database));
  });
  return { rows, ...(await copyFiles(place.dataDir, draft, copying)) };
}

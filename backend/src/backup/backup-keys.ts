import { copyFileSync } from 'node:fs';
import { keysFileOf, readKeys, writeKeys } from '../data-folder/keys';
import type { Database } from '../database/database';
import { findKeys, storeKeys } from '../database/shared-keys';
import type { BackendOptions } from '../options';
import { layout } from './layout';

type Place = Pick<BackendOptions, 'dataDir' | 'databaseUrl' | 'jwtSecret'>;

/** Copies the keys from the data folder or the database into the backup, except those of SITE_JWT_SECRET. */
export async function backUpKeys({ dataDir, databaseUrl }: Place, database: Database, draft: string): Promise<void> {
  if (databaseUrl) {
    const keys = await findKeys(database);
    if (keys) writeKeys(draft, keys);
    return;
  }
  const file = keysFileOf(dataDir);
  if (file) copyFileSync(file, `${draft}/${layout.keys}`);
}

interface Folders {
  readonly backup: string;
  readonly draft: string;
}

/** Restores a backup's keys to the database or the data folder, unless SITE_JWT_SECRET replaces them. */
export async function restoreKeys(place: Place, database: Database, { backup, draft }: Folders): Promise<void> {
  if (!keysFileOf(backup) || place.jwtSecret) return;
  const keys = await readKeys(backup);
  if (place.databaseUrl) await storeKeys(database, keys);
  else writeKeys(draft, keys);
}

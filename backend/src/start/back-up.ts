import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { STORE } from '@site/contract/stored-files';
import { showStep } from '@site/terminal/progress';
import { readFolder } from '@site/terminal/read-flags';
import { UserError } from '@site/terminal/user-error';
import { fillBackup } from '../backup/fill-backup';
import { readObjectStore } from '../backup/object-store';
import { writeFolderAtomically } from '../backup/write-folder-atomically';
import type { Database } from '../database/database';
import { readOptions } from '../options';
import { withDatabase } from './with-database';

/** `npx pnpm backup …`. Resolves with what it prints. @throws UserError */
export async function backUp(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const folder = readFolder(args, 'Usage: npx pnpm backup <new folder>');
  const place = readOptions(env);
  const objectStore = readObjectStore(env);
  const target = resolve(folder);
  if (existsSync(target)) throw new UserError(`${target} exists already: name a new folder for each backup.`);
  if (!relative(place.dataDir, target).startsWith('..')) {
    throw new UserError(`${target} is in the data folder: a backup there would be lost with it.`);
  }
  const source = {
    place,
    withStore: !objectStore,
    onDatabase: <Result>(work: (database: Database) => Promise<Result>) => withDatabase(place, work),
  };
  const kept = await showStep('copy the rows, mails and releases', () =>
    writeFolderAtomically(target, `${target}.partial`, (draft) => fillBackup(draft, source)),
  );
  if (!objectStore) {
    return `Backed up to ${target} (rows: ${kept.rows}, mails: ${kept.mails}, files of the store: ${kept.store}).`;
  }
  return `Backed up to ${target} (rows: ${kept.rows}, mails: ${kept.mails}), without the releases, which are in ${objectStore}. To add them: npx pnpm release copy --from ${objectStore} --to ${join(target, STORE.folder)}`;
}

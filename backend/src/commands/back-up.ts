import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { STORE } from '@site/contract/stored-files';
import { showStep } from '@site/terminal/output';
import { readFolder, UserError } from '@site/terminal/program';
import { checkBackup, checkStore } from '../backup/check-backup';
import { copyFiles, readObjectStore, restoreKeys } from '../backup/copy-files';
import { layout } from '../backup/layout';
import { loadDatabase, requireEmpty } from '../backup/load-database';
import { fillBackup } from '../backup/write-backup';
import { writeFolderAtomically } from '../backup/write-folder-atomically';
import { connectSupported, type Database } from '../database/postgres';
import { readOptions } from '../process/options';
import { openLocal, withDatabase } from './with-database';

/** `npx pnpm backup …`. Resolves with what it prints. @throws UserError */
export async function backUp(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const folder = readFolder(args, 'Usage: npx pnpm backup <new folder>');
  const options = readOptions(env);
  const objectStore = readObjectStore(env);
  const target = resolve(folder);
  if (existsSync(target)) throw new UserError(`${target} exists already: name a new folder for each backup.`);
  if (!relative(options.dataDir, target).startsWith('..')) {
    throw new UserError(`${target} is in the data folder: a backup there would be lost with it.`);
  }
  const source = {
    options,
    withStore: !objectStore,
    onDatabase: <Result>(work: (database: Database) => Promise<Result>) => withDatabase(options, work),
  };
  const counts = await showStep('copy the rows, mails and releases', () =>
    writeFolderAtomically(target, `${target}.partial`, (partial) => fillBackup(partial, source)),
  );
  if (!objectStore) {
    return `Backed up to ${target} (rows: ${counts.rows}, mails: ${counts.mails}, files of the store: ${counts.store}).`;
  }
  return `Backed up to ${target} (rows: ${counts.rows}, mails: ${counts.mails}), without the releases, which are in ${objectStore}. To add them: npx pnpm release mirror --from ${objectStore} --to ${join(target, STORE.folder)}`;
}

/**
 * `npx pnpm restore …`. Resolves with what it prints.
 * @param warn prints one line about rows that are left out, or mails that wait
 * @throws UserError
 */
export async function restore(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  warn: (line: string) => void,
): Promise<string> {
  const folder = readFolder(args, 'Usage: npx pnpm restore <folder of a backup>');
  const options = readOptions(env);
  const { dataDir, databaseUrl } = options;
  const objectStore = readObjectStore(env);
  const backup = resolve(folder);
  const header = await showStep('check the backup', () => checkBackup(backup));
  if (!objectStore) await checkStore(backup);
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new UserError(`${dataDir} is not empty: move it away, or set DATA_DIR to a new folder.`);
  }
  const loaded = await writeFolderAtomically(dataDir, `${dataDir}.restoring`, async (partial) => {
    const database = databaseUrl ? await connectSupported(databaseUrl) : await openLocal(partial);
    try {
      await requireEmpty(database, header.tables);
      const copied = await showStep('copy the files', () => copyFiles(backup, partial, { withStore: !objectStore }));
      const rows = await showStep('load the rows', () => loadDatabase(database, join(backup, layout.database), header));
      await restoreKeys(options, database, { backup, partial });
      return { ...copied, ...rows };
    } finally {
      await database.close();
    }
  });
  for (const name of loaded.unknownTables) warn(`${name} is no table of the site: its rows were left out.`);
  for (const name of loaded.unknownColumns) warn(`${name} is no column of the site: its values were left out.`);
  if (loaded.waitingMails > 0) warn(waitingSentence(loaded.waitingMails));
  const where = databaseUrl ? `the PostgreSQL of DATABASE_URL and ${dataDir}` : dataDir;
  const restored = `Restored the backup of ${header.takenAt} into ${where} (rows: ${loaded.rows}, mails: ${loaded.mails}`;
  if (!objectStore) return `${restored}, files of the store: ${loaded.store}).`;
  const store = join(backup, STORE.folder);
  if (!existsSync(store)) return `${restored}). The releases are those of ${objectStore}.`;
  return `${restored}), without its releases, as STORE names ${objectStore}. To bring them there: npx pnpm release mirror --from ${store} --to ${objectStore}`;
}

const waitingSentence = (count: number) =>
  `Unsent mails of the backup, which may have been sent since: ${count}. They wait: to send them, npx pnpm inbox resend`;

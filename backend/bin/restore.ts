import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { STORE } from '@site/contract/stored-files';
import { showStep } from '@site/terminal/progress';
import { reasonOf, UserError } from '@site/terminal/user-error';
import { restoreKeys } from '../src/backup/backup-keys';
import { checkBackup } from '../src/backup/check-backup';
import { copyFiles } from '../src/backup/copy-files';
import { layout } from '../src/backup/layout';
import { loadDatabase } from '../src/backup/load-database';
import { readObjectStore } from '../src/backup/object-store';
import { isTaken, writeFolderAtomically } from '../src/backup/write-folder-atomically';
import { reachSupported } from '../src/database/postgres';
import { readOptions } from '../src/options';
import { openLocal } from '../src/start/with-database';

async function restore(args: string[]): Promise<string> {
  const [folder, ...more] = args.filter((arg) => arg !== '--');
  if (!folder || folder.startsWith('-') || more.length > 0) {
    throw new UserError('Usage: npx pnpm restore <folder of a backup>');
  }
  const place = readOptions(process.env);
  const { dataDir, databaseUrl } = place;
  const objectStore = readObjectStore(process.env);
  const backup = resolve(folder);
  const header = await showStep('check the backup', () => checkBackup(backup));
  refuseTaken(dataDir);
  const loaded = await writeFolderAtomically(dataDir, `${dataDir}.restoring`, async (draft) => {
    const copied = await showStep('copy the files', () => copyFiles(backup, draft, { withStore: !objectStore }));
    const database = databaseUrl ? await reachSupported(databaseUrl) : await openLocal(draft);
    try {
      const rows = await showStep('load the rows', () => loadDatabase(database, join(backup, layout.database), header));
      await restoreKeys(place, database, { backup, draft });
      return { ...copied, ...rows };
    } finally {
      await database.close();
    }
  });
  for (const name of loaded.unknownTables) console.error(`${name} is no table of the site: its rows were left out.`);
  for (const name of loaded.unknownColumns)
    console.error(`${name} is no column of the site: its values were left out.`);
  const where = databaseUrl ? `the PostgreSQL of DATABASE_URL and ${dataDir}` : dataDir;
  const restored = `Restored the backup of ${header.takenAt} into ${where} (rows: ${loaded.rows}, mails: ${loaded.mails}`;
  if (!objectStore) return `${restored}, files of the store: ${loaded.store}).`;
  const store = join(backup, STORE.folder);
  if (!existsSync(store)) return `${restored}). The releases are those of ${objectStore}.`;
  return `${restored}), without its releases, as STORE names ${objectStore}. To bring them there: npx pnpm release copy --from ${store} --to ${objectStore}`;
}

function refuseTaken(dataDir: string): void {
  if (!isTaken(dataDir)) return;
  throw new UserError(`${dataDir} is not empty: move it away, or set DATA_DIR to a new folder.`);
}

process.umask(0o077);
restore(process.argv.slice(2)).then(console.log, (error: unknown) => {
  console.error(error instanceof UserError ? error.message : `The restore failed: ${reasonOf(error)}`);
  process.exitCode = 1;
});

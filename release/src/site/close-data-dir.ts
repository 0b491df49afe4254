import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ToldError } from '../user-error';

/**
 * Makes an existing data folder private to its user. The local backend does so at its start; this is for a site whose
 * backend is hosted, and whose folder may hold mails and a database from before.
 * @throws ToldError after the process has written to stderr what the user can do
 */
export async function closeDataDir(root: string, dataDir: string): Promise<null> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'backend/bin/close-data-folder.ts')], {
    cwd: join(root, 'supabase'),
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new ToldError('The data folder is not private.');
  return null;
}

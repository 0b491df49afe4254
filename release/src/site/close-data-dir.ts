import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { argumentsOf } from '../programs';
import { ReportedError } from '../user-error';

/**
 * Makes an existing data folder private to its user, as the local backend does when it starts. With a hosted backend the
 * folder may still hold mails and a database.
 * @throws ReportedError after the child process has written to stderr what the user can do
 */
export async function closeDataDir(dataDir: string): Promise<null> {
  const child = spawn(process.execPath, argumentsOf('backend/bin/close-data-folder'), {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new ReportedError('The data folder is not private.');
  return null;
}

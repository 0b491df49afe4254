import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ReportedError } from '@site/release-core/user-error';
import { argumentsOf } from '../programs';

/** The folder may contain mails and a database. @throws ReportedError after the reason was written to stderr */
export async function closeDataDir(dataDir: string): Promise<null> {
  const child = spawn(process.execPath, argumentsOf('backend/bin/close-data-folder'), {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new ReportedError('The data folder is not private.');
  return null;
}

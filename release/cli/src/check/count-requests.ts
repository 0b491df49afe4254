import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { argumentsOf } from '@site/server/programs';

/** Counts the requests in the owner's inbox, without spam. */
export async function countRequests(dataDir: string): Promise<number> {
  const args = [...argumentsOf('inbox/bin/inbox'), '--json'];
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  const requests = JSON.parse(stdout) as readonly { readonly unwanted: boolean }[];
  return requests.filter(({ unwanted }) => !unwanted).length;
}

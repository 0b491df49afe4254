import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Counts the requests that a site's owner would see in the inbox, without those of robots. */
export async function countRequests(root: string, dataDir: string): Promise<number> {
  const args = ['--import', 'tsx', join(root, 'inbox/bin/inbox.ts'), '--json'];
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: join(root, 'inbox'), env });
  const requests = JSON.parse(stdout) as readonly { readonly unwanted: boolean }[];
  return requests.filter(({ unwanted }) => !unwanted).length;
}

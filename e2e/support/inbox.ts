import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { REPOSITORY } from './site';

export interface Entry {
  readonly kind: 'contact' | 'reservation';
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly isAgefice: boolean;
  readonly message: string | null;
  /** yyyy-MM-dd, ascending */
  readonly dates: readonly string[];
}

const run = promisify(execFile);
// The root's `inbox` script, without the start of a package manager, which takes seconds.
const INBOX = ['--import', 'tsx', 'inbox/bin/inbox.ts', '--json'];

/** One visitor's requests in the owner's inbox, newest first. */
export async function readInbox(email: string, dataDir = process.env.E2E_DATA_DIR): Promise<Entry[]> {
  const { stdout } = await run(process.execPath, INBOX, {
    cwd: REPOSITORY,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return (JSON.parse(stdout) as Entry[]).filter((entry) => entry.email === email);
}

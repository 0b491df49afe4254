import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const INBOX = join(__dirname, '../../local/inbox.ts');
const TSX = pathToFileURL(createRequire(__filename).resolve('tsx')).href;

export type Printed = { code: number; stdout: string; stderr: string };

/** What `pnpm inbox` prints. */
export function runInbox(env: Record<string, string>, ...args: string[]): Promise<Printed> {
  const options = { env: { ...process.env, ...env } };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['--import', TSX, INBOX, ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

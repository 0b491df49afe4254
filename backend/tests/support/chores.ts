import { join } from 'node:path';
import { pushKeyOf } from '../../src/push/push-key';
import { createChores } from '../../src/worker/chores';
import { mailFolderOf } from '../../src/worker/mail-files';
import type { TestBackend } from './backend';

/** The chores of a worker that has just started. */
export function startChores({ dataDir, owner, jwtSecret }: TestBackend, siteGaps: readonly string[] = []) {
  const folder = mailFolderOf(dataDir);
  const printed: string[] = [];
  const server = { dataDir, backupDir: join(dataDir, 'backups'), siteGaps };
  const pushKey = pushKeyOf(jwtSecret, 'mailto:postmaster@localhost');
  const { run } = createChores(owner, { folder, server, pushKey }, (line) => printed.push(line));
  return { run, printed };
}

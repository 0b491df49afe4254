import { readFileSync, statSync } from 'node:fs';
import { UserError } from '@site/terminal/user-error';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

const CANDIDATES = ['postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root.
 * @param folder of the database; it may not exist yet
 * @returns the user to run it as: who owns the folder, else an ordinary user of this machine; null for this process's
 * own
 * @throws UserError when root finds none
 */
export function chooseUser(folder: string): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = readFileSync('/etc/passwd', 'utf8');
  for (const name of CANDIDATES) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(accounts) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new UserError(
    'PostgreSQL does not run as root, and there is no user "nobody": start the site as another user.',
  );
}

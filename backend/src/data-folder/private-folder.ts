import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@site/terminal/user-error';

const OTHERS = 0o077;

/**
 * Removes every right of other users from a folder and its contents. Symbolic links are not followed.
 * @returns how many files and folders other users had access to
 * @throws UserError when something belongs to another user
 */
export function closeToOthers(folder: string): number {
  // Windows has no file modes.
  return process.platform === 'win32' ? 0 : closeTree(folder);
}

function closeTree(path: string): number {
  const status = lookAt(path);
  if (!status || status.isSymbolicLink()) return 0;
  const wasOpen = (status.mode & OTHERS) !== 0;
  // Folders first, so that nobody else can replace their contents with symbolic links.
  if (wasOpen) orRefused(path, () => chmodSync(path, status.mode & 0o7700), undefined);
  const names = status.isDirectory() ? orRefused(path, () => readdirSync(path), []) : [];
  return names.reduce((count, name) => count + closeTree(join(path, name)), wasOpen ? 1 : 0);
}

function lookAt(path: string) {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

function orRefused<Result>(path: string, work: () => Result, otherwise: Result): Result {
  try {
    return work();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return otherwise;
    throw new UserError(
      `${path} cannot be made private to this user (${code}): make this user its owner with chown, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

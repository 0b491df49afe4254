import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { reasonOf, UserError } from '@site/terminal/program';
import { syncFile, syncFolder } from '../data-folder/disks';
import { LockedError, takeLock } from '../data-folder/lock';

/** Error codes; 53100 is PostgreSQL's. */
export const DISK_FULL = ['ENOSPC', 'EDQUOT', '53100'];
export const REFUSED = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'];

/**
 * Creates a folder completely or not at all: fills a partial folder, syncs it, then renames it. The next run discards
 * an abandoned one.
 * @throws UserError when the disk is full, the place is not writable or another process fills it
 */
export async function writeFolderAtomically<Result>(
  folder: string,
  partial: string,
  fill: (partial: string) => Promise<Result>,
): Promise<Result> {
  const unlock = await lockPartial(partial);
  let result: Result;
  try {
    for (const name of readdirSync(partial)) {
      if (name !== 'database.lock') rmSync(join(partial, name), { recursive: true });
    }
    result = await fill(partial);
    await syncTree(partial);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw toUserError(error, partial);
  }
  unlock();
  renameSync(partial, folder);
  await syncFolder(dirname(folder));
  return result;
}

async function lockPartial(partial: string): Promise<() => void> {
  try {
    mkdirSync(partial, { recursive: true, mode: 0o700 });
    return await takeLock(partial, 'site');
  } catch (error) {
    if (!(error instanceof LockedError)) throw toUserError(error, partial);
    throw new UserError(`Process ${error.holder.pid} is filling ${partial}: wait until it has ended.`, {
      cause: error,
    });
  }
}

function toUserError(error: unknown, partial: string): unknown {
  const { code = '' } = error as { code?: string };
  if (DISK_FULL.includes(code)) {
    return new UserError('The disk is full: free some space, then try again; nothing was left behind.', {
      cause: error,
    });
  }
  if (!REFUSED.includes(code)) return error;
  return new UserError(`${partial} cannot be written (${reasonOf(error)}): choose a place where this user may write.`, {
    cause: error,
  });
}

/** After a power cut, a name must not exist without its content. */
async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else if (entry.isFile()) await syncFile(path);
  }
  await syncFolder(folder);
}

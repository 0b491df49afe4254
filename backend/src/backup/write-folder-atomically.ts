import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { reasonOf, UserError } from '@site/terminal/program';
import { closeToOthers } from '../data-folder/data-folder';
import { LockedError, takeLock } from '../data-folder/lock';
import { syncFile, syncFolder } from '../disks';

/** Error codes; 53100 is PostgreSQL's. */
export const DISK_FULL = ['ENOSPC', 'EDQUOT', '53100'];
export const REFUSED = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'];

/**
 * Creates a folder completely or not at all: fills a draft, syncs it, then renames it. The next run discards an
 * abandoned draft.
 * @throws UserError when the disk is full, the place is not writable or another process fills the draft
 */
export async function writeFolderAtomically<Result>(
  folder: string,
  draft: string,
  fill: (draft: string) => Promise<Result>,
): Promise<Result> {
  const release = await takeDraft(draft);
  let result: Result;
  try {
    for (const name of readdirSync(draft)) {
      if (name !== 'database.lock') rmSync(join(draft, name), { recursive: true });
    }
    result = await fill(draft);
    // A copied file keeps the mode of its source.
    closeToOthers(draft);
    await syncTree(draft);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw toUserError(error, draft);
  }
  release();
  putInPlace(draft, folder);
  await syncFolder(dirname(folder));
  return result;
}

async function takeDraft(draft: string): Promise<() => void> {
  try {
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    return await takeLock(draft, 'site');
  } catch (error) {
    if (!(error instanceof LockedError)) throw toUserError(error, draft);
    throw new UserError(`Process ${error.holder.pid} is filling ${draft}: wait until it has ended.`, { cause: error });
  }
}

function putInPlace(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (cause) {
    throw new UserError(`${draft} is whole, but could not be renamed (${reasonOf(cause)}): rename it to ${folder}.`, {
      cause,
    });
  }
}

function toUserError(error: unknown, draft: string): unknown {
  const { code = '' } = error as { code?: string };
  if (DISK_FULL.includes(code)) {
    return new UserError('The disk is full: free some space, then try again; nothing was left behind.', {
      cause: error,
    });
  }
  if (!REFUSED.includes(code)) return error;
  return new UserError(`${draft} cannot be written (${reasonOf(error)}): choose a place where this user may write.`, {
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

/** Whether the folder exists and is not empty. */
export function isTaken(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

import { join } from 'node:path';
import { UserError } from '@site/terminal/user-error';
import { createOwnedFile, OwnedError, type Owner } from './owned-file';

const READER_MS = 10_000;

export class LockedError extends UserError {
  constructor(
    dataDir: string,
    readonly holder: Owner,
  ) {
    super(`${dataDir} is in use by process ${holder.program}: stop it first, or set DATA_DIR to another folder.`);
  }
}

/**
 * Locks the data folder for this process, which may then start and end its PostgreSQL. Replaces the lock of a dead
 * process, and waits for that of a reader.
 * @returns a function that releases the lock; the end of the process also releases it
 * @throws LockedError
 */
export function takeLock(dataDir: string, purpose: 'site' | 'reader'): Promise<() => void> {
  const shouldWait = (owner: Owner, waitedMs: number) => owner.purpose === 'reader' && waitedMs <= READER_MS;
  return orLocked(dataDir, createOwnedFile(join(dataDir, 'database.lock'), purpose, shouldWait));
}

async function orLocked<Result>(dataDir: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof OwnedError) throw new LockedError(dataDir, error.owner);
    throw error;
  }
}

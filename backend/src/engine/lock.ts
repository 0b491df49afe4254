import { join } from 'node:path';
import { UserError } from '../user-error';
import { createOwnedFile, OwnedError, type Owner, readOwner } from './owned-file';

const READER_MS = 10_000;

export class LockedError extends UserError {
  constructor(
    dataDir: string,
    readonly holder: Owner,
  ) {
    super(`${dataDir} is in use by process ${holder.pid}: stop it first, or set DATA_DIR to another folder.`);
  }
}

/**
 * Locks the data folder for this process: the embedded database has no lock of its own, and two processes on one folder
 * lose rows. Replaces the lock of a dead process, and waits for that of a reader.
 * @returns a function that releases the lock; the end of the process also releases it
 * @throws LockedError
 */
export function takeLock(dataDir: string, purpose: 'site' | 'reader'): Promise<() => void> {
  const shouldWait = (owner: Owner, waitedMs: number) => owner.purpose === 'reader' && waitedMs <= READER_MS;
  return orLocked(dataDir, createOwnedFile(join(dataDir, 'database.lock'), purpose, shouldWait));
}

/**
 * Locks the engine's files. A killed backend releases its own lock before its engine has ended, so the next engine
 * waits for this one.
 * @throws LockedError
 */
export function takeEngineLock(dataDir: string): Promise<() => void> {
  const shouldWait = (_: Owner, waitedMs: number) => waitedMs <= READER_MS;
  return orLocked(dataDir, createOwnedFile(join(dataDir, 'engine.lock'), 'engine', shouldWait));
}

/**
 * Prevents the watchdog from killing the engine while this process runs long statements. Waits while another process
 * does the same.
 * @returns a function that ends the hold; the end of the process also ends it
 */
export function holdEngine(dataDir: string): Promise<() => void> {
  return createOwnedFile(join(dataDir, HOLD), 'hold', () => true);
}

export function isEngineHeld(dataDir: string): boolean {
  return readOwner(join(dataDir, HOLD)) !== null;
}

const HOLD = 'engine.hold';

async function orLocked<Result>(dataDir: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof OwnedError) throw new LockedError(dataDir, error.owner);
    throw error;
  }
}

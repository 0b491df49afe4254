import { join } from 'node:path';
import { UserError } from '../user-error';
import { createOwnedFile, OwnedError, type Owner, readOwner } from './owned-file';

const READER_MS = 10_000;

/** Thrown when another running process uses the data folder. */
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
 * lose rows. A dead process's lock is replaced. A reader's lock is waited for.
 * @returns releases the lock, as the end of the process does
 * @throws LockedError
 */
export function takeLock(dataDir: string, purpose: 'site' | 'reader'): Promise<() => void> {
  const shouldWait = (owner: Owner, waitedMs: number) => owner.purpose === 'reader' && waitedMs <= READER_MS;
  return orLocked(dataDir, createOwnedFile(join(dataDir, 'database.lock'), purpose, shouldWait));
}

/**
 * Locks the engine's files. A killed backend releases its own lock before its engine has ended: the next engine waits
 * here.
 * @throws LockedError
 */
export function takeEngineLock(dataDir: string): Promise<() => void> {
  const shouldWait = (_: Owner, waitedMs: number) => waitedMs <= READER_MS;
  return orLocked(dataDir, createOwnedFile(join(dataDir, 'engine.lock'), 'engine', shouldWait));
}

/**
 * Prevents the watchdog from killing the engine while this process runs long statements. Waits while another process
 * does the same.
 * @returns ends the hold, as the end of the process does
 */
export function holdEngine(dataDir: string): Promise<() => void> {
  return createOwnedFile(join(dataDir, HOLD), 'hold', () => true);
}

/** Whether a running process holds the engine. */
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

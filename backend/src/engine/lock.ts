import { join } from 'node:path';
import { SetupError } from '../setup-error';
import { createOwnedFile, OwnedError, type Owner, readOwner } from './owned-file';

const READER_MS = 10_000;

/** Thrown when another living process has the data folder. */
export class LockedError extends SetupError {
  constructor(
    dataDir: string,
    readonly holder: Owner,
  ) {
    super(`${dataDir} is in use by process ${holder.pid}: stop it first, or set DATA_DIR to another folder.`);
  }
}

/**
 * Takes the data folder for this process: the embedded database has no lock of its own, and two
 * processes on one folder lose rows. A lock whose process has died is taken over; a reader's lock
 * is waited for, as it lasts a moment.
 * @returns what gives the folder back; at exit it is given back in any case
 * @throws LockedError
 */
export function takeLock(dataDir: string, purpose: 'site' | 'reader'): Promise<() => void> {
  const shouldWait = (owner: Owner, waitedMs: number) => owner.purpose === 'reader' && waitedMs <= READER_MS;
  return orLocked(dataDir, createOwnedFile(join(dataDir, 'database.lock'), purpose, shouldWait));
}

/**
 * Taken by the process that has the engine's files open. When a backend is killed, its lock is free before its
 * engine has ended: the next engine waits here for that.
 * @throws LockedError
 */
export function takeEngineLock(dataDir: string): Promise<() => void> {
  const shouldWait = (_: Owner, waitedMs: number) => waitedMs <= READER_MS;
  return orLocked(dataDir, createOwnedFile(join(dataDir, 'engine.lock'), 'engine', shouldWait));
}

/**
 * Keeps the watchdog from ending the engine while this process runs statements that take long.
 * Waits while another process does the same.
 * @returns what ends it; so does the end of this process
 */
export function holdEngine(dataDir: string): Promise<() => void> {
  return createOwnedFile(join(dataDir, HOLD), 'hold', () => true);
}

/** Whether a living process holds the engine. */
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

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SetupError } from '../setup-error';
import { processIdentity } from './process-identity';

const RETRY_MS = 50;
const READER_MS = 10_000;

type Holder = { pid: number; identity: string; purpose: 'site' | 'reader' };

/** Thrown when another living process has the data folder. */
export class LockedError extends SetupError {
  constructor(
    dataDir: string,
    readonly holder: Holder,
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
export async function takeLock(dataDir: string, purpose: Holder['purpose']): Promise<() => void> {
  const file = join(dataDir, 'database.lock');
  const mine: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? '', purpose };
  const text = JSON.stringify(mine);
  const giveUpAt = Date.now() + READER_MS;
  while (!create(file, text)) {
    const found = read(file);
    const holder = livingHolder(found);
    if (holder && (holder.purpose !== 'reader' || Date.now() > giveUpAt)) throw new LockedError(dataDir, holder);
    await delay(RETRY_MS);
    // Looked at twice: a lock that is just being written reads like a dead one.
    if (!holder && found !== null && read(file) === found) setAside(file, found);
  }
  const release = () => {
    if (read(file) === text) rmSync(file, { force: true });
  };
  process.once('exit', release);
  return release;
}

function create(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a dead lock, but not the one that a third process has put in its place meanwhile. */
function setAside(file: string, dead: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (read(aside) !== dead) linkSync(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error))) throw error;
  }
  rmSync(aside, { force: true });
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function livingHolder(text: string | null): Holder | null {
  try {
    const holder: Holder = JSON.parse(text ?? '');
    return processIdentity(holder.pid) === holder.identity ? holder : null;
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

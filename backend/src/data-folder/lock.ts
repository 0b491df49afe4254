import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, UserError } from '@site/terminal/program';

/** Distinguishes processes with the same id, which a container often reuses. @returns null when no such process runs */
export function processIdentity(pid: number): string | null {
  if (process.platform === 'linux') return linuxIdentity(pid);
  if (process.platform === 'win32') return isRunning(pid) ? 'running' : null;
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

function linuxIdentity(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name, before the last bracket, may contain spaces; state, …, start time follow it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return fields[0] === 'Z' ? null : `${boot} ${fields[19]}`;
  } catch {
    return null;
  }
}

const RETRY_MS = 50;

export interface LockHolder {
  readonly pid: number;
  readonly identity: string;
  readonly purpose: string;
  /** The process to stop: its parent, which would start it again, or the owner itself. */
  readonly program: number;
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

/** Removes a dead process's file, unless a third process has replaced it in the meantime. */
function removeStale(file: string, dead: string): void {
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

function findLiveHolder(text: string | null): LockHolder | null {
  try {
    const holder: LockHolder = JSON.parse(text ?? '');
    return processIdentity(holder.pid) === holder.identity ? holder : null;
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

const READER_MS = 10_000;

export class LockedError extends UserError {
  constructor(
    dataDir: string,
    readonly holder: LockHolder,
  ) {
    super(`${dataDir} is in use by process ${holder.program}: stop it first, or set DATA_DIR to another folder.`);
  }
}

/**
 * Locks the data folder for this process, which may then start and end its PostgreSQL. Replaces the lock of a dead
 * process, and waits for that of a reader.
 * @returns a function that unlocks it; the end of the process does so too
 * @throws LockedError
 */
export async function takeLock(dataDir: string, purpose: 'site' | 'reader'): Promise<() => void> {
  const file = join(dataDir, 'database.lock');
  const { pid, ppid, connected } = process;
  const own: LockHolder = { pid, identity: processIdentity(pid) ?? '', purpose, program: connected ? ppid : pid };
  const text = JSON.stringify(own);
  const since = Date.now();
  while (!create(file, text)) {
    const content = read(file);
    const holder = findLiveHolder(content);
    const shouldWait = holder?.purpose === 'reader' && Date.now() - since <= READER_MS;
    if (holder && !shouldWait) throw new LockedError(dataDir, holder);
    await delay(RETRY_MS);
    // It is read twice, as a file that is being written looks like that of a dead process.
    if (!holder && content !== null && read(file) === content) removeStale(file, content);
  }
  const remove = () => {
    if (read(file) === text) rmSync(file, { force: true });
  };
  process.once('exit', remove);
  return () => {
    process.removeListener('exit', remove);
    remove();
  };
}

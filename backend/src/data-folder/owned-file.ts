import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from './process-identity';

const RETRY_MS = 50;

export interface Owner {
  readonly pid: number;
  readonly identity: string;
  readonly purpose: string;
  /** The process to stop: its parent, which would start it again, or the owner itself. */
  readonly program: number;
}

export class OwnedError extends Error {
  override readonly name = 'OwnedError';

  constructor(readonly owner: Owner) {
    super(`Process ${owner.pid} owns the file.`);
  }
}

/**
 * Creates a file that belongs to this process, or takes over that of a dead process.
 * @param shouldWait whether to wait for a running owner to remove it, after `waitedMs`
 * @returns a function that removes the file; the end of the process also removes it
 * @throws OwnedError
 */
export async function createOwnedFile(
  file: string,
  purpose: string,
  shouldWait: (owner: Owner, waitedMs: number) => boolean,
): Promise<() => void> {
  const { pid, ppid, connected } = process;
  const mine: Owner = { pid, identity: processIdentity(pid) ?? '', purpose, program: connected ? ppid : pid };
  const text = JSON.stringify(mine);
  const since = Date.now();
  while (!create(file, text)) {
    const content = read(file);
    const owner = livingOwner(content);
    if (owner && !shouldWait(owner, Date.now() - since)) throw new OwnedError(owner);
    await delay(RETRY_MS);
    // Read twice, as a file that is being written looks like that of a dead process.
    if (!owner && content !== null && read(file) === content) setAside(file, content);
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

function livingOwner(text: string | null): Owner | null {
  try {
    const owner: Owner = JSON.parse(text ?? '');
    return processIdentity(owner.pid) === owner.identity ? owner : null;
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

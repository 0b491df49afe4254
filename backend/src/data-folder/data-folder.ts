import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { reasonOf, UserError } from '@site/terminal/program';
import type { Connection } from '../process/options';

/**
 * Creates the data folder and makes it private to its user, as it contains visitors' names and telephone numbers.
 * @returns a sentence for the user if other users had access to something in it
 * @throws UserError when it is not writable or contains files of another user
 */
export function prepareDataFolder(dataDir: string): string | null {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new UserError(
      `The data folder ${dataDir} cannot be written to (${reasonOf(cause)}): change its rights, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
  const count = restrictToUser(realpathSync(dataDir));
  return count > 0
    ? `${dataDir} was open to other users of this machine: ${count} files and folders are closed now.`
    : null;
}

const OTHERS = 0o077;

/**
 * Removes every right of other users from a folder and its contents. Symbolic links are not followed.
 * @returns how many files and folders other users had access to
 * @throws UserError when something belongs to another user
 */
export function restrictToUser(folder: string): number {
  // Windows has no file modes.
  return process.platform === 'win32' ? 0 : restrictTree(folder);
}

function restrictTree(path: string): number {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (!status || status.isSymbolicLink()) return 0;
  const wasOpen = (status.mode & OTHERS) !== 0;
  // Folders first, so that nobody else can replace their contents with symbolic links.
  if (wasOpen) orUserError(path, () => chmodSync(path, status.mode & 0o7700), undefined);
  const names = status.isDirectory() ? orUserError(path, () => readdirSync(path), []) : [];
  return names.reduce((count, name) => count + restrictTree(join(path, name)), wasOpen ? 1 : 0);
}

function orUserError<Result>(path: string, work: () => Result, fallback: Result): Result {
  try {
    return work();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return fallback;
    throw new UserError(
      `${path} cannot be made private to this user (${code}): make this user its owner with chown, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/** Content of DATA_DIR/engine.json (mode 0600), which exists while a backend runs. */
export interface Engine {
  readonly pid: number;
  readonly url: string;
  readonly connection: Connection;
}

export function writeEngineFile(dataDir: string, engine: Engine): () => void {
  const file = join(dataDir, 'engine.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(engine, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return () => rmSync(file, { force: true });
}

/** Null when there is no file. After a crash the file may name a process that has ended. */
export function readEngineFile(dataDir: string): Engine | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'engine.json'), 'utf8')) as Engine;
  } catch {
    return null;
  }
}

import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { reasonOf, UserError } from '@site/terminal/program';
import type { Connection } from '../process/options';

/**
 * Creates the data folder and closes it to other users, as it contains visitors' names and telephone numbers.
 * @throws UserError when it is not writable or belongs to another user
 */
export function prepareDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    // Nobody else then reaches what is in it. Windows has no file modes.
    if ((statSync(dataDir).mode & 0o077) !== 0 && process.platform !== 'win32') chmodSync(dataDir, 0o700);
  } catch (cause) {
    throw new UserError(
      `The data folder ${dataDir} cannot be written to, or made private to this user (${reasonOf(cause)}): make this user its owner with chown, or set DATA_DIR to another folder.`,
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

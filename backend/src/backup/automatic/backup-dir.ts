import { accessSync, constants, mkdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { reasonOf, UserError } from '@site/terminal/user-error';
import { readObjectStore } from '../object-store';

const DEFAULT = 'backups';

export interface BackupOptions {
  /** Null when automatic backups are off. */
  readonly backupDir: string | null;
  /** False when the releases are in an object store. */
  readonly withStore: boolean;
}

/** Reads BACKUP_DIR and STORE. @throws UserError naming the variable that cannot be used */
export function readBackupOptions(env: NodeJS.ProcessEnv, dataDir: string): BackupOptions {
  return { backupDir: readBackupDir(env.BACKUP_DIR, dataDir), withStore: !readObjectStore(env) };
}

function readBackupDir(given: string | undefined, dataDir: string): string | null {
  // An empty value turns backups off.
  if (given === '') return null;
  const backupDir = given === undefined ? join(dataDir, DEFAULT) : resolve(given);
  const [first, second] = relative(dataDir, backupDir).split(sep);
  if (first === '..' || (first === DEFAULT && second === undefined)) return backupDir;
  throw new UserError(
    `BACKUP_DIR ${backupDir} is in the data folder, among the files that it would back up: name a folder outside of it, or leave BACKUP_DIR out for ${join(dataDir, DEFAULT)}.`,
  );
}

/** @throws UserError when no backup can be written there */
export function prepareBackupDir(backupDir: string | null): void {
  if (backupDir === null) return;
  try {
    mkdirSync(backupDir, { recursive: true, mode: 0o700 });
    accessSync(backupDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new UserError(
      `Backups cannot be written to ${backupDir} (${reasonOf(cause)}): change its rights, name another folder in BACKUP_DIR, or set BACKUP_DIR to nothing for no backups.`,
      { cause },
    );
  }
}

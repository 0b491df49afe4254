import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { UserError } from '@site/terminal/program';
import type { Binaries, SystemUser } from './binaries';

/** Folders below DATA_DIR/database: PostgreSQL's own files, and the password of its users. */
const FILES = 'data';
const PASSWORD = 'password';

export interface Cluster {
  readonly files: string;
  readonly password: string;
  /** Names `files` for a process that is started in it. */
  readonly name: string;
}

/**
 * Opens the files of the database in DATA_DIR, which are created if missing. The caller must hold the lock.
 * @throws UserError when they are of another major version, or cannot be created
 */
export async function openCluster(dataDir: string, binaries: Binaries, user: SystemUser | null): Promise<Cluster> {
  const folder = join(dataDir, 'database');
  if (!hasDatabase(dataDir)) await create(folder, binaries, user);
  const cluster = clusterIn(folder, user);
  const major = readFileSync(join(cluster.files, 'PG_VERSION'), 'utf8').trim();
  if (major === String(binaries.major)) return cluster;
  throw new UserError(
    `${folder} was made by PostgreSQL ${major}, and this is PostgreSQL ${binaries.major}: move ${dataDir} to another name, then run 'npx pnpm restore <its last backup>' (the daily ones are in its folder "backups").`,
  );
}

function clusterIn(folder: string, user: SystemUser | null): Cluster {
  const files = join(folder, FILES);
  const password = readFileSync(join(folder, PASSWORD), 'utf8').trim();
  // Root's folders above may be closed to the user: this name needs no access to them.
  return { files, password, name: user && process.platform === 'linux' ? '/proc/self/cwd' : files };
}

async function create(folder: string, binaries: Binaries, user: SystemUser | null): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new UserError(`${folder} is not a database: move it away, and a new one is made at the next start.`);
  }
  // Created under another name and renamed: a killed start leaves no partial database.
  const partial = `${folder}.new`;
  rmSync(partial, { recursive: true, force: true });
  // Tests set it, as the creation takes seconds.
  const { DATABASE_TEMPLATE } = process.env;
  if (DATABASE_TEMPLATE) execFileSync('cp', ['-a', DATABASE_TEMPLATE, partial]);
  else await initialise(partial, binaries, user);
  renameSync(partial, folder);
}

async function initialise(folder: string, binaries: Binaries, user: SystemUser | null): Promise<void> {
  mkdirSync(join(folder, FILES), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, PASSWORD), `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  for (const path of user ? [folder, join(folder, FILES), join(folder, PASSWORD)] : [])
    chownSync(path, user?.uid ?? 0, user?.gid ?? 0);
  const { files, name } = clusterIn(folder, user);
  const locale =
    binaries.major >= 17
      ? ['--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C.UTF-8'];
  const words = [
    ...['-D', name, '-U', 'postgres', '-E', 'UTF8', ...locale],
    ...['-A', 'scram-sha-256', `--pwfile=${name}/../${PASSWORD}`],
  ];
  const env = { ...process.env, LC_ALL: 'C' };
  const initdb = spawn(join(binaries.folder, 'initdb'), words, {
    ...user,
    cwd: files,
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  const { code, lastLines } = await watchProcess(initdb).ended;
  if (code === 0) return;
  rmSync(folder, { recursive: true, force: true });
  throw new UserError(
    `The database in ${folder} cannot be created (${lastLines}): check the disk's free space, the folder's rights, and that this user has a name in /etc/passwd.`,
  );
}

export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'database/data/PG_VERSION'));
}

const KEPT_LINES = 3;

interface ErrorOutput {
  /** Resolves when the process has ended, or could not be started. */
  readonly ended: Promise<{ readonly code: number | null; readonly lastLines: string }>;
  /** Resolves when a line of standard error contains the text; never after the process has ended. */
  said(text: string): Promise<void>;
}

/** Reads a process's standard error, of which nothing but the last lines is kept. */
export function watchProcess(child: ChildProcess): ErrorOutput {
  let lines: string[] = [];
  const reader = child.stderr && createInterface({ input: child.stderr });
  reader?.on('line', (line) => {
    lines = [...lines, withoutTime(line)].slice(-KEPT_LINES);
  });
  return {
    ended: new Promise((resolve) => {
      const end = (code: number | null, reason: string) => resolve({ code, lastLines: lines.join(' / ') || reason });
      child.once('error', (error) => end(null, error.message));
      child.once('close', (code, signal) => end(code, `ended with ${signal ?? code}`));
    }),
    said: (text) =>
      new Promise((resolve) => {
        reader?.on('line', (line) => line.includes(text) && resolve());
      }),
  };
}

/** PostgreSQL's lines start with the time and the process. */
const withoutTime = (line: string) => line.replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, '');

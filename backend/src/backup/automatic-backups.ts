import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { STORE } from '@site/contract/stored-files';
import { DAY_MS } from '@site/contract/today';
import { reasonOf, UserError } from '@site/terminal/program';
import { timeStamp } from '../worker/mail-files';
import { readObjectStore } from './copy-files';
import { layout } from './layout';

const MARK = 'automatic.json';
const CONTENT = new Set<string>([...Object.values(layout), STORE.folder, MARK]);
const NAME = /^site-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const HALF_REMOVED = /^site-\d{8}T\d{6}Z\.removing$/;

interface AutomaticBackup {
  readonly folder: string;
  readonly takenAt: Date;
}

export const backupName = (takenAt: Date) => `site-${timeStamp(takenAt)}`;

/** @param install identifies the site, as several sites may share a backup folder */
export async function markAsAutomatic(folder: string, install: string): Promise<void> {
  await writeFile(join(folder, MARK), `${JSON.stringify({ install })}\n`, { mode: 0o600 });
}

/** The automatic backups of this site, latest first. */
export async function listAutomaticBackups(backupDir: string, install: string): Promise<readonly AutomaticBackup[]> {
  const names = existsSync(backupDir) ? await readdir(backupDir) : [];
  const backups: AutomaticBackup[] = [];
  for (const name of names.sort().reverse()) {
    const takenAt = new Date(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z'));
    const folder = join(backupDir, name);
    if (NAME.test(name) && !Number.isNaN(takenAt.getTime()) && (await isOfSite(folder, install))) {
      backups.push({ folder, takenAt });
    }
  }
  return backups;
}

/** A folder that contains anything else is not removed, as somebody may keep files in it. */
async function isOfSite(folder: string, install: string): Promise<boolean> {
  try {
    const mark = JSON.parse(await readFile(join(folder, MARK), 'utf8')) as { readonly install?: unknown };
    return mark.install === install && (await readdir(folder)).every((name) => CONTENT.has(name));
  } catch {
    return false;
  }
}

/** Renames a backup before removing it, so that a partly removed one is not mistaken for a backup. */
export async function removeBackup({ folder }: AutomaticBackup): Promise<void> {
  const leaving = `${folder}.removing`;
  await rename(folder, leaving);
  await rm(leaving, { recursive: true });
}

export async function finishRemovals(backupDir: string): Promise<void> {
  for (const name of await readdir(backupDir)) {
    if (HALF_REMOVED.test(name)) await rm(join(backupDir, name), { recursive: true, force: true });
  }
}

const DAYS = 7;
const WEEKS = 4;
/** The site's privacy notice promises a month at most. */
const LONGEST_DAYS = 28;
/** After a longer gap between daily backups, the site was off or the clock has jumped. */
const GAP_DAYS = 7;

interface BackupDate {
  readonly takenAt: Date;
}

/**
 * Returns the backups to remove: all except the latest of each of the last seven days and four weeks that have one, and
 * all older than 28 days. Returns none right after a gap, as the clock may be wrong, and never one that is dated after
 * the new one.
 * @param verified the new backup
 */
export function backupsToRemove<Backup extends BackupDate>(
  others: readonly Backup[],
  verified: BackupDate,
): readonly Backup[] {
  const ageDays = ({ takenAt }: BackupDate) => (verified.takenAt.getTime() - takenAt.getTime()) / DAY_MS;
  const earlier = others.filter((one) => ageDays(one) >= 0).sort((one, other) => ageDays(one) - ageDays(other));
  const [latest] = earlier;
  if (!latest || ageDays(latest) > GAP_DAYS) return [];
  const all = [verified, ...earlier];
  const recent = new Set<BackupDate>([...latestOfEach(all, dayOf, DAYS), ...latestOfEach(all, weekOf, WEEKS)]);
  return earlier.filter((one) => !recent.has(one) || ageDays(one) > LONGEST_DAYS);
}

/** @param backups latest first */
function latestOfEach(
  backups: readonly BackupDate[],
  periodOf: (at: Date) => number,
  limit: number,
): readonly BackupDate[] {
  const latest = new Map<number, BackupDate>();
  for (const backup of backups) {
    const period = periodOf(backup.takenAt);
    if (!latest.has(period)) latest.set(period, backup);
  }
  return [...latest.values()].slice(0, limit);
}

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);
/** Weeks begin on Monday; the epoch began on a Thursday. */
const weekOf = (at: Date) => Math.floor((dayOf(at) + 3) / 7);

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

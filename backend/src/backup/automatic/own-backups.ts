import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STORE } from '@site/contract/stored-files';
import { timeStamp } from '../../worker/mail-files';
import { layout } from '../layout';

const MARK = 'automatic.json';
const CONTENT = new Set<string>([...Object.values(layout), STORE.folder, MARK]);
const NAME = /^site-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const HALF_REMOVED = /^site-\d{8}T\d{6}Z\.removing$/;

export interface OwnBackup {
  readonly folder: string;
  readonly takenAt: Date;
}

export const backupName = (takenAt: Date) => `site-${timeStamp(takenAt)}`;

/** @param install identifies the site, as several sites may share a backup folder */
export async function markAsOwn(folder: string, install: string): Promise<void> {
  await writeFile(join(folder, MARK), `${JSON.stringify({ install })}\n`, { mode: 0o600 });
}

/** The automatic backups of this site, latest first. */
export async function listOwnBackups(backupDir: string, install: string): Promise<readonly OwnBackup[]> {
  const names = existsSync(backupDir) ? await readdir(backupDir) : [];
  const backups: OwnBackup[] = [];
  for (const name of names.sort().reverse()) {
    const takenAt = new Date(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z'));
    const folder = join(backupDir, name);
    if (NAME.test(name) && !Number.isNaN(takenAt.getTime()) && (await isOwn(folder, install))) {
      backups.push({ folder, takenAt });
    }
  }
  return backups;
}

/** A folder that contains anything else is not removed, as somebody may keep files in it. */
async function isOwn(folder: string, install: string): Promise<boolean> {
  try {
    const mark = JSON.parse(await readFile(join(folder, MARK), 'utf8')) as { readonly install?: unknown };
    return mark.install === install && (await readdir(folder)).every((name) => CONTENT.has(name));
  } catch {
    return false;
  }
}

/** Renames a backup before removing it, so that a partly removed one is not mistaken for a backup. */
export async function removeOwn({ folder }: OwnBackup): Promise<void> {
  const leaving = `${folder}.removing`;
  await rename(folder, leaving);
  await rm(leaving, { recursive: true });
}

export async function finishRemovals(backupDir: string): Promise<void> {
  for (const name of await readdir(backupDir)) {
    if (HALF_REMOVED.test(name)) await rm(join(backupDir, name), { recursive: true, force: true });
  }
}

import { constants, copyFileSync, existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { STORE } from '@site/contract/stored-files';
import { UserError } from '@site/terminal/program';
import { keysFileOf, readKeys, writeKeys } from '../data-folder/keys';
import type { Database } from '../database/postgres';
import { findKeys, storeKeys } from '../database/shared-keys';
import type { DatabaseOptions } from '../process/options';
import { layout } from './layout';

export interface CopyOptions {
  /** False when the releases are in an object store. */
  readonly withStore: boolean;
  /** A backup on the same disk as the new one. Unchanged files become hard links to its files. */
  readonly earlier?: string;
  /** Rejects when this many more bytes would leave too little room. */
  readonly requireRoom?: (bytes: number) => Promise<void>;
}

interface PartCopyOptions extends Pick<CopyOptions, 'requireRoom'> {
  readonly earlier: string | undefined;
}

/**
 * Copies the mails and releases of DATA_DIR, also while the site runs. Call it after reading the rows: a mail's file is
 * written before its row is marked as sent.
 */
export async function copyFiles(
  from: string,
  to: string,
  { withStore, earlier, requireRoom }: CopyOptions = { withStore: true },
) {
  const copyPart = (name: string, copy: typeof copyTree) => {
    const copying = { earlier: earlier && join(earlier, name), ...(requireRoom && { requireRoom }) };
    return copy({ from: join(from, name), to: join(to, name) }, copying);
  };
  const mails = await copyPart(layout.mails, (paths, copying) =>
    copyTree(paths, copying, (name) => name.endsWith('.eml')),
  );
  return { mails, store: withStore ? await copyPart(STORE.folder, copyStore) : 0 };
}

interface Paths {
  readonly from: string;
  readonly to: string;
}

/** Copies the index first: then every file that it names is copied, even while releases are published. */
async function copyStore(paths: Paths, copying: PartCopyOptions): Promise<number> {
  const isOther = (name: string) => name !== STORE.revisions && name !== STORE.scratch && name !== STORE.reserve;
  const index = await copyTree(paths, copying, (name) => name === STORE.revisions);
  return index + (await copyTree(paths, copying, isOther));
}

async function copyTree(paths: Paths, copying: PartCopyOptions, shouldCopy = (_name: string) => true): Promise<number> {
  if (!existsSync(paths.from)) return 0;
  await mkdir(paths.to, { recursive: true, mode: 0o700 });
  let count = 0;
  for (const entry of await readdir(paths.from, { withFileTypes: true })) {
    const { name } = entry;
    if (!shouldCopy(name)) continue;
    const inner = { from: join(paths.from, name), to: join(paths.to, name) };
    const innerCopying = { ...copying, earlier: copying.earlier && join(copying.earlier, name) };
    if (entry.isDirectory()) count += await copyTree(inner, innerCopying);
    else if (entry.isFile()) count += await copyOrLink(inner, innerCopying);
  }
  return count;
}

async function copyOrLink({ from, to }: Paths, { earlier, requireRoom }: PartCopyOptions): Promise<number> {
  try {
    if (earlier && (await isSameFile(from, earlier)) && (await tryLink(earlier, to))) return 1;
    await requireRoom?.((await stat(from)).size);
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return 1;
  } catch (error) {
    // The file was removed after the folder was listed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(from)) return 0;
    throw error;
  }
}

/** Compares contents, so that a file that was damaged in the meantime is not linked. */
async function isSameFile(one: string, earlier: string): Promise<boolean> {
  if (!existsSync(earlier)) return false;
  const [here, there] = await Promise.all([stat(one), stat(earlier)]);
  return here.size === there.size && (await readFile(one)).equals(await readFile(earlier));
}

/** False when the file system refuses hard links. */
function tryLink(earlier: string, to: string): Promise<boolean> {
  return link(earlier, to).then(
    () => true,
    () => false,
  );
}

/**
 * The address of the object store that holds the releases; undefined when they are in DATA_DIR.
 * @throws UserError for an invalid address, which the message does not repeat, as it may contain a key
 */
export function readObjectStore({ STORE: text }: NodeJS.ProcessEnv): string | undefined {
  if (!text || /^s3:\/\/[\w./-]+$/.test(text)) return text || undefined;
  throw new UserError('STORE is no address of an object store: write s3://bucket/prefix, without a key.');
}

/** Copies the keys from the data folder or the database into the backup, except those of SITE_JWT_SECRET. */
export async function backUpKeys(
  { dataDir, databaseUrl }: DatabaseOptions,
  database: Database,
  partial: string,
): Promise<void> {
  if (databaseUrl) {
    const keys = await findKeys(database);
    if (keys) writeKeys(partial, keys);
    return;
  }
  const file = keysFileOf(dataDir);
  if (file) copyFileSync(file, `${partial}/${layout.keys}`);
}

interface Folders {
  readonly backup: string;
  readonly partial: string;
}

/** Restores a backup's keys to the database or the data folder, unless SITE_JWT_SECRET replaces them. */
export async function restoreKeys(
  options: DatabaseOptions,
  database: Database,
  { backup, partial }: Folders,
): Promise<void> {
  if (!keysFileOf(backup) || options.jwtSecret) return;
  const keys = await readKeys(backup);
  if (options.databaseUrl) await storeKeys(database, keys);
  else writeKeys(partial, keys);
}

import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { STORE } from '@site/contract/stored-files';
import { layout } from './layout';

/** How many files were copied. */
interface Copied {
  readonly mails: number;
  readonly store: number;
}

interface Parts {
  /** False where the releases are in an object store. */
  readonly withStore: boolean;
}

/**
 * Copies mails and releases of DATA_DIR, also while the site runs. To be called after the rows were read: a mail's file
 * exists before its row is marked as sent.
 */
export async function copyFiles(from: string, to: string, { withStore }: Parts = { withStore: true }): Promise<Copied> {
  const mails = await copyTree(join(from, layout.mails), join(to, layout.mails), (name) => name.endsWith('.eml'));
  const store = withStore ? await copyStore(join(from, STORE.folder), join(to, STORE.folder)) : 0;
  return { mails, store };
}

/** With the index first, every file that it names is copied, even while releases are published. */
async function copyStore(from: string, to: string): Promise<number> {
  const index = await copyTree(join(from, STORE.index), join(to, STORE.index));
  const isOther = (name: string) => name !== STORE.index && name !== STORE.scratch && name !== STORE.reserve;
  return index + (await copyTree(from, to, isOther));
}

async function copyTree(from: string, to: string, isWanted = (_name: string) => true): Promise<number> {
  if (!existsSync(from)) return 0;
  await mkdir(to, { recursive: true, mode: 0o700 });
  let count = 0;
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!isWanted(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) count += await copyTree(source, target);
    else if (entry.isFile()) count += await copyOne(source, target);
  }
  return count;
}

async function copyOne(from: string, to: string): Promise<number> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return 1;
  } catch (error) {
    // Removed since the folder was listed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(from)) return 0;
    throw error;
  }
}

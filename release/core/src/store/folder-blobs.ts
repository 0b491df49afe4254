import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DAY_MS } from '@site/contract/today';
import { isRunning } from '@site/terminal/program';
import { DiskFullError } from '../user-error';
import type { Blobs } from './blobs';
import { nextScratchKey, SCRATCH_FILES } from './keys';

/** Other users of the machine cannot read the data folder, whatever the umask. */
const PRIVATE_FOLDER = { recursive: true, mode: 0o700 };
const PRIVATE_FILE = 0o600;

/** Blobs as files in a folder. Values are added with a hard link, which is atomic and fails when the name is taken. */
export function folderBlobs(folder: string): Blobs {
  const at = (key: string) => join(folder, key);
  const unsynced = new Set<string>();

  async function writeScratch(value: string | Buffer) {
    const file = at(nextScratchKey());
    await mkdir(dirname(file), PRIVATE_FOLDER);
    const handle = await open(file, 'wx', PRIVATE_FILE);
    try {
      await handle.writeFile(value);
      // A power cut must not leave a name without its content.
      await handle.sync();
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    return file;
  }

  async function nameScratch(key: string, value: string | Buffer, name: typeof link) {
    const scratch = await writeScratch(value).catch(rethrowDiskFull);
    try {
      await mkdir(dirname(at(key)), PRIVATE_FOLDER);
      await name(scratch, at(key));
      for (let above = dirname(key); above !== dirname(above); above = dirname(above)) unsynced.add(at(above));
      unsynced.add(folder);
    } catch (error) {
      rethrowDiskFull(error);
    } finally {
      await rm(scratch, { force: true });
    }
  }

  return {
    get: (key) => readFile(at(key)).catch(emptyIfUnreadable),
    has: async (key) => (await stat(at(key)).catch(nullIfMissing)) !== null,
    add: async (key, value) => {
      try {
        await nameScratch(key, value, link);
        return true;
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false;
        throw error;
      }
    },
    replace: (key, value) => nameScratch(key, value, rename),
    sync: async () => {
      const folders = [...unsynced];
      unsynced.clear();
      for (const changedFolder of folders) await syncFolder(changedFolder);
    },
    list: async (prefix) => (await readdir(at(prefix)).catch(nullIfMissing)) ?? [],
    remove: (key) => rm(at(key), { recursive: true, force: true }),
  };
}

/** Windows and some file systems cannot sync folders. */
const UNSYNCABLE = ['EINVAL', 'ENOTSUP', 'EPERM'];

async function syncFolder(folder: string) {
  const handle = await open(folder, 'r').catch(nullIfMissing);
  try {
    await handle?.sync();
  } catch (error) {
    if (!UNSYNCABLE.includes(codeOf(error) ?? '')) throw error;
  } finally {
    await handle?.close();
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** A key that cannot be a file name, or that is a folder, counts as missing. */
const MISSING = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'];

function nullIfMissing(error: unknown) {
  if (MISSING.includes(codeOf(error) ?? '')) return null;
  throw error;
}

/** An unreadable part of the disk gives an empty value. It matches no hash, so the file counts as damaged. */
function emptyIfUnreadable(error: unknown) {
  return codeOf(error) === 'EIO' ? Buffer.alloc(0) : nullIfMissing(error);
}

export const isDiskFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '');

function rethrowDiskFull(error: unknown): never {
  if (!isDiskFull(error)) throw error;
  throw new DiskFullError({ cause: error });
}

/** Abandoned scratch files: their process has ended, or they are older than a day. */
export async function listAbandonedScratch(blobs: Blobs, now: Date): Promise<string[]> {
  return (await blobs.list(SCRATCH_FILES)).filter((name) => isLeft(name, now)).map((name) => SCRATCH_FILES + name);
}

function isLeft(name: string, now: Date): boolean {
  const [, pid, since] = /^(\d+)-(\d+)-\d+$/.exec(name) ?? [];
  if (pid === undefined) return false;
  return now.getTime() - Number(since) > DAY_MS || !isRunning(Number(pid));
}

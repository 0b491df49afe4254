import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DiskFullError } from '../user-error';
import type { Blobs } from './blobs';
import { nextScratchKey } from './scratch';

/** Other users of the machine read nothing in the data folder, whatever the umask. */
const PRIVATE_FOLDER = { recursive: true, mode: 0o700 };
const PRIVATE_FILE = 0o600;

/** Blobs as files in a folder. A hard link gives a value its name: it is atomic and refuses a taken name. */
export function folderBlobs(folder: string): Blobs {
  const at = (key: string) => join(folder, key);
  const unsynced = new Set<string>();

  async function writeScratch(value: string | Buffer) {
    const file = at(nextScratchKey());
    await mkdir(dirname(file), PRIVATE_FOLDER);
    const handle = await open(file, 'wx', PRIVATE_FILE);
    try {
      await handle.writeFile(value);
      // In a power cut the name must not outlive the content.
      await handle.sync();
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    return file;
  }

  /** Names a written value, and remembers the folders on the way to it. */
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
      for (const one of folders) await syncFolder(one);
    },
    list: async (prefix, after = '') =>
      ((await readdir(at(prefix)).catch(nullIfMissing)) ?? []).filter((name) => name > after),
    remove: (key) => rm(at(key), { recursive: true, force: true }),
  };
}

/** Some file systems and Windows sync no folders. */
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

/** A key that no file can have, or that is a folder, is missing too. */
const MISSING = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'];

function nullIfMissing(error: unknown) {
  if (MISSING.includes(codeOf(error) ?? '')) return null;
  throw error;
}

/** A file on a broken part of the disk: no hash fits an empty value, so that it counts as damaged. */
function emptyIfUnreadable(error: unknown) {
  return codeOf(error) === 'EIO' ? Buffer.alloc(0) : nullIfMissing(error);
}

export const isDiskFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '');

function rethrowDiskFull(error: unknown): never {
  if (!isDiskFull(error)) throw error;
  throw new DiskFullError({ cause: error });
}

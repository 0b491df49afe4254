import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { STORE } from '@site/contract/stored-files';
import { UserError } from '../user-error';
import type { Blobs } from './blobs';

/** Other users of the machine read nothing in the data folder, whatever the umask. */
const PRIVATE_FOLDER = { recursive: true, mode: 0o700 };
const PRIVATE_FILE = 0o600;

let written = 0;

/** Blobs as files in a folder. A hard link gives a value its name: it is atomic and refuses a taken name. */
export function folderBlobs(folder: string): Blobs {
  const at = (key: string) => join(folder, key);

  async function writeScratch(value: string | Buffer) {
    written += 1;
    const file = at(`${STORE.scratch}/${process.pid}-${Date.now()}-${written}`);
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

  return {
    get: (key) => readFile(at(key)).catch(nullIfMissing),
    has: async (key) => (await stat(at(key)).catch(nullIfMissing)) !== null,
    add: async (key, value) => {
      const scratch = await writeScratch(value).catch(rethrowDiskFull);
      try {
        await mkdir(dirname(at(key)), PRIVATE_FOLDER);
        await link(scratch, at(key));
        return true;
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false;
        return rethrowDiskFull(error);
      } finally {
        await rm(scratch, { force: true });
      }
    },
    list: async (prefix) => (await readdir(at(prefix)).catch(nullIfMissing)) ?? [],
    remove: (key) => rm(at(key), { recursive: true, force: true }),
  };
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** A key that no file can have, or that is a folder, is missing too. */
const MISSING = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'];

function nullIfMissing(error: unknown) {
  if (MISSING.includes(codeOf(error) ?? '')) return null;
  throw error;
}

function rethrowDiskFull(error: unknown): never {
  const code = codeOf(error);
  if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
  throw new UserError(
    'The disk is full: nothing was changed. Free some space ("pnpm release prune"), then try again.',
    {
      cause: error,
    },
  );
}

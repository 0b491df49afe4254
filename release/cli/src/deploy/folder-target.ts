import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { folderBlobs, isDiskFull } from '@site/release-core/store/folder-blobs';
import { DiskFullError } from '@site/release-core/user-error';
import type { DeployTarget } from './target';

/** Unlike the store, every user of the machine may read it: a web server, for example. */
export function folderTarget(folder: string): DeployTarget {
  const { get, list, remove } = folderBlobs(folder);
  return {
    place: folder,
    isBucket: false,
    names: () => list(''),
    keysBelow: async (prefix) => {
      const entries = await readdir(join(folder, prefix), { recursive: true, withFileTypes: true }).catch(
        emptyIfMissing,
      );
      const files = entries
        .filter((one) => one.isFile())
        .map((one) => relative(folder, join(one.parentPath, one.name)));
      return new Set(files.map((file) => file.split(sep).join('/')));
    },
    get,
    put: async ({ key, read }) => {
      const file = join(folder, key);
      const partial = join(folder, `.partial-${randomUUID()}`);
      try {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(partial, await read());
        await rename(partial, file);
      } catch (error) {
        await rm(partial, { force: true });
        throw isDiskFull(error) ? new DiskFullError({ cause: error }) : error;
      }
    },
    remove,
  };
}

function emptyIfMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return [];
  throw error;
}

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { createConcurrencyLimit } from '@site/release-core/concurrency';
import { folderBlobs, isDiskFull } from '@site/release-core/store/folder-blobs';
import { s3Blobs } from '@site/release-core/store/s3/s3-blobs';
import { openS3Calls } from '@site/release-core/store/s3/s3-calls';
import { describeLocation, type S3Location } from '@site/release-core/store/s3/s3-location';
import { DiskFullError } from '@site/release-core/user-error';

export interface HostedFile {
  readonly key: string;
  /** A folder ignores them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly read: () => Promise<Buffer>;
}

export interface DeployTarget {
  readonly place: string;
  /** The target stores headers with each file and sends no others. */
  readonly isBucket: boolean;
  readonly names: () => Promise<readonly string[]>;
  readonly keysBelow: (prefix: string) => Promise<ReadonlySet<string>>;
  readonly get: (key: string) => Promise<Buffer | null>;
  /** Readers see the old file or the new one, never a part. */
  readonly put: (file: HostedFile) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
}

/** Unlike the store, every user of the machine may read it: a web server, for example. */
export function folderTarget(folder: string): DeployTarget {
  const { get, list, remove } = folderBlobs(folder);
  return {
    place: folder,
    isBucket: false,
    names: () => list(''),
    keysBelow: async (prefix) => {
      const entries = await readdir(join(folder, prefix), { recursive: true, withFileTypes: true }).catch(() => []);
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

/** Each upload has a file in memory. */
const AT_ONCE = 16;

/** Unlike the bucket of a store, it may allow overwriting. */
export function bucketTarget(location: S3Location): DeployTarget {
  const call = openS3Calls(location);
  const { get, list, sizes, remove } = s3Blobs(location);
  const limited = createConcurrencyLimit(AT_ONCE);
  return {
    place: describeLocation(location),
    isBucket: true,
    names: () => list(''),
    keysBelow: async (prefix) => new Set((await sizes?.(prefix))?.keys()),
    get,
    put: ({ key, headers, read }) =>
      limited(
        async () => void (await call({ method: 'PUT', key: location.prefix + key, headers, body: await read() })),
      ),
    remove,
  };
}

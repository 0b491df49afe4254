import { join, resolve } from 'node:path';
import { STORE } from '@site/contract/stored-files';
import { lazyFrom } from '../lazy';
import type { Blobs } from './blobs';
import { folderBlobs } from './folder-blobs';
import { indexIn } from './index-entries';
import type { S3Location } from './s3/s3-location';
import { pagesIn } from './stored-pages';
import { mapsIn, releasesIn } from './stored-releases';

const lazy = lazyFrom(import.meta.url);

export type Store = ReturnType<typeof openStore>;

export const openStore = (blobs: Blobs) => ({
  blobs,
  ...indexIn(blobs),
  ...releasesIn(blobs),
  ...mapsIn(blobs),
  ...pagesIn(blobs),
});

/** Where a site keeps what it has. */
export interface SitePlace {
  /** Absolute; holds the database, the mails and, without `objectStore`, the release store. */
  readonly dataDir: string;
  readonly objectStore: S3Location | null;
}

/** @throws UserError when STORE is invalid */
export function readPlace(env: NodeJS.ProcessEnv, root: string): SitePlace {
  const read = () => lazy<typeof import('./s3/s3-location')>('./s3/s3-location').readS3Location;
  return {
    dataDir: resolve(root, env.DATA_DIR || '.data'),
    objectStore: env.STORE ? read()({ name: 'STORE', text: env.STORE }, env) : null,
  };
}

export const storeFolder = (dataDir: string) => join(dataDir, STORE.folder);

export const openSiteStore = (dataDir: string, objectStore: S3Location | null = null): Store =>
  openStore(
    objectStore
      ? lazy<typeof import('./s3/s3-blobs')>('./s3/s3-blobs').s3Blobs(objectStore)
      : folderBlobs(storeFolder(dataDir)),
  );

/** @throws UserError when the bucket overwrites a key */
export async function requireSafeWrites({ blobs }: Store): Promise<void> {
  if (blobs.isRemote) await lazy<typeof import('./probe')>('./probe').requireConditionalWrites(blobs);
}

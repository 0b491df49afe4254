import { join } from 'node:path';
import { STORE } from '@site/contract/stored-files';
import { lazyFrom } from '../lazy';
import { folderBlobs } from './folder-blobs';
import type { S3Location } from './s3-location';
import { openStore, type Store } from './store';

const lazy = lazyFrom(import.meta.url);

export const storeFolder = (dataDir: string) => join(dataDir, STORE.folder);

export const openSiteStore = (dataDir: string, objectStore: S3Location | null = null): Store =>
  openStore(
    objectStore
      ? lazy<typeof import('./s3-blobs')>('./s3-blobs').s3Blobs(objectStore)
      : folderBlobs(storeFolder(dataDir)),
  );

/** @throws UserError when the bucket overwrites a key */
export async function requireSafeWrites({ blobs }: Store): Promise<void> {
  if (blobs.isRemote) await lazy<typeof import('./probe')>('./probe').requireConditionalWrites(blobs);
}

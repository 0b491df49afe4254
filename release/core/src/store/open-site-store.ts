import { join } from 'node:path';
import { STORE } from '@site/contract/stored-files';
import { folderBlobs } from './folder-blobs';
import { s3Blobs } from './s3-blobs';
import type { S3Location } from './s3-location';
import { openStore, type Store } from './store';

export const storeFolder = (dataDir: string) => join(dataDir, STORE.folder);

export const openSiteStore = (dataDir: string, objectStore: S3Location | null = null): Store =>
  openStore(objectStore ? s3Blobs(objectStore) : folderBlobs(storeFolder(dataDir)));

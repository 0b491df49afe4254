import { join } from 'node:path';
import { STORE } from '@site/contract/stored-files';
import { folderBlobs } from './folder-blobs';
import { openStore, type Store } from './store';

export const storeFolder = (dataDir: string) => join(dataDir, STORE.folder);

export const openSiteStore = (dataDir: string): Store => openStore(folderBlobs(storeFolder(dataDir)));

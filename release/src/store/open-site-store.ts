import { join } from 'node:path';
import { STORE } from '@site/contract/stored-files';
import { folderBlobs } from './folder-blobs';
import { CLIENT_FILES } from './keys';
import { openStore, type Store } from './store';

export const storeFolder = (dataDir: string) => join(dataDir, STORE.folder);

export const openSiteStore = (dataDir: string): Store => openStore(folderBlobs(storeFolder(dataDir)));

/** Folder of the releases' client files, which the server reads from the disk. */
export const clientFilesFolder = (dataDir: string) => join(storeFolder(dataDir), CLIENT_FILES);

import { join } from 'node:path';
import { folderBlobs } from './folder-blobs';
import { openStore, type Store } from './store';

/** The site's store, in its data folder. */
export const openSiteStore = (dataDir: string): Store => openStore(folderBlobs(join(dataDir, 'store')));

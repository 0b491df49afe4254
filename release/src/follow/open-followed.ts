import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PageStore } from '../serve/composed-pages';
import { type ReadReleaseFile, releaseFiles } from '../serve/release-files';
import type { Lifecycle } from '../site/lifecycle';
import { folderBlobs } from '../store/folder-blobs';
import { requireUsable } from '../store/probe';
import { openStore, type Store } from '../store/store';
import { StoreAwayError } from '../store/store-away-error';
import { followStore } from './follow-store';
import { followedFiles } from './followed-files';

/** Servers that started together do not ask together. */
const nextLookMs = () => 200 + Math.random() * 200;

/** A site's releases, as its server reads them. */
export interface ServedReleases {
  readonly pages: PageStore;
  readonly readReleaseFile: ReadReleaseFile;
  /** Serves the latest change at once. */
  readonly look: () => Promise<void>;
  /** Since when the store does not answer; null while it does. */
  readonly awaySince: () => Date | null;
}

/** @throws UserError for a store that cannot be used, and for one that is away while nothing is kept of it */
export async function openServedReleases(store: Store, dataDir: string, life: Lifecycle): Promise<ServedReleases> {
  if (!store.blobs.isRemote) {
    const files = releaseFiles(store.blobs);
    return { pages: store, readReleaseFile: files, look: async () => undefined, awaySince: () => null };
  }
  const cache = openStore(folderBlobs(join(dataDir, 'cache')));
  const followed = followStore(store, cache);
  await followed.look();
  if (!followed.awaySince()) await requireUsable(store.blobs).catch(passIfAway);
  void lookUntilEnd(followed.look, life);
  return {
    pages: followed.pages,
    readReleaseFile: followedFiles({ store, cache, followed }),
    look: followed.look,
    awaySince: followed.awaySince,
  };
}

function passIfAway(error: unknown) {
  if (!(error instanceof StoreAwayError)) throw error;
}

async function lookUntilEnd(look: () => Promise<void>, { signal }: Pick<Lifecycle, 'signal'>) {
  while (!signal.aborted) {
    await delay(nextLookMs(), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await look().catch((error: unknown) => console.error('The next change could not be read.', error));
  }
}

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

/** Random, so that servers that started together do not ask together. */
const nextLookMs = () => 200 + Math.random() * 200;

export interface ServedReleases {
  readonly pages: PageStore;
  readonly readReleaseFile: ReadReleaseFile;
  readonly look: () => Promise<void>;
  /** Null while the store answers. */
  readonly awaySince: () => Date | null;
}

/** @throws UserError when the store cannot be used, or is away and nothing is cached */
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

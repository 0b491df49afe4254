import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { folderBlobs } from '@site/release-core/store/folder-blobs';
import { requireUsable } from '@site/release-core/store/probe';
import { openStore, type Store } from '@site/release-core/store/store';
import { StoreAwayError } from '@site/release-core/user-error';
import type { Lifecycle } from '../lifecycle';
import type { PageStore } from '../serve/composed-pages';
import { type ReadReleaseFile, releaseFiles } from '../serve/release-files';
import { followStore } from './follow-store';
import { followedFiles } from './followed-files';

/** Random, so that servers that started together do not ask together. */
const nextPollMs = () => 200 + Math.random() * 200;

export interface ServedReleases {
  readonly pages: PageStore;
  readonly readReleaseFile: ReadReleaseFile;
  readonly poll: () => Promise<void>;
  /** Null while the store answers. */
  readonly unavailableSince: () => Date | null;
}

/** @throws UserError when the store cannot be used, or is away and nothing is cached */
export async function openServedReleases(store: Store, dataDir: string, life: Lifecycle): Promise<ServedReleases> {
  if (!store.blobs.isRemote) {
    const files = releaseFiles(store.blobs);
    return { pages: store, readReleaseFile: files, poll: async () => undefined, unavailableSince: () => null };
  }
  const cache = openStore(folderBlobs(join(dataDir, 'cache')));
  const followed = followStore(store, cache);
  await followed.poll();
  if (!followed.unavailableSince()) await requireUsable(store.blobs).catch(passIfAway);
  void pollUntilEnd(followed.poll, life);
  return {
    pages: followed.pages,
    readReleaseFile: followedFiles({ store, cache, followed }),
    poll: followed.poll,
    unavailableSince: followed.unavailableSince,
  };
}

function passIfAway(error: unknown) {
  if (!(error instanceof StoreAwayError)) throw error;
}

async function pollUntilEnd(poll: () => Promise<void>, { signal }: Pick<Lifecycle, 'signal'>) {
  while (!signal.aborted) {
    await delay(nextPollMs(), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await poll().catch((error: unknown) => console.error('The next change could not be read.', error));
  }
}

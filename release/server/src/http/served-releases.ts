import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { requireConditionalWrites } from '@site/release-core/store/blobs';
import { folderBlobs } from '@site/release-core/store/folder-blobs';
import { isId, isName } from '@site/release-core/store/keys';
import { openStore, type Store } from '@site/release-core/store/store';
import { StoreAwayError } from '@site/release-core/user-error';
import { LRUCache } from 'lru-cache';
import type { Lifecycle } from '../run-program';
import { type FollowedStore, followStore } from './follow-store';
import { type ReadReleaseFile, releaseFiles } from './release-files';

/** Random, so that servers that started together do not ask together. */
const nextPollMs = () => 200 + Math.random() * 200;

export interface ServedReleases extends Omit<FollowedStore, 'revision'> {
  readonly readReleaseFile: ReadReleaseFile;
}

export async function openServedReleases(store: Store, dataDir: string, life: Lifecycle): Promise<ServedReleases> {
  if (!store.blobs.isRemote) {
    const files = releaseFiles(store.blobs);
    return { pages: store, readReleaseFile: files, poll: async () => undefined, unavailableSince: () => null };
  }
  const cache = openStore(folderBlobs(join(dataDir, 'cache')));
  const followed = followStore(store, cache);
  await followed.poll();
  if (!followed.unavailableSince()) await requireConditionalWrites(store.blobs).catch(passIfAway);
  void pollUntilEnd(followed.poll, life);
  return { ...followed, readReleaseFile: followedFiles({ store, cache, followed }) };
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

/** Repeated requests for an unknown path reach the store only once. */
const UNKNOWN = { max: 5000, ttl: 10_000 };

interface ReleaseSources {
  readonly store: Store;
  readonly cache: Store;
  readonly followed: Pick<FollowedStore, 'unavailableSince' | 'revision'>;
}

/** Open pages may still request files of older releases, which come from the store. */
export function followedFiles({ store, cache, followed }: ReleaseSources): ReadReleaseFile {
  const readKept = releaseFiles(cache.blobs);
  const readStored = releaseFiles(store.blobs);
  const unknown = new LRUCache<string, true>(UNKNOWN);

  return async (path) => {
    const cached = await readKept(path);
    if (cached?.isIntact) return cached;
    const [name = '', id = ''] = path.split('/');
    const { releases = {}, deactivated = {} } = followed.revision() ?? {};
    const isKnown = isName(name) && isId(id) && (Object.hasOwn(releases, name) || Object.hasOwn(deactivated, name));
    if (!isKnown || unknown.has(path)) return cached;
    if (followed.unavailableSince()) throw new StoreAwayError('The store does not answer.');
    const stored = await readStored(path);
    if (!stored) unknown.set(path, true);
    return stored ?? cached;
  };
}

import type { Blobs } from '@site/release-core/store/blobs';
import { isId, isName } from '@site/release-core/store/keys';
import type { Store } from '@site/release-core/store/store';
import { StoreAwayError } from '@site/release-core/user-error';
import { LRUCache } from 'lru-cache';
import { type ReadReleaseFile, releaseFiles } from '../serve/release-files';
import type { FollowedStore } from './follow-store';

const DEADLINE_MS = 5000;
/** Concurrent reads from the store. */
const WAITING_AT_MOST = 50;
/** Repeated requests for an unknown path reach the store only once. */
const UNKNOWN = { max: 5000, ttl: 10_000 };

interface Followed {
  readonly store: Store;
  readonly cache: Store;
  readonly followed: Pick<FollowedStore, 'unavailableSince' | 'entry'>;
}

/**
 * Open pages may still request files of older releases, which come from the store.
 * @throws StoreAwayError when the store does not answer in time
 */
export function followedFiles({ store, cache, followed }: Followed): ReadReleaseFile {
  const readKept = releaseFiles(cache.blobs);
  const readStored = releaseFiles(withDeadline(store.blobs, () => followed.unavailableSince() !== null));
  const unknown = new LRUCache<string, true>(UNKNOWN);
  let waiting = 0;

  return async (path) => {
    const kept = await readKept(path);
    if (kept?.isIntact) return kept;
    const [name = '', id = ''] = path.split('/');
    const { releases = {}, deactivated = {} } = followed.entry() ?? {};
    const isKnown = isName(name) && isId(id) && (Object.hasOwn(releases, name) || Object.hasOwn(deactivated, name));
    if (!isKnown || unknown.has(path)) return kept;
    if (followed.unavailableSince() || waiting >= WAITING_AT_MOST)
      throw new StoreAwayError('The store does not answer.');
    waiting += 1;
    try {
      const stored = await readStored(path);
      if (!stored) unknown.set(path, true);
      return stored ?? kept;
    } finally {
      waiting -= 1;
    }
  };
}

function withDeadline(blobs: Blobs, isAway: () => boolean): Blobs {
  const inTime = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    // The store may have gone away while this read was waiting.
    if (isAway()) throw new StoreAwayError('The store does not answer.');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StoreAwayError('The store does not answer in time.')), DEADLINE_MS);
    });
    try {
      return await Promise.race([ask(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
  return { ...blobs, get: (key) => inTime(() => blobs.get(key)), has: (key) => inTime(() => blobs.has(key)) };
}

import type { Blobs } from '../store/blobs';
import { dryBlobs } from '../store/dry-blobs';
import { openStore, type Store } from '../store/store';

const nothing: Blobs = {
  get: async () => null,
  has: async () => false,
  add: async () => true,
  list: async () => [],
  remove: async () => undefined,
};

/** An empty store that lasts as long as its test. */
export const memoryStore = (): Store => openStore(dryBlobs(nothing));

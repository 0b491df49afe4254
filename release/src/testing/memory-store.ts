import type { Blobs } from '../store/blobs';
import { dryBlobs } from '../store/dry-blobs';
import { openStore, type Store } from '../store/store';

const nothing: Blobs = {
  get: async () => null,
  has: async () => false,
  add: async () => true,
  replace: async () => undefined,
  sync: async () => undefined,
  list: async () => [],
  remove: async () => undefined,
};

export const memoryStore = (): Store => openStore(dryBlobs(nothing));

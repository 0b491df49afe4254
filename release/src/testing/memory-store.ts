import { randomUUID } from 'node:crypto';
import type { Blobs } from '../store/blobs';
import { dryBlobs } from '../store/dry-blobs';
import { s3Blobs } from '../store/s3-blobs';
import type { S3Place } from '../store/s3-place';
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

/** An empty store in memory. The long tier runs the same tests on an object store, which TEST_STORE describes. */
export const memoryStore = (): Store => openStore(objectsOfLongTier() ?? dryBlobs(nothing));

function objectsOfLongTier(): Blobs | null {
  const { TEST_STORE } = process.env;
  return TEST_STORE ? s3Blobs({ ...(JSON.parse(TEST_STORE) as S3Place), prefix: `${randomUUID()}/` }) : null;
}

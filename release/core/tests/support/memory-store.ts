import { randomUUID } from 'node:crypto';
import { createConcurrencyLimit } from '../../src/concurrency';
import type { Blobs } from '../../src/store/blobs';
import { dryBlobs } from '../../src/store/dry-blobs';
import { renderedKey } from '../../src/store/keys';
import { s3Blobs } from '../../src/store/s3/s3-blobs';
import type { S3Location } from '../../src/store/s3/s3-location';
import { openStore, type Store } from '../../src/store/store';
import { findRendered, keepRendered } from './rendered-templates';

const RENDERED = renderedKey('');

const nothing: Blobs = {
  get: async () => null,
  has: async () => false,
  add: async () => true,
  replace: async () => undefined,
  sync: async () => undefined,
  list: async () => [],
  remove: async () => undefined,
};

/** An empty store in memory, which adds atomically. In the long tier, TEST_STORE names an object store for the same tests. */
export const memoryStore = (): Store => openStore(objectsOfLongTier() ?? withRendered(atomic(dryBlobs(nothing))));

/** The same, but without templates that earlier tests rendered. */
export const freshMemoryStore = (): Store => openStore(objectsOfLongTier() ?? dryBlobs(nothing));

/** Adds one value at a time, as several servers of one store need it. */
function atomic(blobs: Blobs): Blobs {
  const inTurn = createConcurrencyLimit(1);
  return { ...blobs, add: (key, value) => inTurn(() => blobs.add(key, value)) };
}

/** Reuses pages that another store has rendered, which needs no sandbox. A removed page stays removed. */
function withRendered(blobs: Blobs): Blobs {
  const removed = new Set<string>();
  return {
    ...blobs,
    get: async (key) => {
      const rendered = key.startsWith(RENDERED) && !removed.has(key) && findRendered(key.slice(RENDERED.length));
      if (rendered) await blobs.add(key, rendered);
      return blobs.get(key);
    },
    remove: async (key) => {
      removed.add(key);
      await blobs.remove(key);
    },
    add: async (key, value) => {
      if (key.startsWith(RENDERED)) keepRendered(key.slice(RENDERED.length), value);
      return blobs.add(key, value);
    },
  };
}

function objectsOfLongTier(): Blobs | null {
  const { TEST_STORE } = process.env;
  return TEST_STORE ? s3Blobs({ ...(JSON.parse(TEST_STORE) as S3Location), prefix: `${randomUUID()}/` }) : null;
}

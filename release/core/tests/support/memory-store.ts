import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConcurrencyLimit } from '../../src/concurrency';
import { type Blobs, dryBlobs } from '../../src/store/blobs';
import { historySince } from '../../src/store/history';
import { renderedKey } from '../../src/store/keys';
import type { Revision } from '../../src/store/revision';
import { openStore, type Store } from '../../src/store/store';

/**
 * Templates that the tests of a file have rendered, by a hash of their input, so that the same input starts no second
 * sandbox. When RENDERED_TEMPLATES names a folder, as in a whole run, all test files share them.
 */
const templates = new Map<string, Buffer>();
const { RENDERED_TEMPLATES: folder } = process.env;

export function findRendered(hash: string): Buffer | undefined {
  const file = folder && join(folder, hash);
  return templates.get(hash) ?? (file && existsSync(file) ? readFileSync(file) : undefined);
}

export function keepRendered(hash: string, content: string | Buffer): void {
  templates.set(hash, Buffer.from(content));
  if (!folder) return;
  // Several workers may write the same file.
  const draft = join(folder, randomUUID());
  writeFileSync(draft, content);
  renameSync(draft, join(folder, hash));
}

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

export const memoryStore = (): Store => openStore(withRendered(atomic(dryBlobs(nothing))));

/** The same, but without templates that earlier tests rendered. */
export const freshMemoryStore = (): Store => openStore(dryBlobs(nothing));

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

export function countedBlobs(blobs: Blobs) {
  const count = { requests: 0 };
  const counted = () => {
    count.requests += 1;
    return blobs;
  };
  const watched: Blobs = {
    get: (key) => counted().get(key),
    has: (key) => counted().has(key),
    add: (key, value) => counted().add(key, value),
    replace: (key, value) => counted().replace(key, value),
    sync: blobs.sync,
    list: (prefix) => counted().list(prefix),
    remove: (key) => counted().remove(key),
  };
  return { watched, count };
}

/** All revisions that can be read, the earliest first. */
export const readHistory = (store: Store): Promise<Revision[]> => historySince(store, new Date(0));

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConcurrencyLimit } from '../../src/concurrency';
import { type Blobs, dryBlobs } from '../../src/store/blobs';
import { renderedKey } from '../../src/store/keys';
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

const LISTED_AT_ONCE = 1000;

async function sizesBelow(blobs: Blobs, prefix: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const name of await blobs.list(prefix)) {
    const value = await blobs.get(prefix + name);
    if (value) sizes.set(prefix + name, value.length);
    for (const [key, size] of await sizesBelow(blobs, `${prefix}${name}/`)) sizes.set(key, size);
  }
  return sizes;
}

export function countedBlobs(blobs: Blobs) {
  const count = { requests: 0, revisions: 0 };
  const counted = (key: string, requests = 1) => {
    count.requests += requests;
    if (key.startsWith('index/') && !key.endsWith('/')) count.revisions += 1;
    return blobs;
  };
  const watched: Blobs = {
    get: (key) => counted(key).get(key),
    has: (key) => counted(key).has(key),
    add: (key, value) => counted(key).add(key, value),
    replace: (key, value) => counted(key).replace(key, value),
    sync: blobs.sync,
    list: async (prefix) => {
      const names = await blobs.list(prefix);
      counted(prefix, Math.max(1, Math.ceil(names.length / LISTED_AT_ONCE)));
      return names;
    },
    sizes: async (prefix) => {
      const sizes = await sizesBelow(blobs, prefix);
      counted(prefix, Math.max(1, Math.ceil(sizes.size / LISTED_AT_ONCE)));
      return sizes;
    },
    remove: (key) => counted(key).remove(key),
  };
  return { watched, count };
}

import type { Blobs } from '../../src/store/blobs';

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
  const count = { requests: 0, entries: 0 };
  const counted = (key: string, requests = 1) => {
    count.requests += requests;
    if (key.startsWith('index/') && !key.endsWith('/')) count.entries += 1;
    return blobs;
  };
  const watched: Blobs = {
    get: (key) => counted(key).get(key),
    has: (key) => counted(key).has(key),
    add: (key, value) => counted(key).add(key, value),
    replace: (key, value) => counted(key).replace(key, value),
    sync: blobs.sync,
    list: async (prefix, after) => {
      const names = await blobs.list(prefix, after);
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

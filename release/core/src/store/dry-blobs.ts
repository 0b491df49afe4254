import type { Blobs } from './blobs';

/** Keeps additions and removals in memory, so that a whole command can run without changing anything. */
export function dryBlobs(blobs: Blobs): Blobs {
  const added = new Map<string, Buffer>();
  const removed = new Set<string>();
  const isRemoved = (key: string) => [...removed].some((one) => covers(one, key));
  const has = async (key: string) => added.has(key) || (!isRemoved(key) && (await blobs.has(key)));
  const { sizes } = blobs;
  return {
    get: async (key) => added.get(key) ?? (isRemoved(key) ? null : blobs.get(key)),
    has,
    add: async (key, value) => {
      if (await has(key)) return false;
      added.set(key, Buffer.from(value));
      return true;
    },
    replace: async (key, value) => void added.set(key, Buffer.from(value)),
    sync: async () => undefined,
    list: async (prefix, after = '') => {
      const real = (await blobs.list(prefix, after)).filter(
        (name) => !isRemoved(prefix + name) && !isRemoved(`${prefix}${name}/`),
      );
      const below = [...added.keys()].filter((key) => key.startsWith(prefix));
      const names = below.map((key) => key.slice(prefix.length).split('/')[0] ?? '');
      return [...new Set([...real, ...names.filter((name) => name > after)])];
    },
    ...(sizes && {
      sizes: async (prefix) => {
        const real = [...(await sizes(prefix))].filter(([key]) => !isRemoved(key));
        const own = [...added].filter(([key]) => key.startsWith(prefix));
        return new Map([...real, ...own.map(([key, { length }]) => [key, length] as const)]);
      },
    }),
    remove: async (key) => {
      for (const addedKey of added.keys()) if (covers(key, addedKey)) added.delete(addedKey);
      removed.add(key);
    },
  };
}

const covers = (removed: string, key: string) => key === removed || (removed.endsWith('/') && key.startsWith(removed));

import type { Blobs } from './blobs';

/** Takes whatever is added or removed for done, in memory alone: a command can be run whole, and changes nothing. */
export function dryBlobs(blobs: Blobs): Blobs {
  const changed = new Map<string, Buffer | null>();
  const get: Blobs['get'] = async (key) => changed.get(key) ?? (changed.has(key) ? null : blobs.get(key));
  const has = async (key: string) => (changed.has(key) ? changed.get(key) !== null : blobs.has(key));
  return {
    get,
    has,
    add: async (key, value) => {
      if (await has(key)) return false;
      changed.set(key, Buffer.from(value));
      return true;
    },
    list: async (prefix) => {
      const below = [...changed.keys()].filter((key) => key.startsWith(prefix) && changed.get(key));
      return [
        ...new Set([
          ...(await blobs.list(prefix)),
          ...below.map((key) => key.slice(prefix.length).split('/')[0] ?? ''),
        ]),
      ];
    },
    remove: async (key) => {
      changed.set(key, null);
    },
  };
}

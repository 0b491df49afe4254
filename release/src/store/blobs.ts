/**
 * The store's medium: whole values under keys, added once and never changed, except to mend them. A folder can be one, and any object store
 * that can refuse to overwrite (`If-None-Match: *`).
 */
export interface Blobs {
  /** Whether they are on another machine: each call takes a moment, and the disk of this one does not limit them. */
  readonly isRemote?: true;
  readonly get: (key: string) => Promise<Buffer | null>;
  readonly has: (key: string) => Promise<boolean>;
  /** Adds a value atomically. False, and nothing changes, when the key is taken. */
  readonly add: (key: string, value: string | Buffer) => Promise<boolean>;
  /** Puts a value right that was damaged where it is stored, atomically: the only change of a value. */
  readonly replace: (key: string, value: string | Buffer) => Promise<void>;
  /** Makes all additions so far outlive a power cut. */
  readonly sync: () => Promise<void>;
  /** Names directly below a prefix that ends with a slash, or those that come after one in the order of their bytes. */
  readonly list: (prefix: string, after?: string) => Promise<string[]>;
  /** Sizes in bytes of all values below a prefix, by their keys: only where a list has them, so that nothing is read. */
  readonly sizes?: (prefix: string) => Promise<ReadonlyMap<string, number>>;
  /** Removes a key, or all keys below a prefix that ends with a slash. */
  readonly remove: (key: string) => Promise<void>;
}

/** Adds a value, or replaces one that differs from it: only for keys to which nothing else belongs. */
export async function put(blobs: Blobs, key: string, value: string | Buffer): Promise<void> {
  if (await blobs.add(key, value)) return;
  if (!(await blobs.get(key))?.equals(Buffer.from(value))) await blobs.replace(key, value);
}

import { UserError } from '../user-error';

/**
 * Stores whole values under keys. A value is added once and changed only to repair it. Implemented by a folder, and by
 * any object store that can refuse to overwrite (`If-None-Match: *`).
 */
export interface Blobs {
  /** The values are on another machine: calls are slow, and the disk of this machine is no limit. */
  readonly isRemote?: true;
  readonly get: (key: string) => Promise<Buffer | null>;
  readonly has: (key: string) => Promise<boolean>;
  /** Adds a value atomically. Resolves to false, and changes nothing, when the key is taken. */
  readonly add: (key: string, value: string | Buffer) => Promise<boolean>;
  /** Replaces a value atomically. Only for damaged values, and for hints such as the head of the index. */
  readonly replace: (key: string, value: string | Buffer) => Promise<void>;
  /** Makes all additions so far survive a power cut. */
  readonly sync: () => Promise<void>;
  /** Names directly below a prefix that ends with a slash; with `after`, only those after it in byte order. */
  readonly list: (prefix: string, after?: string) => Promise<string[]>;
  /** Sizes in bytes of all values below a prefix, by key. Missing where it would have to read the values. */
  readonly sizes?: (prefix: string) => Promise<ReadonlyMap<string, number>>;
  /** Removes a key, or all keys below a prefix that ends with a slash. */
  readonly remove: (key: string) => Promise<void>;
}

/** Adds a value, or replaces a different one. Only for keys that can have no other value. */
export async function put(blobs: Blobs, key: string, value: string | Buffer): Promise<void> {
  if (await blobs.add(key, value)) return;
  if (!(await blobs.get(key))?.equals(Buffer.from(value))) await blobs.replace(key, value);
}

/** @throws UserError when the key is missing */
export async function readRequired(blobs: Blobs, key: string): Promise<Buffer> {
  const value = await blobs.get(key);
  if (value) return value;
  throw new UserError(`The store has lost ${key}: "npx pnpm release verify" lists what else is missing.`);
}

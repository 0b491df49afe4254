/**
 * The little that a store asks of its medium: whole values under keys, added once and never changed. A folder does it,
 * and so does any object store that can refuse to overwrite (`If-None-Match: *`).
 */
export interface Blobs {
  /** The whole value, or null where there is none. */
  readonly get: (key: string) => Promise<Buffer | null>;
  readonly has: (key: string) => Promise<boolean>;
  /** Adds a value, visible at once and whole. False, and nothing changed, where the key is taken. */
  readonly add: (key: string, value: string | Buffer) => Promise<boolean>;
  /** Names directly below a prefix that ends with a slash; empty where nothing is. */
  readonly list: (prefix: string) => Promise<string[]>;
  /** Removes a key, or all that lies below a prefix that ends with a slash. */
  readonly remove: (key: string) => Promise<void>;
}

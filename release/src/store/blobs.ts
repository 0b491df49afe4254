/**
 * The store's medium: whole values under keys, added once and never changed. A folder can be one, and any object store
 * that can refuse to overwrite (`If-None-Match: *`).
 */
export interface Blobs {
  readonly get: (key: string) => Promise<Buffer | null>;
  readonly has: (key: string) => Promise<boolean>;
  /** Adds a value atomically. False, and nothing changes, when the key is taken. */
  readonly add: (key: string, value: string | Buffer) => Promise<boolean>;
  /** Names directly below a prefix that ends with a slash. */
  readonly list: (prefix: string) => Promise<string[]>;
  /** Removes a key, or all keys below a prefix that ends with a slash. */
  readonly remove: (key: string) => Promise<void>;
}

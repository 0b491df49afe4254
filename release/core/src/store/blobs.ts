import { STORE } from '@site/contract/stored-files';
import * as v from 'valibot';
import { DamageError, unseal } from '../integrity';
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
  /** Replaces a value atomically. Only for damaged values, and for those that each start or look writes again. */
  readonly replace: (key: string, value: string | Buffer) => Promise<void>;
  /** Makes all additions so far survive a power cut. */
  readonly sync: () => Promise<void>;
  /** Names directly below a prefix that ends with a slash. */
  readonly list: (prefix: string) => Promise<string[]>;
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

export async function readRequired(blobs: Blobs, key: string): Promise<Buffer> {
  const value = await blobs.get(key);
  if (value) return value;
  throw new UserError(`The store has lost ${key}: "npx pnpm release verify" lists what else is missing.`);
}

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
    list: async (prefix) => {
      const real = (await blobs.list(prefix)).filter(
        (name) => !isRemoved(prefix + name) && !isRemoved(`${prefix}${name}/`),
      );
      const below = [...added.keys()].filter((key) => key.startsWith(prefix));
      const names = below.map((key) => key.slice(prefix.length).split('/')[0] ?? '');
      return [...new Set([...real, ...names])];
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

const OVERWRITES =
  'The store overwrites what it should refuse (If-None-Match: *), as Garage and the S3 address of Supabase Storage do: two commands at once could both win. Choose another store (docs/hosting/object-store.md).';

/** A value from an earlier call makes one request enough. @throws UserError when the store overwrites a key */
export async function requireConditionalWrites(blobs: Blobs): Promise<void> {
  if (!(await blobs.add(STORE.probe, 'Two writes of this key have shown that the store refuses the second.\n'))) return;
  if (!(await blobs.add(STORE.probe, 'The store has overwritten this key.\n'))) return;
  await blobs.remove(STORE.probe);
  throw new UserError(OVERWRITES);
}

export async function readSealed<Value>(
  blobs: Blobs,
  key: string,
  schema: v.GenericSchema<unknown, Value>,
): Promise<Value | null> {
  try {
    const { success, output } = v.safeParse(schema, unseal(await blobs.get(key)));
    return success ? output : null;
  } catch (error) {
    if (error instanceof DamageError) return null;
    throw error;
  }
}

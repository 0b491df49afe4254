import { randomUUID } from 'node:crypto';
import { STORE } from '@site/contract/stored-files';
import { UserError } from '../user-error';
import type { Blobs } from './blobs';

const OVERWRITES =
  'The store overwrites what it should refuse (If-None-Match: *), as Garage and the S3 address of Supabase Storage do: two commands at once could both win. Choose another store (docs/object-store.md).';

/** A value from an earlier call makes one request enough. @throws UserError when the store overwrites a key */
export async function requireConditionalWrites(blobs: Blobs): Promise<void> {
  if (!(await blobs.add(STORE.probe, 'Two writes of this key have shown that the store refuses the second.\n'))) return;
  if (!(await blobs.add(STORE.probe, 'The store has overwritten this key.\n'))) return;
  await blobs.remove(STORE.probe);
  throw new UserError(OVERWRITES);
}

/** Tries every operation, so that a missing right or a wrong clock shows early. @throws UserError */
export async function requireUsable(blobs: Blobs): Promise<void> {
  await requireConditionalWrites(blobs);
  const name = `probe-${randomUUID()}`;
  const key = `${STORE.scratch}/${name}`;
  await blobs.add(key, name);
  // Reads must see a write at once, because the highest number in the index is the active state.
  const isRead = (await blobs.get(key))?.toString() === name && (await blobs.list(`${STORE.scratch}/`)).includes(name);
  await blobs.remove(key);
  if (isRead && !(await blobs.has(key))) return;
  throw new UserError('The store does not show at once what was written: choose another (docs/object-store.md).');
}

import { randomUUID } from 'node:crypto';
import { STORE } from '@site/contract/stored-files';
import { UserError } from '../user-error';
import type { Blobs } from './blobs';

const OVERWRITES =
  'The store overwrites what it should refuse (If-None-Match: *), as Garage and the S3 address of Supabase Storage do: two commands at once could both win. Choose another store (docs/object-store.md).';

/**
 * Refuses a store that does not keep the first value of a key. It asks one question where a value is left from earlier.
 * @throws UserError
 */
export async function requireFirstWins(blobs: Blobs): Promise<void> {
  if (!(await blobs.add(STORE.probe, 'Two writes of this key have shown that the store refuses the second.\n'))) return;
  if (!(await blobs.add(STORE.probe, 'The store has overwritten this key.\n'))) return;
  await blobs.remove(STORE.probe);
  throw new UserError(OVERWRITES);
}

/**
 * Does with a key of its own all that commands do, so that a wrong right or clock shows before something depends on it.
 * @throws UserError
 */
export async function requireUsable(blobs: Blobs): Promise<void> {
  await requireFirstWins(blobs);
  const name = `probe-${randomUUID()}`;
  const key = `${STORE.scratch}/${name}`;
  await blobs.add(key, name);
  // What is written must be seen at once: the highest number in the index is what is active.
  const isRead = (await blobs.get(key))?.toString() === name && (await blobs.list(`${STORE.scratch}/`)).includes(name);
  await blobs.remove(key);
  if (isRead && !(await blobs.has(key))) return;
  throw new UserError('The store does not show at once what was written: choose another (docs/object-store.md).');
}

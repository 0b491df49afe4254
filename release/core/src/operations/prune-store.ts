import { findPrunable, type Prunable, prune, readKeptHistory } from '../store/prune';
import type { Store } from '../store/store';
import { listLeftUploads } from '../wire/open-uploads';

interface Kept {
  /** Releases of each name. */
  readonly keep: number;
  readonly days: number;
}

interface Pruned extends Prunable {
  /** Keys of uploads that were not committed. */
  readonly uploads: readonly string[];
}

/** Removes what no rollback needs. */
export async function pruneStore(store: Store, { keep, days }: Kept): Promise<Pruned> {
  // Fails when the latest entry cannot be read, because it may need releases that earlier ones do not.
  await store.readIndex();
  const kept = { keep, days, now: new Date() };
  const history = await readKeptHistory(store, kept);
  const prunable = await findPrunable(store, history, kept);
  await prune(store, prunable);
  const uploads = await listLeftUploads(store.blobs, new Date());
  for (const key of uploads) await store.blobs.remove(key);
  return { ...prunable, uploads };
}

import type { IndexEntry } from './release';
import type { Store } from './store';

/** The entries that were replaced after this time, and the current one; the earliest first. */
export async function historySince(store: Store, time: Date): Promise<IndexEntry[]> {
  const entries: IndexEntry[] = [];
  for await (const reading of store.readBackwards()) {
    if (!('entry' in reading)) continue;
    const [next] = entries;
    if (next && Date.parse(next.change.at) < time.getTime()) break;
    entries.unshift(reading.entry);
  }
  return entries;
}

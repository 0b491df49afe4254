import type { IndexEntry } from './release';
import type { Store } from './store';

/** The entries that were replaced after this time, and the current one; the earliest first. */
export async function historySince(store: Store, time: Date): Promise<IndexEntry[]> {
  const found: IndexEntry[] = [];
  for await (const one of store.readBackwards()) {
    if (!('entry' in one)) continue;
    const [next] = found;
    if (next && Date.parse(next.change.at) < time.getTime()) break;
    found.unshift(one.entry);
  }
  return found;
}

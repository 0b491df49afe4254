import type { IndexEntry, ReleaseLines } from './release';
import type { Store } from './store';

/** When each release of the next entry became active. @param at time of the change, ISO 8601 */
export const nextSince = (current: IndexEntry | null, releases: ReleaseLines, at: string): IndexEntry['since'] =>
  Object.fromEntries(
    Object.entries(releases).map(([name, { active }]) => {
      const isKept = current?.releases[name]?.active === active;
      return [name, (isKept && current?.since[name]) || at];
    }),
  );

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

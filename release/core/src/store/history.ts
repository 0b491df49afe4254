import type { IndexEntry, ReleaseLines } from './release';
import type { Store } from './store';

/** The ids that were ever active, by name. @param history the earliest entry first */
export function everActiveIn(history: readonly IndexEntry[]): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, Set<string>>();
  for (const { releases } of history) {
    for (const [name, { active }] of Object.entries(releases)) {
      found.set(name, (found.get(name) ?? new Set()).add(active));
    }
  }
  return Object.fromEntries([...found].map(([name, ids]) => [name, [...ids]]));
}

/** When each active release of an entry became active, in ISO 8601. Without `since`, reads earlier entries. */
export async function activeSince(store: Store, entry: IndexEntry): Promise<Readonly<Record<string, string>>> {
  if (entry.since) return entry.since;
  const since = new Map<string, string>();
  const open = new Set(Object.keys(entry.releases));
  for await (const one of store.readBackwards()) {
    if (open.size === 0) break;
    if (!('entry' in one) || one.entry.seq > entry.seq) continue;
    const { releases, change } = one.entry;
    for (const name of open) {
      if (releases[name]?.active === entry.releases[name]?.active) since.set(name, change.at);
      else open.delete(name);
    }
  }
  return Object.fromEntries(since);
}

/** The same for the next entry. @param at time of the change, ISO 8601 */
export async function nextSince(
  store: Store,
  current: IndexEntry | null,
  { releases, at }: { readonly releases: ReleaseLines; readonly at: string },
): Promise<Readonly<Record<string, string>>> {
  const since = current ? await activeSince(store, current) : {};
  const isKept = (name: string, active: string) => current?.releases[name]?.active === active;
  return Object.fromEntries(
    Object.entries(releases).map(([name, { active }]) => [name, isKept(name, active) ? (since[name] ?? at) : at]),
  );
}

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

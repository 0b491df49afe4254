import type { IndexEntry } from './release';

/** By name, the ids that an entry has ever made active. @param history the earliest entry first */
export function everActive(history: readonly IndexEntry[]): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, Set<string>>();
  for (const { releases } of history) {
    for (const [name, { active }] of Object.entries(releases)) {
      found.set(name, (found.get(name) ?? new Set()).add(active));
    }
  }
  return Object.fromEntries([...found].map(([name, ids]) => [name, [...ids]]));
}

/** Time of the change that made a part's active release active, in ISO 8601; null when the part is not active. */
export function activeSince(history: readonly IndexEntry[], name: string): string | null {
  const active = history.at(-1)?.releases[name]?.active;
  if (!active) return null;
  const firstOfRun = history.findLastIndex(({ releases }) => releases[name]?.active !== active) + 1;
  return history[firstOfRun]?.change.at ?? null;
}

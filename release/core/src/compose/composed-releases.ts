import type { Release, ReleaseLines } from '../store/release';
import type { Store } from '../store/store';
import { incompatibilitiesOf } from './compatibility';

export interface ComposedReleases {
  readonly shell: Release;
  readonly remotes: readonly Release[];
  readonly fallbacks: ReadonlyMap<string, Release>;
}

interface Pair {
  readonly shell: Release;
  readonly active: Release;
}

/** @throws UserError when an active release is missing from the store */
export async function readActive(store: Store, lines: ReleaseLines): Promise<Omit<ComposedReleases, 'fallbacks'>> {
  const active = await Promise.all(Object.entries(lines).map(([name, line]) => store.read(name, line.active)));
  const shell = active.find(({ name }) => name === 'shell');
  if (!shell) throw new Error('No shell is active.');
  return { shell, remotes: active.filter((release) => release !== shell) };
}

/** @throws UserError when an active release is missing from the store */
export async function readReleases(store: Store, lines: ReleaseLines): Promise<ComposedReleases> {
  const { shell, remotes } = await readActive(store, lines);
  const fallbacks = new Map<string, Release>();
  for (const active of remotes) {
    const { name } = active;
    const fallback = await findFallback(store, { shell, active }, lines[name]?.previous ?? []);
    if (fallback) fallbacks.set(name, fallback);
  }
  return { shell, remotes, fallbacks };
}

/**
 * Returns the latest previous release that has an undamaged description and is compatible with the active shell. Public
 * pages may not name private releases, so it must be as private as the active one.
 */
async function findFallback(store: Store, { shell, active }: Pair, ids: readonly string[]) {
  for (const id of ids) {
    const release = await store.readIfIntact(active.name, id);
    if (release?.private !== active.private) continue;
    if (release && incompatibilitiesOf(shell, release).length === 0) return release;
  }
  return null;
}

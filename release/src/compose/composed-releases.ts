import type { Release, ReleaseLines } from '../store/release';
import type { Store } from '../store/store';
import { misfitsOf } from './compatibility';

/** The releases that pages are composed from, and for each remote the one that visitors fall back on. */
export interface ComposedReleases {
  readonly shell: Release;
  readonly remotes: readonly Release[];
  readonly fallbacks: ReadonlyMap<string, Release>;
}

/** @throws UserError when an active release is missing from the store */
export async function readReleases(store: Store, lines: ReleaseLines): Promise<ComposedReleases> {
  const active = await Promise.all(Object.entries(lines).map(([name, line]) => store.read(name, line.active)));
  const shell = active.find(({ name }) => name === 'shell');
  if (!shell) throw new Error('No shell is active.');
  const remotes = active.filter((release) => release !== shell);
  const fallbacks = new Map<string, Release>();
  for (const { name } of remotes) {
    const fallback = await findFallback(store, name, lines[name]?.before ?? [], shell);
    if (fallback) fallbacks.set(name, fallback);
  }
  return { shell, remotes, fallbacks };
}

/** The latest release before the active one that is still there and that the active shell could run. */
async function findFallback(store: Store, name: string, before: readonly string[], shell: Release) {
  for (const id of before) {
    if (!(await store.has(name, id))) continue;
    const release = await store.read(name, id);
    if (misfitsOf(shell, release).length === 0) return release;
  }
  return null;
}

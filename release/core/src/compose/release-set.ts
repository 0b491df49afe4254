import { loadableRelease, type ReleaseIndex } from '@site/contract/release-index';
import type { Release } from '../store/release';
import type { ActiveParts } from '../store/revision';
import type { Store } from '../store/store';
import { incompatibilitiesOf } from './compatibility';

/** What pages are composed from. `fallbacks` has the previous release of a remote, by its name. */
export interface ReleaseSet {
  readonly shell: Release;
  readonly remotes: readonly Release[];
  readonly fallbacks: ReadonlyMap<string, Release>;
}

export async function readActive(store: Store, parts: ActiveParts): Promise<Omit<ReleaseSet, 'fallbacks'>> {
  const active = await Promise.all(Object.entries(parts).map(([name, { active: id }]) => store.read(name, id)));
  const shell = active.find(({ name }) => name === 'shell');
  if (!shell) throw new Error('No shell is active.');
  return { shell, remotes: active.filter((release) => release !== shell) };
}

export async function readReleaseSet(store: Store, parts: ActiveParts): Promise<ReleaseSet> {
  const { shell, remotes } = await readActive(store, parts);
  const fallbacks = new Map<string, Release>();
  for (const active of remotes) {
    const { name } = active;
    const fallback = await findFallback(store, [shell, active], parts[name]?.previous ?? []);
    if (fallback) fallbacks.set(name, fallback);
  }
  return { shell, remotes, fallbacks };
}

/** Public pages may not name private releases, so the fallback must be as private as the active one. */
async function findFallback(store: Store, [shell, active]: readonly [Release, Release], ids: readonly string[]) {
  for (const id of ids) {
    const release = await store.readIfIntact(active.name, id);
    if (release?.private !== active.private) continue;
    if (release && incompatibilitiesOf(shell, release).length === 0) return release;
  }
  return null;
}

export const ROOT_FILES = 'root files';

export type IndexOf = (release: Pick<Release, 'name' | 'private'>) => ReleaseIndex;

export const publicOf = (remotes: readonly Release[]): readonly Release[] => remotes.filter((one) => !one.private);

/** Public pages share one index; each private part has its own. */
export function releaseIndexes(seq: number, parts: ActiveParts, { shell, remotes, fallbacks }: ReleaseSet): IndexOf {
  const describe = (release: Release) => {
    const fallback = fallbacks.get(release.name);
    const revoked = parts[release.name]?.revoked ?? [];
    return {
      ...loadableRelease(release),
      ...(fallback && { previous: loadableRelease(fallback) }),
      ...(revoked.length > 0 && { revoked }),
    };
  };
  const indexWith = (listed: readonly Release[]): ReleaseIndex => ({
    seq,
    shell: { id: shell.id },
    remotes: Object.fromEntries(listed.map((release) => [release.name, describe(release)])),
  });
  const open = publicOf(remotes);
  const paths = Object.fromEntries(open.flatMap(({ routes }) => routes.map(({ name, path }) => [name, path])));
  const publicIndex = indexWith(open);
  return ({ name, private: isPrivate }) =>
    isPrivate ? { ...indexWith(remotes.filter((one) => one.name === name)), private: { paths } } : publicIndex;
}

/** The shell owns the page for unknown paths and the root files. */
export const ownerOf = ({ shell, remotes }: Pick<ReleaseSet, 'shell' | 'remotes'>, path: string): Release =>
  remotes.find(({ routes }) => routes.some((route) => route.path === path)) ?? shell;

import type { LoadableRelease, ReleaseIndex } from '@site/shared-ui/host';
import type { Release, ReleaseLines } from '../store/release';
import type { Store } from '../store/store';
import type { ComposedReleases } from './composed-releases';

/** What every page tells the shell of the active releases. */
export function releaseIndex(
  store: Store,
  seq: number,
  lines: ReleaseLines,
  { shell, remotes, fallbacks }: ComposedReleases,
): ReleaseIndex {
  return {
    seq,
    shell: { id: shell.id },
    remotes: Object.fromEntries(
      remotes.map((release) => {
        const fallback = fallbacks.get(release.name);
        const revoked = lines[release.name]?.revoked ?? [];
        return [
          release.name,
          {
            ...loadable(store, release),
            ...(fallback && { before: loadable(store, fallback) }),
            ...(revoked.length > 0 && { revoked }),
          },
        ];
      }),
    ),
  };
}

const loadable = (store: Store, { name, id, container, entry, files, routes }: Release): LoadableRelease => ({
  id,
  container,
  entry: store.baseOf(name, id) + entry,
  integrity: files[entry] ?? '',
  routes,
});

import type { ReleaseIndex } from '@site/contract/release-index';
import type { ReleaseName } from '@site/release-core/store/keys';

export interface PageReleases {
  /** Whose code the page runs. */
  readonly releases: readonly ReleaseName[];
  /** The others that its index names: its visitor may reach them by a link. */
  readonly linked: readonly ReleaseName[];
}

export function releasesByPath({ shell, remotes }: ReleaseIndex): readonly (readonly [string, PageReleases])[] {
  const all = Object.entries(remotes).map(([name, { id }]) => ({ name, id }));
  return Object.entries(remotes).flatMap(([name, { id, routes }]) => {
    const releases = [
      { name: 'shell', id: shell.id },
      { name, id },
    ];
    const linked = all.filter((other) => other.name !== name);
    return routes.map(({ path }) => [path, { releases, linked }] as const);
  });
}

import type { ReleaseIndex } from '@site/contract/release-index';
import type { ReleaseName } from '../store/keys';

/** The releases whose code runs on each route's page, as the served index names them; empty without an index. */
export function releasesByPath(index: Buffer | undefined): ReadonlyMap<string, readonly ReleaseName[]> {
  if (!index) return new Map();
  const { shell, remotes } = JSON.parse(index.toString()) as ReleaseIndex;
  const pages = Object.entries(remotes).flatMap(([name, { id, routes }]) =>
    routes.map(
      ({ path }) =>
        [
          path,
          [
            { name: 'shell', id: shell.id },
            { name, id },
          ],
        ] as const,
    ),
  );
  return new Map(pages);
}

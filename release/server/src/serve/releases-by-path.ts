import type { ReleaseIndex } from '@site/contract/release-index';
import type { ReleaseName } from '@site/release-core/store/keys';

export const releasesByPath = ({
  shell,
  remotes,
}: ReleaseIndex): readonly (readonly [path: string, releases: readonly ReleaseName[]])[] =>
  Object.entries(remotes).flatMap(([name, { id, routes }]) =>
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

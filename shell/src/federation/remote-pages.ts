import type { PageReleases } from '@site/contract/host';
import type { ActiveRelease, ReleaseIndex } from '@site/contract/release-index';
import type { RemoteRoute } from '@site/contract/routes';
import type { FallbackChainOptions, LoadPage, OnIncident } from './fallback-chain';
import { createRemotePage, type RemotePage } from './remote-page';
import type { OnLive } from './visit-reports';

interface RemotePagesOptions {
  readonly index: ReleaseIndex;
  readonly load: LoadPage;
  /** Content of the main element, read before hydration; null if nothing was prerendered. */
  readonly composed: { readonly path: string; readonly html: string } | null;
  readonly onIncident?: OnIncident | undefined;
  readonly onLive?: OnLive | undefined;
  readonly waitWhileLeaving?: FallbackChainOptions['waitWhileLeaving'];
}

export function createRemotePages(options: RemotePagesOptions): readonly RemotePage[] {
  const { index, load, composed, onIncident = () => undefined, onLive, waitWhileLeaving } = options;
  const failed = new Set<string>();
  return activeRoutes(index).map(({ remote, release: active, route }) =>
    createRemotePage(
      { remote, active, route, load, failed, onIncident, onLive, waitWhileLeaving },
      composed?.path === route.path ? composed.html : null,
    ),
  );
}

interface ActiveRoute {
  readonly remote: string;
  readonly release: ActiveRelease;
  readonly route: RemoteRoute;
}

export const activeRoutes = (index: ReleaseIndex): readonly ActiveRoute[] =>
  Object.entries(index.remotes).flatMap(([remote, release]) =>
    release.routes.map((route) => ({ remote, release, route })),
  );

/** What the page at a path runs; undefined while no code of its part does. */
export function releasesOf(
  { shell }: ReleaseIndex,
  pages: readonly Pick<RemotePage, 'route' | 'view'>[],
  path: string,
): PageReleases | undefined {
  const running = pages.find(({ route }) => route.path === path)?.view().running;
  return running ? { shell: shell.id, part: running.candidate.release.id } : undefined;
}

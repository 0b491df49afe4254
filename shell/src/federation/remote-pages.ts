import type { ActiveRelease, ReleaseIndex } from '@site/contract/release-index';
import type { RemoteRoute } from '@site/contract/routes';
import type { FallbackChainParts, LoadPage, OnIncident } from './fallback-chain';
import { createRemotePage, type RemotePage } from './remote-page';

interface RemotePagesParts {
  readonly index: ReleaseIndex;
  readonly load: LoadPage;
  /** Content of the main element, read before hydration; null if nothing was prerendered. */
  readonly composed: { readonly path: string; readonly html: string } | null;
  readonly onIncident?: OnIncident | undefined;
  readonly waitWhileLeaving?: FallbackChainParts['waitWhileLeaving'];
}

export function createRemotePages(parts: RemotePagesParts): readonly RemotePage[] {
  const { index, load, composed, onIncident = () => undefined, waitWhileLeaving } = parts;
  const failed = new Set<string>();
  return activeRoutes(index).map(({ remote, release: active, route }) =>
    createRemotePage(
      { remote, active, route, load, failed, onIncident, waitWhileLeaving },
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

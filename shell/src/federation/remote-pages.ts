import type { ActiveRelease, LoadableRelease, ReleaseIndex, RemoteRoute } from '@site/shared-ui/host';
import { createFailures } from './failures';
import type { LoadPage } from './ladder';
import type { OnIncident } from './page-ladder';
import { createRemotePage, type RemotePage } from './remote-page';

/** A release that stands in for the active one, in this tab alone. */
export interface Preview {
  readonly remote: string;
  readonly release: LoadableRelease;
}

interface RemotePagesParts {
  readonly index: ReleaseIndex;
  readonly load: LoadPage;
  /** The page as it came from the server, taken before React touches it; null where nothing was prerendered. */
  readonly composed: { readonly path: string; readonly html: string } | null;
  readonly preview?: Preview | null | undefined;
  readonly onIncident?: OnIncident | undefined;
}

export function createRemotePages(parts: RemotePagesParts): readonly RemotePage[] {
  const { index, load, composed, preview, onIncident = () => undefined } = parts;
  const failures = createFailures();
  return activeRoutes(index).map(({ remote, release: active, route }) =>
    createRemotePage({
      remote,
      active,
      preview: preview?.remote === remote ? preview.release : undefined,
      route,
      load,
      failures,
      onIncident,
      composedHtml: composed?.path === route.path ? composed.html : null,
    }),
  );
}

interface ActiveRoute {
  readonly remote: string;
  readonly release: ActiveRelease;
  readonly route: RemoteRoute;
}

/** Every route of the site, with the release that brings it. */
export const activeRoutes = (index: ReleaseIndex): readonly ActiveRoute[] =>
  Object.entries(index.remotes).flatMap(([remote, release]) =>
    release.routes.map((route) => ({ remote, release, route })),
  );

import type { ActiveRelease, HostedPage, PageModule, ReleaseIndex, RemoteRoute } from '@site/shared-ui/host';
import { lazy } from 'react';

export type LoadPage = (release: ActiveRelease, route: RemoteRoute) => Promise<PageModule>;

export type LoadState = 'waiting' | 'failed' | 'retrying' | 'loaded';

/** One route's page: the component, and how far its remote has come. */
export interface RemotePage {
  readonly route: RemoteRoute;
  readonly Page: HostedPage;
  /** The page's prerendered HTML, while it is the one that the visitor opened. */
  readonly composedHtml: string | null;
  /** The visitor has gone to another page: what was prerendered is no longer on screen. */
  readonly leave: () => void;
  readonly loadState: () => LoadState;
  readonly subscribe: (onChange: () => void) => () => void;
  readonly retry: () => void;
}

interface RemotePagesParts {
  readonly index: ReleaseIndex;
  readonly load: LoadPage;
  /** The page as it came from the server, taken before React touches it; null where nothing was prerendered. */
  readonly composed: { readonly path: string; readonly html: string } | null;
}

export function createRemotePages({ index, load, composed }: RemotePagesParts): readonly RemotePage[] {
  return activeRoutes(index).map(({ release, route }) =>
    createRemotePage(route, () => load(release, route), composed?.path === route.path ? composed.html : null),
  );
}

/** Every route of the site, with the release that brings it. */
export const activeRoutes = (index: ReleaseIndex) =>
  Object.values(index.remotes).flatMap((release) => release.routes.map((route) => ({ release, route })));

export function createRemotePage(
  route: RemoteRoute,
  load: () => Promise<PageModule>,
  composedHtml: string | null,
): RemotePage {
  const listeners = new Set<() => void>();
  const { promise, resolve } = deferred<{ default: HostedPage }>();
  let state: LoadState = 'waiting';
  let html = composedHtml;

  const show = (next: LoadState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const attempt = () =>
    load().then(
      ({ Page }) => {
        resolve({ default: Page });
        show('loaded');
      },
      (error: unknown) => {
        console.error(`The page ${route.path} could not be loaded.`, error);
        show('failed');
      },
    );

  return {
    route,
    get composedHtml() {
      return html;
    },
    leave: () => {
      html = null;
    },
    // React.lazy keeps a rejection for ever, and over prerendered HTML a rejection would wipe it: a failure leaves the
    // promise pending and is told apart, so that a later attempt can still fulfil it.
    Page: lazy(() => {
      void attempt();
      return promise;
    }),
    loadState: () => state,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    retry: () => {
      show('retrying');
      void attempt();
    },
  };
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

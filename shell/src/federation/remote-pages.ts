import type { ActiveRelease, HostedPage, PageModule, ReleaseIndex, RemoteRoute } from '@site/shared-ui/host';
import { lazy } from 'react';

export type LoadPage = (release: ActiveRelease, route: RemoteRoute) => Promise<PageModule>;

/** One route's page: the component, and whether its remote could be loaded. */
export interface RemotePage {
  readonly route: RemoteRoute;
  readonly Page: HostedPage;
  /** The page's prerendered HTML, while it is the one that the visitor opened. */
  readonly composedHtml: string | null;
  /** The visitor has gone to another page: what was prerendered is no longer on screen. */
  readonly leave: () => void;
  readonly hasFailed: () => boolean;
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
  return Object.values(index.remotes).flatMap((release) =>
    release.routes.map((route) =>
      createRemotePage(route, () => load(release, route), composed?.path === route.path ? composed.html : null),
    ),
  );
}

function createRemotePage(route: RemoteRoute, load: () => Promise<PageModule>, composedHtml: string | null): RemotePage {
  const listeners = new Set<() => void>();
  const { promise, resolve } = deferred<{ default: HostedPage }>();
  let failed = false;
  let html = composedHtml;

  const setFailed = (next: boolean) => {
    failed = next;
    for (const listener of listeners) listener();
  };
  const attempt = () =>
    load().then(
      ({ Page }) => resolve({ default: Page }),
      (error: unknown) => {
        console.error(`The page ${route.path} could not be loaded.`, error);
        setFailed(true);
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
    hasFailed: () => failed,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    retry: () => {
      setFailed(false);
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

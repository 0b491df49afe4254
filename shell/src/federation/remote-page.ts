import type { HostedPage, RemoteRoute } from '@site/shared-ui/host';
import { lazy } from 'react';
import { createAscent } from './ascent';
import { faultOf } from './fault';
import { isFormInUse } from './form-in-use';
import type { LoadPage, Rung } from './ladder';
import { createPageLadder, type PageLadderParts } from './page-ladder';
import { arrived, gaveUp, initialState, left, type PageState, retried, stood, threw } from './page-state';

/** One route's page, and how far the releases that could show it have come. */
export interface RemotePage {
  readonly route: RemoteRoute;
  /** For the composed nodes: it comes when the release that composed them has come. */
  readonly Composed: HostedPage;
  readonly state: () => PageState;
  readonly subscribe: (onChange: () => void) => () => void;
  /** The visitor is on this page. @returns what to call when it is left */
  readonly enter: () => () => void;
  readonly retry: () => void;
  /** The visitor may come here: its code is loaded, so that it shows at once; a failure is nobody's concern yet. */
  readonly prefetch: () => void;
  /** The fresh page is in the document. */
  readonly stand: () => void;
  /** The page threw on render. */
  readonly fail: (error: unknown) => void;
}

export interface RemotePageParts extends PageLadderParts {
  readonly load: LoadPage;
  /** The page as it came from the server; null where nothing was prerendered. */
  readonly composedHtml: string | null;
}

export function createRemotePage(parts: RemotePageParts): RemotePage {
  const { active, route, load } = parts;
  const ladder = createPageLadder(parts);
  const listeners = new Set<() => void>();
  const { promise, resolve } = deferred<{ default: HostedPage }>();
  let state = initialState(parts.composedHtml);
  let isAhead = false;
  let isHere = false;

  const show = (next: PageState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const onLoaded = (rung: Rung, Page: HostedPage) => {
    const next = arrived(state, rung, Page, rung.release.id === active.id);
    const isComposed = next.running?.place === 'composed';
    // What is typed there would be lost with the nodes.
    if (next.surface !== 'none' && !isComposed && isFormInUse(document.querySelector('main'))) show(gaveUp(state));
    else show(next);
    if (isComposed) resolve({ default: Page });
  };
  const ascent = createAscent({
    load,
    onFault: ladder.note,
    isScreenEmpty: () => state.surface === 'none',
    onEnd: (outcome) => {
      if (outcome.ok) return onLoaded(outcome.rung, outcome.module.Page);
      console.error(`The page ${route.path} could not be loaded.`, outcome.error);
      show(gaveUp(state));
    },
  });
  const start = () => {
    if (state.progress !== 'waiting' || ascent.isUnderWay()) return ascent.watch();
    const sound = ladder.sound();
    // Once each has failed there is nothing better than to try them all again.
    ascent.start(sound.length > 0 ? sound : ladder.rungs);
  };

  return {
    route,
    // React.lazy keeps a rejection for ever, and over prerendered HTML a rejection would wipe it: a failure leaves the
    // promise pending and is told apart, so that a later attempt can still fulfil it.
    Composed: lazy(() => {
      start();
      return promise;
    }),
    state: () => state,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    enter: () => {
      // The visitor has come back to a page that had failed.
      if (state.progress === 'failed' && !isHere) show({ ...state, progress: 'waiting' });
      isHere = true;
      start();
      return () => {
        isHere = false;
        ascent.unwatch();
        state = left(state);
      };
    },
    prefetch: () => {
      const [best] = ladder.sound();
      if (!best || isAhead || state.running) return;
      isAhead = true;
      load(best.release, best.route).then(
        ({ Page }) => {
          // On screen it is the ascent that shows it.
          if (listeners.size === 0 && state.progress === 'waiting') state = arrived(state, best, Page, false);
        },
        () => {
          isAhead = false;
        },
      );
    },
    retry: () => {
      ladder.forget();
      show(retried(state));
      ascent.start(ladder.rungs);
    },
    stand: () => {
      if (state.surface !== 'none') show(stood(state));
    },
    fail: (error) => {
      console.error(`The page ${route.path} threw on render.`, error);
      // One that was fetched ahead throws before the visitor is said to have come.
      isHere = true;
      if (state.running) ladder.note(state.running.rung, faultOf(error, 'render'), true);
      const sound = ladder.sound();
      show(sound.length > 0 ? threw(state) : gaveUp(threw(state)));
      if (sound.length > 0) ascent.start(sound);
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

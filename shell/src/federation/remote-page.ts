import type { HostedPage, PageReleases } from '@site/contract/host';
import type { ActiveRelease, LoadableRelease, ReleaseIndex } from '@site/contract/release-index';
import type { RemoteRoute } from '@site/contract/routes';
import { lazy } from 'react';
import { LEAVES_WITHIN_MS } from '../document/page-data';
import {
  createFallbackChain,
  type FallbackChain,
  type FallbackChainOptions,
  type LoadedPage,
  type LoadPage,
  type OnIncident,
} from './fallback-chain';
import { loadFault } from './fault';
import { createPageStore, modeFor, type PageEvent, type PageStore, type PageView } from './page-state';

export interface RemotePage {
  readonly route: RemoteRoute;
  /** Suspends until the release that composed the page has loaded. */
  readonly Composed: HostedPage;
  readonly view: () => PageView;
  readonly subscribe: PageStore['subscribe'];
  /** Begins a visit. @returns its end */
  readonly enter: () => () => void;
  /** @returns whether to render it ahead: false if it was loaded before, is visited meanwhile, or did not load */
  readonly prefetch: () => Promise<boolean>;
  /** Tries all releases again, at the visitor's request. */
  readonly retry: () => void;
  readonly reportFailures: () => void;
  /** The page is hydrated or rendered, and its release runs. */
  readonly onLive: () => void;
  /** A client-rendered page is in the document: composed nodes beside it go. */
  readonly onMounted: () => void;
  readonly onThrow: (error: unknown) => void;
}

interface RemotePageOptions extends FallbackChainOptions {
  /** Called once per visit, when the page is interactive. */
  readonly onLive?: OnLive | undefined;
}

/** @param composedHtml content of the main element as the server sent it; null if nothing was composed */
export function createRemotePage(options: RemotePageOptions, composedHtml: string | null): RemotePage {
  const { route, active } = options;
  const chain = createFallbackChain(options);
  const store = createPageStore(composedHtml, () => giveUp(deadlineError()));
  const { state, subscribe, dispatch } = store;
  const { Composed, hydrate } = composedPage(loadIfWaiting);
  const view = () => state().view;
  const { beginVisit, reportFailures, reportLive } = createVisitReports({ ...options, chain, view });

  function giveUp(error: unknown) {
    console.error(`The page ${route.path} could not be loaded.`, error);
    dispatch({ type: 'gaveUp' });
    reportFailures();
  }
  async function load({ isRetry = false } = {}) {
    if (isRetry) chain.resetFailures();
    dispatch({ type: 'loadStarted', isRetry });
    const { loadNumber } = state();
    const isCurrent = () => state().isLoading && state().loadNumber === loadNumber;
    const outcome = await chain.load(isCurrent);
    if (!isCurrent()) return reportFailures();
    if (!outcome.ok) return giveUp(outcome.error);
    dispatch(loadedEvent(state().view, outcome, active.id));
    const { running } = state().view;
    if (!running) reportFailures();
    if (running?.mode === 'hydrated') hydrate(running.Page);
  }
  function loadIfWaiting() {
    if (state().view.progress === 'waiting' && !state().isLoading) void load();
  }

  return {
    route,
    Composed,
    view,
    subscribe,
    enter: () => {
      beginVisit();
      dispatch({ type: 'entered' });
      loadIfWaiting();
      return () => {
        reportFailures();
        dispatch({ type: 'left' });
      };
    },
    prefetch: createPrefetch(options, chain, store),
    retry: () => void load({ isRetry: true }),
    reportFailures,
    onLive: reportLive,
    onMounted: () => dispatch({ type: 'mounted' }),
    onThrow: (error) => {
      console.error(`The page ${route.path} threw on render.`, error);
      const { running } = state().view;
      if (running) chain.recordFailure(running.candidate, loadFault(error, 'render'));
      const isLast = chain.untried().length === 0;
      dispatch({ type: 'threw', isLast });
      if (isLast) reportFailures();
      else void load();
    },
  };
}

/** Loads a page ahead of a visit. A failure is not reported: the visit loads the page again. */
function createPrefetch(
  { load }: Pick<RemotePageOptions, 'load'>,
  chain: FallbackChain,
  { state, dispatch }: PageStore,
) {
  return async (): Promise<boolean> => {
    const [candidate] = chain.untried();
    if (!candidate || state().isPrefetched || state().view.running) return false;
    dispatch({ type: 'prefetchStarted' });
    try {
      const { Page } = await load(candidate.release, candidate.route);
      dispatch({ type: 'prefetched', running: { candidate, Page, mode: 'client-rendered' } });
      return !state().isVisited;
    } catch {
      dispatch({ type: 'prefetchFailed' });
      return false;
    }
  };
}

const deadlineError = () => new Error('Nothing came in time.');

function loadedEvent(view: PageView, { candidate, module }: LoadedPage, activeId: string): PageEvent {
  const mode = modeFor(view, candidate.release.id === activeId);
  // A client-rendered page would replace the form that the visitor is using.
  const losesInput =
    mode === 'client-rendered' && view.surface !== 'none' && isFormInUse(document.querySelector('main'));
  return losesInput ? { type: 'gaveUp' } : { type: 'loaded', running: { candidate, Page: module.Page, mode } };
}

// React.lazy keeps a rejection forever, and a rejection would remove the composed HTML: the promise stays pending
// until the release that composed the page has loaded.
function composedPage(onFirstRender: () => void) {
  let hydrate: (Page: HostedPage) => void = () => undefined;
  const loaded = new Promise<{ readonly default: HostedPage }>((resolve) => {
    hydrate = (Page) => resolve({ default: Page });
  });
  const Composed = lazy(() => {
    onFirstRender();
    return loaded;
  });
  return { Composed, hydrate };
}

interface RemotePagesOptions {
  readonly index: ReleaseIndex;
  readonly load: LoadPage;
  /** Content of the main element, read before hydration; null if nothing was composed. */
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

/** Undefined while no code of the page's part runs. */
export function releasesOf(
  { shell }: ReleaseIndex,
  pages: readonly Pick<RemotePage, 'route' | 'view'>[],
  path: string,
): PageReleases | undefined {
  const running = pages.find(({ route }) => route.path === path)?.view().running;
  return running ? { shell: shell.id, part: running.candidate.release.id } : undefined;
}

/** Whether a field has the focus or a value other than its default. */
export function isFormInUse(main: Element | null): boolean {
  const fields = main?.querySelectorAll('input, textarea, select') ?? [];
  return [...fields].some((field) => field === document.activeElement || isChanged(field));
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLInputElement) {
    // The value of a checkbox or radio button does not change with the visitor's choice.
    const isBox = field.type === 'checkbox' || field.type === 'radio';
    return isBox ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLSelectElement)) return false;
  const options = [...field.options];
  const isMarked = options.some(({ defaultSelected }) => defaultSelected);
  // Without a default, the first option is selected.
  return options.some(({ selected, defaultSelected }, at) => selected !== (isMarked ? defaultSelected : at === 0));
}

interface LivePage {
  readonly remote: string;
  readonly release: Pick<LoadableRelease, 'id'>;
  readonly path: string;
}

export type OnLive = (page: LivePage) => void;

interface VisitReportsOptions extends Pick<FallbackChainOptions, 'remote' | 'route'> {
  readonly chain: Pick<FallbackChain, 'reportFailures'>;
  readonly view: () => PageView;
  readonly onLive?: OnLive | undefined;
}

/** Reports a page as live once per visit, and its failures once it is known what helped. */
function createVisitReports({ remote, route, chain, view, onLive }: VisitReportsOptions) {
  let wasLive = false;
  return {
    beginVisit: () => {
      wasLive = false;
    },
    /** Without a running release, the visitor reads composed HTML or nothing. */
    reportFailures: () => chain.reportFailures(view().surface === 'none' ? undefined : 'copy'),
    reportLive: () => {
      const { running } = view();
      if (!running) return;
      chain.reportFailures('previous');
      if (wasLive) return;
      wasLive = true;
      onLive?.({ remote, release: running.candidate.release, path: route.path });
    },
  };
}

/**
 * Waits before a failure is recorded: WebKit cancels the pending requests of a page that the visitor leaves, which
 * would count as failures of the release. A mailto link fires `beforeunload` too, and the page stays.
 */
export function createWaitWhileLeaving(page: Window): () => Promise<void> {
  let unloadedAt = Number.NEGATIVE_INFINITY;
  page.addEventListener('beforeunload', () => {
    unloadedAt = performance.now();
  });
  return async () => {
    const leavingMs = unloadedAt + LEAVES_WITHIN_MS - performance.now();
    if (leavingMs > 0) await new Promise((resolve) => setTimeout(resolve, leavingMs));
  };
}

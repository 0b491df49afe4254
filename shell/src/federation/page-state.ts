import type { HostedPage } from '@site/contract/host';
import { createStore } from '@site/shared-ui';
import type { Candidate } from './fallback-chain';

/** State of one page. React renders `view` only. */
export interface PageState {
  readonly view: PageView;
  readonly isVisited: boolean;
  readonly isLoading: boolean;
  /** Outcomes of earlier loads are ignored. */
  readonly loadNumber: number;
  /** A prefetch is pending or has succeeded. */
  readonly isPrefetched: boolean;
}

export interface PageView {
  /** `waiting` for its code, `retrying` at the visitor's request, `failed` when no release could show the page. */
  readonly progress: 'waiting' | 'retrying' | 'failed' | 'running';
  /** Prerendered HTML; null if there is none, or once the visitor has left the page. */
  readonly html: string | null;
  /** Without a running release, the screen has the document's own nodes, its HTML put back, or nothing. */
  readonly surface: 'composed' | 'restored' | 'none';
  readonly running: RunningPage | null;
}

export interface RunningPage {
  readonly candidate: Candidate;
  readonly Page: HostedPage;
  /** Hydrated in the composed nodes, or rendered beside them. */
  readonly mode: 'hydrated' | 'client-rendered';
}

export type PageEvent =
  | { readonly type: 'entered' | 'left' }
  | { readonly type: 'loadStarted'; readonly isRetry: boolean }
  | { readonly type: 'loaded' | 'prefetched'; readonly running: RunningPage }
  | { readonly type: 'gaveUp' | 'prefetchStarted' | 'prefetchFailed' }
  | { readonly type: 'mounted' }
  /** The page threw on render; `isLast` when no other candidate is left. */
  | { readonly type: 'threw'; readonly isLast: boolean };

export const initialState = (html: string | null): PageState => ({
  view: { progress: 'waiting', html, surface: html === null ? 'none' : 'composed', running: null },
  isVisited: false,
  isLoading: false,
  loadNumber: 0,
  isPrefetched: false,
});

export function pageReducer(state: PageState, event: PageEvent): PageState {
  const { view } = state;
  switch (event.type) {
    case 'entered': {
      // Returning to a failed page starts another load.
      const isBack = view.progress === 'failed' && !state.isVisited;
      return { ...state, isVisited: true, view: isBack ? { ...view, progress: 'waiting' } : view };
    }
    case 'loadStarted': {
      const started = { ...state, isLoading: true, loadNumber: state.loadNumber + 1 };
      return event.isRetry ? { ...started, view: { ...view, progress: 'retrying' } } : started;
    }
    case 'loaded':
      return { ...state, isLoading: false, view: { ...view, progress: 'running', running: event.running } };
    case 'gaveUp':
      return { ...state, isLoading: false, view: { ...view, progress: 'failed', running: null } };
    case 'prefetchStarted':
      return { ...state, isPrefetched: true };
    case 'prefetchFailed':
      return { ...state, isPrefetched: false };
    case 'prefetched':
      // While the visitor is on the page, its own load shows it.
      if (state.isVisited || view.progress !== 'waiting') return state;
      return { ...state, isLoading: false, view: { ...view, progress: 'running', running: event.running } };
    case 'mounted':
      return view.surface === 'none' ? state : { ...state, view: { ...view, surface: 'none' } };
    case 'threw': {
      const progress = event.isLast ? 'failed' : 'waiting';
      const afterThrow: PageView = { ...view, progress, surface: surfaceAfterThrow(view), running: null };
      // A prefetched page can throw before `entered`.
      return { ...state, isVisited: true, isLoading: false, view: afterThrow };
    }
    case 'left':
      return { ...state, isVisited: false, view: viewAfterLeaving(view) };
  }
}

/** Composed nodes that were not hydrated are untouched; otherwise their HTML is put back. */
function surfaceAfterThrow({ surface, html, running }: PageView): PageView['surface'] {
  if (surface === 'composed' && running?.mode === 'client-rendered') return 'composed';
  return html === null ? 'none' : 'restored';
}

/** The composed nodes are gone for good: on return the page is rendered from scratch. */
const viewAfterLeaving = (view: PageView): PageView => ({
  ...view,
  html: null,
  surface: 'none',
  running: view.running && { ...view.running, mode: 'client-rendered' },
});

export const modeFor = ({ surface }: PageView, isActive: boolean): RunningPage['mode'] =>
  surface === 'composed' && isActive ? 'hydrated' : 'client-rendered';

/** The load, if the visitor sees an empty screen until its outcome. */
const awaitedLoad = ({ view, isLoading, isVisited, loadNumber }: PageState): number | null =>
  isLoading && isVisited && view.surface === 'none' ? loadNumber : null;

export interface PageStore {
  readonly state: () => PageState;
  /** Calls back when `view` changes while the page is visited. */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly dispatch: (event: PageEvent) => void;
}

export function createPageStore(html: string | null, onDeadline: () => void): PageStore {
  const setDeadline = createDeadline(onDeadline);
  const changes = createStore<void>(undefined);
  let state = initialState(html);
  return {
    state: () => state,
    subscribe: changes.subscribe,
    dispatch: (event) => {
      const { view } = state;
      state = pageReducer(state, event);
      setDeadline(awaitedLoad(state));
      // An update of React before hydration would drop the composed HTML.
      if (state.view !== view && state.isVisited) changes.set();
    },
  };
}

/** Shared by all candidates while the screen is empty: enough for two time-outs. */
const DEADLINE_MS = 8000;

/** @returns a function that restarts the deadline for a load, or ends it for null */
export function createDeadline(onExpired: () => void): (loadNumber: number | null) => void {
  let current: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (loadNumber) => {
    if (loadNumber === current) return;
    current = loadNumber;
    clearTimeout(timer);
    if (loadNumber !== null) timer = setTimeout(onExpired, DEADLINE_MS);
  };
}

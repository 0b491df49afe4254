import type { HostedPage } from '@site/contract/host';
import { type Candidate, createDeadline } from './fallback-chain';

/** All that is known of one page. React renders `view`; the rest decides what happens next. */
export interface PageState {
  readonly view: PageView;
  readonly isVisited: boolean;
  readonly isLoading: boolean;
  /** Number of the last load attempt: the outcomes of earlier ones are ignored. */
  readonly attempt: number;
  /** A prefetch is pending or has succeeded. */
  readonly isPrefetched: boolean;
}

export interface PageView {
  /** `waiting` for its code, `retrying` at the visitor's request, `failed` when no release could show the page. */
  readonly progress: 'waiting' | 'retrying' | 'failed' | 'running';
  /** The composed page, only while the visitor is on the page that the browser opened. */
  readonly html: string | null;
  /** What the visitor can read without a running release: the document's own nodes, a copy of them, or nothing. */
  readonly surface: 'composed' | 'copy' | 'none';
  readonly running: Running | null;
}

export interface Running {
  readonly candidate: Candidate;
  readonly Page: HostedPage;
  /** In the composed nodes, which React hydrates, or rendered from scratch. */
  readonly place: 'composed' | 'fresh';
}

export type PageEvent =
  | { readonly type: 'entered' | 'left' }
  | { readonly type: 'loadStarted'; readonly isRetry: boolean }
  | { readonly type: 'loaded' | 'prefetched'; readonly running: Running }
  | { readonly type: 'loadFailed' | 'prefetchStarted' | 'prefetchFailed' }
  | { readonly type: 'mounted' }
  /** The page threw on render; `isLast` when no other candidate is left. */
  | { readonly type: 'threw'; readonly isLast: boolean };

export const initialState = (html: string | null): PageState => ({
  view: { progress: 'waiting', html, surface: html === null ? 'none' : 'composed', running: null },
  isVisited: false,
  isLoading: false,
  attempt: 0,
  isPrefetched: false,
});

export function pageReducer(state: PageState, event: PageEvent): PageState {
  const { view } = state;
  switch (event.type) {
    case 'entered': {
      // Coming back to a page that had failed is another attempt.
      const isBack = view.progress === 'failed' && !state.isVisited;
      return { ...state, isVisited: true, view: isBack ? { ...view, progress: 'waiting' } : view };
    }
    case 'loadStarted': {
      const started = { ...state, isLoading: true, attempt: state.attempt + 1 };
      return event.isRetry ? { ...started, view: { ...view, progress: 'retrying' } } : started;
    }
    case 'loaded':
      return { ...state, isLoading: false, view: { ...view, progress: 'running', running: event.running } };
    case 'loadFailed':
      return { ...state, isLoading: false, view: { ...view, progress: 'failed', running: null } };
    case 'prefetchStarted':
      return { ...state, isPrefetched: true };
    case 'prefetchFailed':
      return { ...state, isPrefetched: false };
    case 'prefetched':
      // While the visitor waits for the page, the load attempt shows it.
      if (state.isVisited || view.progress !== 'waiting') return state;
      return { ...state, isLoading: false, view: { ...view, progress: 'running', running: event.running } };
    case 'mounted':
      return view.surface === 'none' ? state : { ...state, view: { ...view, surface: 'none' } };
    case 'threw': {
      const progress = event.isLast ? 'failed' : 'waiting';
      const afterThrow: PageView = { ...view, progress, surface: surfaceAfterThrow(view), running: null };
      // A prefetched page throws before `entered`.
      return { ...state, isVisited: true, isLoading: false, view: afterThrow };
    }
    case 'left':
      return { ...state, isVisited: false, view: viewAfterLeaving(view) };
  }
}

/** Composed nodes that were not hydrated are untouched; otherwise a copy of them is shown. */
function surfaceAfterThrow({ surface, html, running }: PageView): PageView['surface'] {
  if (surface === 'composed' && running?.place === 'fresh') return 'composed';
  return html === null ? 'none' : 'copy';
}

/** The composed nodes are gone for good: on return the page is rendered from scratch. */
const viewAfterLeaving = (view: PageView): PageView => ({
  ...view,
  html: null,
  surface: 'none',
  running: view.running && { ...view.running, place: 'fresh' },
});

/** Only the release that composed the page hydrates its nodes. */
export const placeFor = ({ surface }: PageView, isComposer: boolean): Running['place'] =>
  surface === 'composed' && isComposer ? 'composed' : 'fresh';

/** The load attempt for which the visitor waits at an empty screen. */
const awaitedAttempt = ({ view, isLoading, isVisited, attempt }: PageState): number | null =>
  isLoading && isVisited && view.surface === 'none' ? attempt : null;

/** Holds the state of one page, and notifies React of another `view` while the visitor is on the page. */
export function createPageStore(html: string | null, onDeadline: () => void) {
  const setDeadline = createDeadline(onDeadline);
  const listeners = new Set<() => void>();
  let state = initialState(html);
  return {
    state: () => state,
    subscribe: (onChange: () => void) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    dispatch: (event: PageEvent) => {
      const { view } = state;
      state = pageReducer(state, event);
      setDeadline(awaitedAttempt(state));
      if (state.view !== view && state.isVisited) for (const listener of listeners) listener();
    },
  };
}

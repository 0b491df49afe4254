import type { HostedPage } from '@site/shared-ui/host';
import type { Rung } from './ladder';

/** Where a page stands on the ladder, and what the visitor has of it meanwhile. */
export interface PageState {
  /** `waiting` for its code, and `retrying` when the visitor asked for it; `failed` when no release shows it. */
  readonly progress: 'waiting' | 'retrying' | 'failed' | 'running';
  /** The page as it was composed, while it is the one that the visitor opened. */
  readonly html: string | null;
  /** What is on screen of it: the document's own nodes, a copy of them, or nothing. */
  readonly surface: 'composed' | 'copy' | 'none';
  readonly running: Running | null;
}

export interface Running {
  readonly rung: Rung;
  readonly Page: HostedPage;
  /** In the composed nodes, which React takes over, or rendered by itself. */
  readonly place: 'composed' | 'fresh';
}

export const initialState = (html: string | null): PageState => ({
  progress: 'waiting',
  html,
  surface: html === null ? 'none' : 'composed',
  running: null,
});

export const retried = (state: PageState): PageState => ({ ...state, progress: 'retrying' });

export const gaveUp = (state: PageState): PageState => ({ ...state, progress: 'failed', running: null });

/** A release that did not compose the page never takes its nodes over. */
export function arrived(state: PageState, rung: Rung, Page: HostedPage, isComposer: boolean): PageState {
  const place = state.surface === 'composed' && isComposer ? 'composed' : 'fresh';
  return { ...state, progress: 'running', running: { rung, Page, place } };
}

/** A fresh page stands in the document: what was there before it goes. */
export const stood = (state: PageState): PageState => ({ ...state, surface: 'none' });

/** The page threw. Composed nodes that it had not taken over are untouched; else a copy of them is put back. */
export function threw(state: PageState): PageState {
  const isUntouched = state.surface === 'composed' && state.running?.place === 'fresh';
  const surface = isUntouched ? 'composed' : state.html === null ? 'none' : 'copy';
  return { ...state, progress: 'waiting', surface, running: null };
}

/** The visitor has gone to another page: on coming back there is no composed page. */
export const left = (state: PageState): PageState => ({
  ...state,
  html: null,
  surface: 'none',
  running: state.running && { ...state.running, place: 'fresh' },
});

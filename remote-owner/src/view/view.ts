import { useSyncExternalStore } from 'react';
import { FILTERS, type Filter } from '../api/wire';

export const TABS = ['demandes', 'jours', 'agenda', 'site', 'reglages'] as const;
export type Tab = (typeof TABS)[number];

/** The open view. It is stored in the page's query, so that Back, a reload and links in mails work. */
export interface View {
  readonly tab: Tab;
  readonly request: string | null;
  /** The form for a request by telephone. */
  readonly isAdding: boolean;
  /** The action that a mail's link proposes for the open request. It still needs a click. */
  readonly action: 'confirmer' | null;
  readonly filter: Filter;
  readonly search: string;
  /** yyyy-MM of the agenda; null for the current month. */
  readonly month: string | null;
}

/** What a list of requests shows. The address of a request keeps it, so that the way back leads there. */
export type ListView = Pick<View, 'filter' | 'search'>;

export const listOf = ({ filter, search }: View): ListView => ({ filter, search });

const listeners = new Set<() => void>();

function subscribe(onChange: () => void) {
  listeners.add(onChange);
  window.addEventListener('popstate', onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('popstate', onChange);
  };
}

const search = () => window.location.search;

export const currentView = (): View => readView(search());

export const useView = (): View => readView(useSyncExternalStore(subscribe, search, () => ''));

function readView(query: string): View {
  const parameters = new URLSearchParams(query);
  const request = parameters.get('demande');
  const tab = TABS.find((option) => option === parameters.get('vue'));
  return {
    tab: request ? 'demandes' : (tab ?? 'demandes'),
    request,
    isAdding: !request && parameters.get('ajout') === 'telephone',
    action: request && parameters.get('action') === 'confirmer' ? 'confirmer' : null,
    filter: FILTERS.find((option) => option === parameters.get('filtre')) ?? 'todo',
    search: parameters.get('recherche') ?? '',
    month: /^\d{4}-(0[1-9]|1[0-2])$/.exec(parameters.get('mois') ?? '')?.[0] ?? null,
  };
}

/** The URL of a view. It needs no `?release=`: session storage keeps the tab's preview. */
export function addressOf(view: Partial<View>): string {
  const parameters = new URLSearchParams();
  if (view.tab && view.tab !== 'demandes') parameters.set('vue', view.tab);
  if (view.request) parameters.set('demande', view.request);
  if (view.request && view.action) parameters.set('action', view.action);
  if (view.isAdding) parameters.set('ajout', 'telephone');
  if (view.filter && view.filter !== 'todo') parameters.set('filtre', view.filter);
  if (view.search) parameters.set('recherche', view.search);
  if (view.month) parameters.set('mois', view.month);
  // `URLSearchParams.size` is missing in Safari 16 and Chrome 112.
  const query = parameters.toString();
  return window.location.pathname + (query && `?${query}`);
}

/** Opens a view. @param options.replace adds no history entry, for example while a search is typed */
export function openView(view: Partial<View>, { replace = false } = {}): void {
  const address = addressOf(view);
  if (address === window.location.pathname + window.location.search) return;
  if (replace) window.history.replaceState(window.history.state, '', address);
  else {
    window.history.pushState(null, '', address);
    window.scrollTo({ top: 0, behavior: 'instant' });
  }
  for (const listener of listeners) listener();
}

import { isFollowedHere } from '@site/contract/link-click';
import { Button, chakra, createStore, Icon, TextLink } from '@site/shared-ui';
import { type Query, useIsFetching } from '@tanstack/react-query';
import type { IconNode } from 'lucide';
import { type ComponentProps, type MouseEvent, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ListView } from '../api/request-list';
import { FILTERS } from '../api/requests';
import type { Place } from '../papers/fields';
import { tapTarget } from './frame';

export const TABS = ['aujourdhui', 'demandes', 'agenda', 'site', 'reglages'] as const;
const VIEWS = [...TABS, 'textes', 'bilan'] as const;
export type ViewName = (typeof VIEWS)[number];
export const tabOf = (view: ViewName): ViewName => TABS.find((tab) => tab === view) ?? 'reglages';

/** In place of a subject of the texts: what papers or a public site lack, of all subjects. */
export const LACKING = 'a-completer';

/** In place of the name of a document: the file of a reservation, and all its documents. */
export const OVERVIEW = 'journee';
export const ALL_PAPERS = 'tous';

/** The sheet with the answers to the questionnaire, in place of a document, or their place in the file. */
export const FEEDBACK = 'questionnaire';

/** In place of a field of the file, what a cancelled agreement asks of the owner. */
export const ENDED_AGREEMENT = 'left';

/** The field of the owner's note about a request. */
export const NOTE = 'note';

/** The open view. It is stored in the page's query, so that Back, a reload and links in mails work. */
export interface View extends ListView {
  readonly name: ViewName;
  readonly request: string | null;
  readonly isAdding: boolean;
  /** The open document of the file: its name, `FEEDBACK`, `ALL_PAPERS` or `OVERVIEW`. Null shows the request. */
  readonly paper: string | null;
  /** The field to open at: a fact of the file, `FEEDBACK`, a key of `site.json`, or `feed` of the agenda. */
  readonly field: string | null;
  /** The open subject of the texts; null for their list, or for the subject of the field. */
  readonly subject: string | null;
  /** The action that a mail's link proposes for the open request. It still needs a click. */
  readonly action: 'confirmer' | null;
  /** yyyy-MM of the agenda; null for the month of the next day. */
  readonly month: string | null;
  /** yyyy of the yearly sums; null for the current one. */
  readonly year: string | null;
}

/** The list of a view. The address of a request keeps it, so that the way back leads there. */
export const listOf = ({ filter, search, oldest }: View): ListView => ({ filter, search, oldest });

const opened = createStore<void>(undefined);

function subscribe(onChange: () => void) {
  const end = opened.subscribe(onChange);
  window.addEventListener('popstate', onChange);
  return () => {
    end();
    window.removeEventListener('popstate', onChange);
  };
}

const search = () => window.location.search;

export const currentView = (): View => readView(search());

/** Where the owner fills in what a paper lacks. */
export function viewOfPlace(place: Place): Partial<View> {
  const [where, field = null] = place.split(':');
  if (where === 'site') return { name: 'textes', field };
  return { ...currentView(), paper: where === 'dossier' ? OVERVIEW : null, field };
}

export const useView = (): View => readView(useSyncExternalStore(subscribe, search, () => ''));

function readView(query: string): View {
  const parameters = new URLSearchParams(query);
  const request = parameters.get('demande');
  const isList = ['demande', 'ajout', 'filtre', 'recherche'].some((name) => parameters.has(name));
  const name = VIEWS.find((option) => option === parameters.get('vue'));
  return {
    name: isList ? 'demandes' : (name ?? 'aujourdhui'),
    request,
    isAdding: !request && parameters.get('ajout') === 'telephone',
    paper: request && parameters.get('dossier'),
    field: parameters.get('champ'),
    subject: parameters.get('sujet'),
    action: request && parameters.get('action') === 'confirmer' ? 'confirmer' : null,
    filter: FILTERS.find((option) => option === parameters.get('filtre')) ?? 'todo',
    search: parameters.get('recherche') ?? '',
    oldest: parameters.get('ordre') === 'anciennes',
    month: /^\d{4}-(0[1-9]|1[0-2])$/.exec(parameters.get('mois') ?? '')?.[0] ?? null,
    year: /^20\d\d$/.exec(parameters.get('annee') ?? '')?.[0] ?? null,
  };
}

/** The URL of a view, by default of the requests. Session storage keeps the tab's preview: no `?release=` is needed. */
export function addressOf(view: Partial<View>): string {
  const parameters = new URLSearchParams();
  const { name = 'demandes', filter = 'todo' } = view;
  const isList = name === 'demandes' && Boolean(view.request || view.isAdding || view.search || filter !== 'todo');
  if (name !== 'aujourdhui' && !isList) parameters.set('vue', name);
  if (view.request) parameters.set('demande', view.request);
  if (view.request && view.paper) parameters.set('dossier', view.paper);
  if (view.field && (view.paper === OVERVIEW || view.field === NOTE || name === 'textes' || name === 'agenda'))
    parameters.set('champ', view.field);
  if (view.subject && name === 'textes') parameters.set('sujet', view.subject);
  if (view.request && view.action) parameters.set('action', view.action);
  if (filter !== 'todo') parameters.set('filtre', filter);
  if (view.isAdding) parameters.set('ajout', 'telephone');
  if (view.search) parameters.set('recherche', view.search);
  if (view.oldest) parameters.set('ordre', 'anciennes');
  if (view.month) parameters.set('mois', view.month);
  if (view.year && name === 'bilan') parameters.set('annee', view.year);
  // `URLSearchParams.size` is missing in Safari 16 and Chrome 112.
  const query = parameters.toString();
  return window.location.pathname + (query && `?${query}`);
}

const HAS_NO_DATA = { predicate: ({ state }: Query) => state.data === undefined };

/**
 * Focuses the field that the address names, with its label in sight: again, while it keeps the focus, once
 * what may stand above it is loaded. @param idOf id of its control
 */
export function useNamedField(idOf: (field: string) => string): void {
  const isLoading = useIsFetching(HAS_NO_DATA) > 0;
  const findField = () => {
    const { field } = currentView();
    return field ? document.getElementById(idOf(field)) : null;
  };
  const focus = useEffectEvent(() => {
    const control = findField();
    if (!control) return;
    const folded = control.closest('details');
    if (folded) folded.open = true;
    control.focus({ preventScroll: true });
    showLabelled(control);
  });
  const showAgain = useEffectEvent(() => {
    const control = findField();
    if (control && control === document.activeElement) showLabelled(control);
  });
  useEffect(() => {
    focus();
    return subscribe(() => focus());
  }, []);
  useEffect(() => {
    if (!isLoading) showAgain();
  }, [isLoading]);
}

function showLabelled(control: HTMLElement) {
  // A group of fields has no label of its own, and may be taller than the screen.
  const label = (control as HTMLInputElement).labels?.[0];
  if (label) label.scrollIntoView?.({ block: 'center' });
  else control.scrollIntoView?.({ block: 'start' });
}

/** Opens a view. @param options.replace adds no history entry, for example while a search is typed */
export function openView(view: Partial<View>, { replace = false } = {}): void {
  const address = addressOf(view);
  // In the view that is already open, only its named field takes the focus again.
  const isOpen = address === window.location.pathname + window.location.search;
  if (replace || isOpen) window.history.replaceState(window.history.state, '', address);
  else {
    window.history.pushState(null, '', address);
    window.scrollTo({ top: 0, behavior: 'instant' });
  }
  opened.set();
}

const Anchor = chakra('a');

interface ViewLinkProps extends Omit<ComponentProps<typeof Anchor>, 'href'> {
  readonly to: Partial<View>;
  /** Takes the place of the open view in the browser's history. */
  readonly replace?: boolean;
}

export function ViewLink({ to, replace = false, ...anchor }: ViewLinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isFollowedHere(event, event.currentTarget)) return;
    event.preventDefault();
    openView(to, { replace });
    if (replace) window.scrollTo({ top: 0, behavior: 'instant' });
  };
  return <Anchor href={addressOf(to)} onClick={follow} {...anchor} />;
}

type ViewTextLinkProps = Pick<ViewLinkProps, 'to' | 'children'> &
  Pick<ComponentProps<typeof TextLink>, 'display' | 'fontWeight'>;

export const ViewTextLink = ({ to, children, ...style }: ViewTextLinkProps) => (
  <TextLink asChild {...tapTarget} {...style}>
    <ViewLink to={to}>{children}</ViewLink>
  </TextLink>
);

interface ButtonLinkProps extends Partial<Pick<ComponentProps<typeof Button>, 'variant'>> {
  readonly to: Partial<View>;
  readonly icon?: IconNode;
  readonly children: string;
}

export const ButtonLink = ({ to, icon, children, variant = 'quiet' }: ButtonLinkProps) => (
  <Button asChild variant={variant} width="fit-content">
    <ViewLink to={to}>
      {icon && <Icon of={icon} />}
      {children}
    </ViewLink>
  </Button>
);

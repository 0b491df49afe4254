import { Box, Container } from '@site/shared-ui';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider, useIsMutating } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { CallError } from '../api/call-error';
import { type OwnerApi, useSpace } from '../api/owner-api';
import { POLL_MS } from '../api/use-call';
import { failures, space } from '../content/space';
import { restoreAnswers, usePersistedAnswers } from '../offline/persisted-answers';
import { loadDetail, RequestsView } from '../requests/requests-view';
import { TodayView } from '../today/today-view';
import { pagePadding } from '../view/frame';
import { LazyView } from '../view/lazy-view';
import { useView, type ViewName } from '../view/view-address';
import { Tabs } from './tabs';

type FurtherView = Exclude<ViewName, keyof typeof FIRST_VIEWS>;

/** Part of the page's own chunk: the opening view, and the one that mails link to. */
const FIRST_VIEWS = { aujourdhui: TodayView, demandes: RequestsView };

/** Views that are loaded after the tabs, which the owner opens first. */
const FURTHER_VIEWS: Readonly<Record<FurtherView, () => Promise<ComponentType>>> = {
  agenda: async () => (await import('../agenda/agenda-view')).AgendaView,
  site: async () => (await import('../parts/parts-view')).PartsView,
  textes: async () => (await import('../facts/facts-view')).FactsView,
  bilan: async () => (await import('../figures/year-view')).YearView,
  reglages: async () => (await import('../settings/settings-view')).SettingsView,
};

const PRELOAD_AFTER_MS = 2000;
const KEEP_AFTER_MS = 3000;

interface SignedInProps {
  /** Called when the server no longer accepts the session. */
  readonly onEnd: (why: string) => void;
}

export function SignedIn({ onEnd }: SignedInProps) {
  const { api } = useSpace();
  const [client] = useState(() => createQueries(api, onEnd));
  useEffect(() => () => client.clear(), [client]);
  useEffect(preloadViews, []);
  usePersistedAnswers(client, api.session.id);
  useEffect(() => keepLater(client, api), [client, api]);
  const { name, request, isAdding, paper, subject, field } = useView();
  return (
    <QueryClientProvider client={client}>
      <Tabs current={name} />
      <Container paddingBlock={{ base: '5', md: '8' }} paddingInline={pagePadding}>
        <Region name={name} place={`${name} ${request ?? isAdding} ${paper} ${subject}`} keepsFocus={field !== null} />
      </Container>
    </QueryClientProvider>
  );
}

interface RegionProps {
  readonly name: ViewName;
  /** Changes when another view or request is opened. */
  readonly place: string;
  /** Whether the view focuses a field of its own. */
  readonly keepsFocus: boolean;
}

function Region({ name, place, keepsFocus }: RegionProps) {
  const region = useRef<HTMLDivElement>(null);
  const previous = useRef(place);
  useEffect(() => {
    // The link that opened the view may have been removed.
    if (previous.current !== place && !keepsFocus) region.current?.focus({ preventScroll: true });
    previous.current = place;
  }, [place, keepsFocus]);
  useKeptFocus(region);
  return (
    <Box ref={region} role="region" aria-label={space.tabs[name]} tabIndex={-1} outline="none">
      <View name={name} />
    </Box>
  );
}

function View({ name }: { readonly name: ViewName }) {
  if (name !== 'aujourdhui' && name !== 'demandes')
    return <LazyView key={name} load={FURTHER_VIEWS[name]} props={{}} />;
  const First = FIRST_VIEWS[name];
  return <First />;
}

/** Preloads the other tabs, so that they open at once, even if the connection is lost meanwhile. */
function preloadViews() {
  const timer = setTimeout(() => {
    for (const load of [loadDetail, ...Object.values(FURTHER_VIEWS)]) load().catch(() => undefined);
  }, PRELOAD_AFTER_MS);
  return () => clearTimeout(timer);
}

/** Waits for the first screen and the other tabs. What fails is tried again when the space is next opened. */
function keepLater(client: QueryClient, api: OwnerApi) {
  if (!('serviceWorker' in navigator)) return;
  const keep = async () => {
    const { keepForOffline, reportSubscription } = await import('../offline/keep-for-offline');
    await reportSubscription(api).catch(() => undefined);
    await keepForOffline(client, api);
  };
  const timer = setTimeout(() => void keep().catch(() => undefined), KEEP_AFTER_MS);
  return () => clearTimeout(timer);
}

/** Polls while the page is visible. When a poll fails, the last data stay on screen. */
function createQueries({ session }: OwnerApi, onEnd: SignedInProps['onEnd']): QueryClient {
  const onError = (error: unknown) => {
    const isEnd = error instanceof CallError && (error.reason === 'signed-out' || error.reason === 'refused');
    if (isEnd) onEnd(failures[error.reason]);
  };
  const queryCache = new QueryCache({ onError });
  restoreAnswers(queryCache, session.id);
  return new QueryClient({
    queryCache,
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchInterval: POLL_MS,
        refetchOnWindowFocus: 'always',
        refetchOnReconnect: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Moves the focus to `place` after an action that removed its own button, since it would be lost. */
function useKeptFocus(place: RefObject<HTMLElement | null>): void {
  const running = useIsMutating();
  const previous = useRef(running);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (running === 0 && previous.current > 0 && isLost) place.current?.focus({ preventScroll: true });
    previous.current = running;
  }, [running, place]);
}

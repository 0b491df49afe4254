import { Box, Container } from '@site/shared-ui';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider, useIsMutating } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { CallError } from '../api/answer';
import { failures, space } from '../content/space';
import { RequestsView } from '../requests/requests-view';
import { Loaded } from './loaded';
import { Tabs } from './tabs';
import { type Tab, useView } from './view';

/** Loaded after the requests view, which is part of the page's own chunk. */
const FURTHER_VIEWS: Readonly<Record<Exclude<Tab, 'demandes'>, () => Promise<ComponentType>>> = {
  jours: async () => (await import('../days/days-view')).DaysView,
  agenda: async () => (await import('../agenda/agenda-view')).AgendaView,
  site: async () => (await import('../parts/parts-view')).PartsView,
  reglages: async () => (await import('../settings/settings-view')).SettingsView,
};

const POLL_MS = 30_000;
const PRELOAD_AFTER_MS = 2000;

interface SignedInProps {
  /** Called when the server no longer accepts the session. */
  readonly onEnd: (why: string) => void;
}

export function SignedIn({ onEnd }: SignedInProps) {
  const [client] = useState(() => createQueries(onEnd));
  useEffect(() => () => client.clear(), [client]);
  useEffect(preloadViews, []);
  const { tab, request, isAdding } = useView();
  return (
    <QueryClientProvider client={client}>
      <Tabs current={tab} />
      <Container paddingBlock={{ base: '5', md: '8' }} paddingInline={{ base: '4', md: '6' }}>
        <Region tab={tab} shown={`${tab} ${request ?? isAdding}`} />
      </Container>
    </QueryClientProvider>
  );
}

interface RegionProps {
  readonly tab: Tab;
  /** Changes when another tab or request is opened. */
  readonly shown: string;
}

function Region({ tab, shown }: RegionProps) {
  const region = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    // The link that opened the view may have been removed.
    if (before.current !== shown) region.current?.focus({ preventScroll: true });
    before.current = shown;
  }, [shown]);
  useKeptFocus(region);
  return (
    <Box ref={region} role="region" aria-label={space.tabs[tab]} tabIndex={-1} outline="none">
      {tab === 'demandes' ? <RequestsView /> : <Loaded load={FURTHER_VIEWS[tab]} props={{}} />}
    </Box>
  );
}

/** Preloads the other tabs, so that they open at once, even if the connection is lost meanwhile. */
function preloadViews() {
  const timer = setTimeout(() => {
    for (const load of Object.values(FURTHER_VIEWS)) load().catch(() => undefined);
  }, PRELOAD_AFTER_MS);
  return () => clearTimeout(timer);
}

/** Polls while the page is visible. When a poll fails, the last data stay on screen. */
function createQueries(onEnd: SignedInProps['onEnd']): QueryClient {
  const onError = (error: unknown) => {
    const isEnd = error instanceof CallError && (error.reason === 'signed-out' || error.reason === 'refused');
    if (isEnd) onEnd(failures[error.reason]);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
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
  const before = useRef(running);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (running === 0 && before.current > 0 && isLost) place.current?.focus({ preventScroll: true });
    before.current = running;
  }, [running, place]);
}

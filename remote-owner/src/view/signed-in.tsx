import { Container, Text } from '@site/shared-ui';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { CallError } from '../api/answer';
import { failures, space } from '../content/space';
import { Tabs } from './tabs';
import { type Tab, useView } from './view';

const VIEWS: Readonly<Record<Tab, React.ComponentType>> = {
  demandes: lazy(async () => ({ default: (await import('../requests/requests-view')).RequestsView })),
  jours: lazy(async () => ({ default: (await import('../days/days-view')).DaysView })),
  agenda: lazy(async () => ({ default: (await import('../agenda/agenda-view')).AgendaView })),
  site: lazy(async () => ({ default: (await import('../parts/parts-view')).PartsView })),
  reglages: lazy(async () => ({ default: (await import('../settings/settings-view')).SettingsView })),
};

const POLL_MS = 30_000;

interface SignedInProps {
  /** Called when the server no longer accepts the session. */
  readonly onEnd: (why: string) => void;
}

export function SignedIn({ onEnd }: SignedInProps) {
  const [client] = useState(() => createQueries(onEnd));
  useEffect(() => () => client.clear(), [client]);
  const { tab } = useView();
  const View = VIEWS[tab];
  return (
    <QueryClientProvider client={client}>
      <Tabs current={tab} />
      <Container paddingBlock={{ base: '5', md: '8' }} paddingInline={{ base: '4', md: '6' }}>
        <Suspense fallback={<Text role="status">{space.loading}</Text>}>
          <View />
        </Suspense>
      </Container>
    </QueryClientProvider>
  );
}

/** Asks again every half minute while the page is visible. What is on screen stays when an answer does not come. */
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

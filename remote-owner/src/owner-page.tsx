import type { Host, HostedPage } from '@site/contract/host';
import { Container, Text, useHydrated } from '@site/shared-ui';
import { lazy, Suspense, useState } from 'react';
import { openOwnerApi } from './api/open-owner-api';
import type { OwnerApi } from './api/owner-api';
import { pageOf } from './api/request-list';
import { space } from './content/space';
import { SessionGate } from './session/session-gate';
import { Frame } from './view/frame';
import { currentView, listOf } from './view/view-address';

/** The composed page is the same for everybody, since only the browser knows its session. */
export const Page: HostedPage = ({ host }) => {
  // An effect would make the call of the first screen a tenth of a second later on a phone.
  const [api] = useState(() => callAhead(openOwnerApi(host.backend)));
  const isHydrated = useHydrated();
  return (
    <Frame host={host}>
      {isHydrated ? (
        <Space host={host} api={api} />
      ) : (
        <Container paddingBlock="10">
          <Text>{space.opening}</Text>
        </Container>
      )}
    </Frame>
  );
};

/** Used standalone, where there is no site to call. Production builds leave it out. */
const StandInSpace =
  process.env.NODE_ENV === 'development'
    ? lazy(async () => ({ default: (await import('./testing/stand-in')).StandInSpace }))
    : null;

interface SpaceProps {
  readonly host: Host;
  readonly api: OwnerApi;
}

function Space({ host, api }: SpaceProps) {
  if (!StandInSpace || host.backend.anonKey) return <SessionGate host={host} api={api} />;
  return (
    <Suspense>
      <StandInSpace host={host} />
    </Suspense>
  );
}

/** Makes the call of the first screen while it is rendered. The composer, which renders it too, makes none. */
function callAhead(api: OwnerApi): OwnerApi {
  if (typeof window === 'undefined') return api;
  const view = currentView();
  if (view.request) void import('./requests/detail/request-detail').catch(() => undefined);
  if (view.name === 'aujourdhui') api.callAhead('owner_today', {});
  if (view.name === 'demandes' && !view.request) api.callAhead('owner_requests', pageOf(listOf(view), null));
  return api;
}

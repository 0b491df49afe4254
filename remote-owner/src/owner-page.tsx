import type { Host, HostedPage } from '@site/contract/host';
import { Container, Text, useHydrated } from '@site/shared-ui';
import { lazy, Suspense, useState } from 'react';
import { openOwnerApi } from './api/open-owner-api';
import type { OwnerApi } from './api/owner-api';
import { space } from './content/space';
import { SessionGate } from './session/session-gate';
import { Frame } from './view/frame';

export { earlyScript } from './session/early-script';

/** The composed page is the same for everybody, since only the browser knows its session. */
export const Page: HostedPage = ({ host }) => {
  const [api] = useState(() => openOwnerApi(host.backend));
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

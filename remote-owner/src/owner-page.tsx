import type { HostedPage } from '@site/contract/host';
import { Container, Text, useHydrated } from '@site/shared-ui';
import { useLayoutEffect, useState } from 'react';
import { openOwnerApi } from './api/open-owner-api';
import { space } from './content/space';
import { callListAhead } from './session/call-list-ahead';
import { Space } from './session/space';
import { Frame } from './view/frame';

/** The composed page is the same for everybody, since only the browser knows its session. */
export const Page: HostedPage = ({ host }) => {
  const [api] = useState(() => openOwnerApi(host.backend));
  const isHydrated = useHydrated();
  // A layout effect runs before the browser paints, tens of milliseconds earlier on a phone.
  useLayoutEffect(() => callListAhead(api), [api]);
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

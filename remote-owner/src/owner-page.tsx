import type { HostedPage } from '@site/contract/host';
import { Container, Text, useHydrated } from '@site/shared-ui';
import { space } from './content/space';
import { Space } from './session/space';
import { Frame } from './view/frame';

/** The composed page is the same for everybody: whose session a browser holds is known only there. */
export const Page: HostedPage = ({ host }) => {
  const isHydrated = useHydrated();
  return (
    <Frame host={host}>
      {isHydrated ? (
        <Space host={host} />
      ) : (
        <Container paddingBlock="10">
          <Text>{space.opening}</Text>
        </Container>
      )}
    </Frame>
  );
};

import type { Host } from '@site/contract/host';
import { Button, Card, Container, Stack, Text } from '@site/shared-ui';
import type { OwnerApi } from '../api/owner-api';
import { signIn } from '../content/sign-in';
import { space } from '../content/space';
import { SignedIn } from '../view/signed-in';
import { OwnerProvider } from './owner-context';
import { SignIn } from './sign-in';
import { useSession } from './use-session';

interface SessionGateProps {
  readonly host: Host;
  readonly api: OwnerApi;
}

export function SessionGate({ host, api }: SessionGateProps) {
  const { state, reason, end } = useSession(api);
  if (state === 'signed-out') return <SignIn api={api} reason={reason} />;
  if (state === 'unreachable') return <Unreachable onForget={() => end(null)} />;
  if (state === null) return <Opening />;
  return (
    <OwnerProvider value={{ host, api }}>
      <SignedIn onEnd={end} />
    </OwnerProvider>
  );
}

const Opening = () => (
  <Container paddingBlock="10">
    <Text role="status">{space.opening}</Text>
  </Container>
);

const Unreachable = ({ onForget }: { readonly onForget: () => void }) => (
  <Container maxWidth="32rem" paddingBlock={{ base: '5', md: '10' }} paddingInline={{ base: '4', md: '6' }}>
    <Card>
      <Stack gap="5">
        <Text role="status">{signIn.unreachable}</Text>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {space.retry}
        </Button>
        <Button variant="quiet" onClick={onForget}>
          {signIn.forgetSession}
        </Button>
      </Stack>
    </Card>
  </Container>
);

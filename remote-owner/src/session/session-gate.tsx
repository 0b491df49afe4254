import type { Host } from '@site/contract/host';
import { Button, Card, Container, Stack, Text } from '@site/shared-ui';
import { useCallback, useEffect, useState } from 'react';
import type { OwnerApi, SessionState } from '../api/owner-api';
import { signIn } from '../content/sign-in';
import { space } from '../content/space';
import { SignedIn } from '../view/signed-in';
import { OwnerProvider } from './owner-context';
import { SignIn } from './sign-in';

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

/** The state of the session, null until it is known, and why it ended. */
function useSession(api: OwnerApi) {
  const [state, setState] = useState<SessionState | null>(() => (api.session.isOpen() ? 'signed-in' : null));
  const [reason, setReason] = useState<string | null>(null);
  useEffect(
    () =>
      api.session.watch((now) => {
        setState(now);
        if (now === 'signed-in') setReason(null);
      }),
    [api],
  );
  /** Ends the session in this browser, after the server has refused it. */
  const end = useCallback(
    (why: string | null) => {
      setReason(why);
      void api.session.signOut('local');
    },
    [api],
  );
  return { state, reason, end };
}

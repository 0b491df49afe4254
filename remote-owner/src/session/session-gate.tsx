import type { Host } from '@site/contract/host';
import { Button, Card, Container, createStore, Stack, Text } from '@site/shared-ui';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { forgetPersisted, readPersisted } from '../api/answer-storage';
import { type OwnerApi, type SessionState, SpaceProvider } from '../api/owner-api';
import { signIn, space } from '../content/space';
import { pagePadding } from '../view/frame';
import { SignIn } from './sign-in';
import { SignedIn } from './signed-in';

export function SessionGate({ host, api }: { readonly host: Host; readonly api: OwnerApi }) {
  const [notices] = useState(() => oneNotice(host.notify));
  const { state, reason, address, end } = useSession(api, notices.silence);
  const { site, renewSite } = useSite(host, api);
  const owner = useMemo(
    () => ({ host: { ...host, site, notify: notices.notify }, api, renewSite }),
    [host, site, api, notices, renewSite],
  );
  if (state === 'signed-out') return <SignIn api={api} reason={reason} address={address} />;
  if (state === 'unreachable') return <Unreachable onForget={() => end(null)} />;
  if (state === null) return <Opening />;
  return (
    <SpaceProvider value={owner}>
      <SignedIn onEnd={end} />
    </SpaceProvider>
  );
}

interface Reading {
  /** The revision that was read; undefined once that has failed. */
  seq: number | undefined;
  readonly site: Promise<void>;
}

/**
 * The facts of the page until newer ones are read, by its host: they outlast the space, which is left and opened again
 * without a load of the page, also while a publication is under way.
 */
const siteReadings = new WeakMap<Host, ReturnType<typeof readingsOfPage>>();

function readingsOfPage({ site }: Host) {
  const latest: Reading = { seq: undefined, site: Promise.resolve() };
  return { site: createStore(site), latest };
}

function readingsFor(host: Host) {
  const readings = siteReadings.get(host) ?? readingsOfPage(host);
  siteReadings.set(host, readings);
  return readings;
}

/** Answers overtake each other: of several reads only the latest counts. */
function useSite(host: Host, api: OwnerApi) {
  const readings = readingsFor(host);
  const site = useSyncExternalStore(readings.site.subscribe, readings.site.get, readings.site.get);
  const renewSite = useCallback(
    (seq?: number) => {
      if (seq !== undefined && seq === readings.latest.seq) return readings.latest.site;
      const reading: Reading = {
        seq,
        site: api.readSite().then(
          (read) => {
            if (reading === readings.latest) readings.site.set(read);
          },
          () => {
            reading.seq = undefined;
          },
        ),
      };
      readings.latest = reading;
      return reading.site;
    },
    [readings, api],
  );
  return { site, renewSite };
}

const Opening = () => (
  <Container paddingBlock="10">
    <Text role="status">{space.opening}</Text>
  </Container>
);

const Unreachable = ({ onForget }: { readonly onForget: () => void }) => (
  <Container maxWidth="32rem" paddingBlock={{ base: '5', md: '10' }} paddingInline={pagePadding}>
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

/** Persisted answers are shown even while the session cannot be renewed for lack of a connection. */
const hasPersisted = ({ session }: OwnerApi) => readPersisted(session.id()).length > 0;

/**
 * The state of the session, null until it is known. When the server has ended it: why, and the address that was
 * signed in.
 * @param silence hides notices: the sign-in says why the session ended, and each failing call would repeat it
 */
function useSession(api: OwnerApi, silence: (isSilent: boolean) => void) {
  const [state, setState] = useState<SessionState | null>(() =>
    api.session.isOpen() || hasPersisted(api) ? 'signed-in' : null,
  );
  const [reason, setReason] = useState<string | null>(null);
  const [lastAddress, setLastAddress] = useState<string | null>(null);
  useEffect(
    () =>
      api.session.watch((now) => {
        if (now === 'signed-out') forgetPersisted();
        if (now === 'unreachable' && hasPersisted(api)) return;
        setState(now);
        if (now !== 'signed-in') return;
        setLastAddress(api.session.address());
        setReason(null);
        silence(false);
      }),
    [api, silence],
  );
  const end = useCallback(
    (why: string | null) => {
      setReason(why);
      silence(true);
      void api.session.signOut('local');
    },
    [api, silence],
  );
  return { state, reason, address: reason === null ? null : lastAddress, end };
}

export interface Notices {
  /** Shows a notice in place of the one before: it would otherwise stay through the actions that follow. */
  readonly notify: Host['notify'];
  /** Withdraws the current notice; further ones are dropped until it is called with false. */
  readonly silence: (isSilent: boolean) => void;
}

function oneNotice(notify: Host['notify']): Notices {
  let isSilent = false;
  let withdraw: () => void = () => undefined;
  return {
    notify: (notice) => {
      withdraw();
      withdraw = isSilent ? () => undefined : notify(notice);
      return withdraw;
    },
    silence: (silent) => {
      isSilent = silent;
      withdraw();
    },
  };
}

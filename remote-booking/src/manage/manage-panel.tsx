import type { Backend, Host } from '@site/contract/host';
import { Box, Button, Heading, Stack, Text, TextLink, toTelHref } from '@site/shared-ui';
import { FormStatus } from '@site/shared-ui/form';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { callManaged, type ManagedRequest, type ManageFailure, type VisitorAction } from '../api/managed-request';
import { takeSecret } from '../api/opened-link';
import { describeManageFailure, firstAhead, isTaught, lastDayOver, manage, nextAgreement } from '../content/manage';
import { LoadedView, useLoadedView } from '../view/loaded-view';
import type { DayFileProps } from './day-file';
import { ManagedRequestView } from './managed-request-view';

export function ManagePanel({ host }: { readonly host: Host }) {
  const managed = useManagedRequest(host.backend);
  const { step, request, secret, failure, done } = managed;
  const ahead = firstAhead(host.site);
  return (
    <Stack gap="6">
      {step === 'loading' && <Text role="status">{manage.loading}</Text>}
      {step === 'absent' && (
        <NoRequest {...manage.absent}>
          <Button asChild variant="quiet">
            <host.Link to={host.paths.booking}>{manage.book}</host.Link>
          </Button>
        </NoRequest>
      )}
      {/* Who books a day here asks for it twice. */}
      {step === 'unknown' && <NoRequest {...manage.unknown} />}
      {step === 'failed' && (
        <Button variant="quiet" alignSelf="flex-start" onClick={managed.reopen}>
          {manage.retry}
        </Button>
      )}
      {/* While it is empty, it takes no room between the others. */}
      <Box {...(!failure && !done && { marginBottom: '-6' })}>
        <FormStatus tone="error">{step !== 'unknown' && failure && describeManageFailure(failure)}</FormStatus>
        <FormStatus tone="success">{done && request && manage.done[done](request, host.site)}</FormStatus>
      </Box>
      {request && (
        <ManagedRequestView
          host={host}
          request={request}
          secret={secret}
          isSending={managed.isSending}
          onCancel={managed.cancel}
          onGiveUpDay={managed.giveUpDay}
          onAskDay={managed.askDay}
          onWantDays={managed.wantDays}
        >
          {secret && (
            <DayFilePlace
              // A change of the days may close the file, or open it again.
              key={`${secret} ${request.version}`}
              secret={secret}
              uid={request.days[0]?.uid ?? ''}
              host={host}
              lastDay={lastDayOver(request, ahead)}
              isTaught={isTaught(request, ahead)}
              agreement={request.agreement}
              next={nextAgreement(request, ahead)}
              onSaved={managed.readAgain}
            />
          )}
        </ManagedRequestView>
      )}
      <Text fontSize="sm">
        {manage.question} <TextLink href={`mailto:${host.site.email}`}>{host.site.email}</TextLink>
        {host.site.phone && (
          <>
            {manage.orCall} <TextLink href={toTelHref(host.site.phone)}>{host.site.phone}</TextLink>
          </>
        )}
      </Text>
    </Stack>
  );
}

const importDayFile = async () => (await import('./day-file')).DayFile;
const dayFileWords = { loading: manage.loading, failed: manage.fileFailed, retry: manage.retry };

/** Loads the forms of the day's file, which most visits of this page do not need. */
function DayFilePlace(props: DayFileProps) {
  const { code, load } = useLoadedView(importDayFile);
  const loadFirst = useEffectEvent(load);
  useEffect(() => void loadFirst(), []);
  return <LoadedView code={code} load={load} words={dayFileWords} viewProps={props} />;
}

interface NoRequestProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function NoRequest({ title, text, children }: NoRequestProps) {
  return (
    <Stack gap="4" align="flex-start">
      <Heading as="h2" size="lg">
        {title}
      </Heading>
      <Text>{text}</Text>
      {children}
    </Stack>
  );
}

const CALLS = {
  cancelled: 'manage_cancel',
  'gave-up': 'manage_give_up_day',
  asked: 'manage_ask_day',
  wanted: 'manage_want_days',
} as const satisfies Record<VisitorAction, string>;

interface State {
  /** `absent`: the page was opened without a link. */
  readonly step: 'loading' | 'absent' | 'unknown' | 'failed' | 'ready';
  readonly request?: ManagedRequest;
  readonly secret?: string | undefined;
  readonly isSending: boolean;
  readonly failure?: ManageFailure;
  readonly done?: VisitorAction;
}

/** The request of the page's link, read again whenever something else of the page may have changed it. */
function useManagedRequest(backend: Backend) {
  const [state, setState] = useState<State>({ step: 'loading', isSending: false });
  const openings = useRef(0);

  /** Sets the state, unless a link was opened meanwhile. */
  function setLater() {
    const opening = openings.current;
    return (next: State) => opening === openings.current && setState(next);
  }

  async function open() {
    openings.current += 1;
    const settle = setLater();
    const secret = takeSecret() ?? state.secret;
    if (secret === undefined) return setState({ step: 'absent', isSending: false });
    const opened = { secret, isSending: false };
    setState({ ...opened, step: 'loading' });
    const outcome = await callManaged(backend, 'manage_request', { secret });
    if (outcome.ok) return settle({ ...opened, step: 'ready', request: outcome.value });
    const step = outcome.reason === 'unknown' ? 'unknown' : 'failed';
    settle({ ...opened, step, failure: outcome });
  }

  async function send(
    done: VisitorAction,
    days: { readonly [name in 'from_day' | 'to_day' | 'day' | 'days_wanted']?: string } = {},
  ) {
    const { request, secret, isSending } = state;
    if (!request || secret === undefined || isSending) return;
    const ready = { step: 'ready', secret, isSending: false } as const;
    const settle = setLater();
    setState({ ...ready, request, isSending: true });
    const outcome = await callManaged(backend, CALLS[done], { secret, version: request.version, ...days });
    if (outcome.ok) return settle({ ...ready, request: outcome.value, done });
    if (outcome.reason === 'unknown') return settle({ ...ready, step: 'unknown' });
    const current = outcome.reason === 'changed' ? outcome.value : request;
    settle({ ...ready, request: current, failure: outcome });
    // Days that have passed, or that the owner has decided about, show it.
    if (outcome.reason === 'impossible') await readAgain();
  }

  /** Replaces the request by a newer reading of the same link, under the message of what led to it. */
  async function readAgain() {
    const { secret } = state;
    if (secret === undefined) return;
    const opening = openings.current;
    const outcome = await callManaged(backend, 'manage_request', { secret });
    if (opening !== openings.current) return;
    setState((now) => {
      if (!outcome.ok) return { ...now, step: 'failed', failure: outcome };
      const isNewer = now.request && outcome.value.version >= now.request.version;
      return isNewer ? { ...now, request: outcome.value } : now;
    });
  }

  useLinks(open);

  return {
    ...state,
    reopen: open,
    readAgain,
    cancel: () => send('cancelled'),
    giveUpDay: (day: string) => send('gave-up', { day }),
    askDay: (from_day: string, to_day: string) => send('asked', { from_day, to_day }),
    wantDays: (days_wanted: string) => send('wanted', { days_wanted }),
  };
}

/** Opens the link of the address, and each other one that follows it in this tab. */
function useLinks(open: () => Promise<unknown>) {
  const openCurrent = useEffectEvent(open);
  useEffect(() => {
    void openCurrent();
    // Another link in a tab that shows this page loads no page.
    const openLink = () => window.location.hash && void openCurrent();
    window.addEventListener('hashchange', openLink);
    return () => window.removeEventListener('hashchange', openLink);
  }, []);
}

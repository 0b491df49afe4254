import type { Backend, Host } from '@site/contract/host';
import { Box, Button, Heading, Stack, Text, TextLink } from '@site/shared-ui';
import { FormStatus } from '@site/shared-ui/form';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { takeSecret } from '../api/link-secret';
import { callManaged, type ManagedRequest, type ManageFailure, type VisitorAction } from '../api/managed-request';
import { describeManageFailure, manage } from '../content/manage';
import { ManagedRequestView } from './managed-request-view';

/** What the link opens, or why it opens nothing. */
export function ManagePanel({ host }: { readonly host: Host }) {
  const managed = useManagedRequest(host.backend);
  const { step, request, failure, done } = managed;
  return (
    <Stack gap="6">
      {step === 'loading' && <Text role="status">{manage.loading}</Text>}
      {(step === 'absent' || step === 'unknown') && <NoRequest host={host} {...manage[step]} />}
      {step === 'failed' && (
        <Button variant="quiet" alignSelf="flex-start" onClick={managed.reopen}>
          {manage.retry}
        </Button>
      )}
      <Box>
        <FormStatus tone="error">{step !== 'unknown' && failure && describeManageFailure(failure)}</FormStatus>
        <FormStatus tone="success">{done && manage.done[done]}</FormStatus>
      </Box>
      {request && <ManagedRequestView host={host} request={request} {...managed} />}
      <Text fontSize="sm">
        {manage.question} <TextLink href={`mailto:${host.site.email}`}>{host.site.email}</TextLink>
      </Text>
    </Stack>
  );
}

interface NoRequestProps {
  readonly host: Host;
  readonly title: string;
  readonly text: string;
}

function NoRequest({ host, title, text }: NoRequestProps) {
  return (
    <Stack gap="4" align="flex-start">
      <Heading as="h2" size="lg">
        {title}
      </Heading>
      <Text>{text}</Text>
      <Button asChild variant="quiet">
        <host.Link to={host.paths.booking}>{manage.book}</host.Link>
      </Button>
    </Stack>
  );
}

const CALLS = {
  cancelled: 'manage_cancel',
  'gave-up': 'manage_give_up_day',
  asked: 'manage_ask_day',
} as const satisfies Record<VisitorAction, string>;

interface State {
  /** `absent`: the page was opened without a link. */
  readonly step: 'loading' | 'absent' | 'unknown' | 'failed' | 'ready';
  readonly request?: ManagedRequest;
  readonly isSending: boolean;
  readonly failure?: ManageFailure;
  /** What the visitor has just done. */
  readonly done?: VisitorAction;
}

/** The request of the page's link. Nothing changes it but `cancel`, `giveUpDay` and `askDay`. */
function useManagedRequest(backend: Backend) {
  const [state, setState] = useState<State>({ step: 'loading', isSending: false });
  const secret = useRef<string>(null);

  async function open() {
    secret.current = takeSecret() ?? secret.current;
    if (secret.current === null) return setState({ step: 'absent', isSending: false });
    setState({ step: 'loading', isSending: false });
    const outcome = await callManaged(backend, 'manage_request', { secret: secret.current });
    if (outcome.ok) return setState({ step: 'ready', request: outcome.request, isSending: false });
    const step = outcome.reason === 'unknown' ? 'unknown' : 'failed';
    setState({ step, isSending: false, failure: outcome });
  }

  async function send(done: VisitorAction, days: { readonly [name in 'from_day' | 'to_day' | 'day']?: string } = {}) {
    const { request } = state;
    if (!request || secret.current === null || state.isSending) return;
    setState({ step: 'ready', request, isSending: true });
    const args = { secret: secret.current, version: request.version, ...days };
    const outcome = await callManaged(backend, CALLS[done], args);
    if (outcome.ok) return setState({ step: 'ready', request: outcome.request, isSending: false, done });
    if (outcome.reason === 'unknown') return setState({ step: 'unknown', isSending: false });
    const current = outcome.reason === 'changed' ? outcome.request : request;
    setState({ step: 'ready', request: current, isSending: false, failure: outcome });
  }

  const openCurrent = useEffectEvent(open);
  useEffect(() => {
    void openCurrent();
    // Another link in a tab that shows this page loads no page.
    const openLink = () => window.location.hash && void openCurrent();
    window.addEventListener('hashchange', openLink);
    return () => window.removeEventListener('hashchange', openLink);
  }, []);

  return {
    ...state,
    reopen: open,
    cancel: () => send('cancelled'),
    giveUpDay: (day: string) => send('gave-up', { day }),
    askDay: (from_day: string, to_day: string) => send('asked', { from_day, to_day }),
  };
}

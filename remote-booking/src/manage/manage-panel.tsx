import type { Host } from '@site/contract/host';
import { Box, Button, Heading, Stack, Text, TextLink } from '@site/shared-ui';
import { FormStatus } from '@site/shared-ui/form';
import { describeManageFailure, manage } from '../content/manage';
import { ManagedRequestView } from './managed-request-view';
import { useManagedRequest } from './use-managed-request';

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

import { Button, Card, Dialog, Flex, Heading, Stack, Text } from '@site/shared-ui';
import { TextField } from '@site/shared-ui/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../api/use-call';
import { agenda } from '../content/days';
import { space } from '../content/space';
import { useOwner } from '../session/owner-context';
import { Answered } from '../view/answered';
import { failureText } from '../view/failure-text';

/** The private address from which a phone's calendar reads the confirmed days. */
export function Feed() {
  const query = useCall('owner_feed', {});
  return (
    <Stack as="section" gap="4" aria-labelledby="feed">
      <Heading as="h3" size="xl" id="feed">
        {agenda.feed}
      </Heading>
      <Answered query={query}>
        {({ path }, isOld) => (
          <Card>
            <Stack gap="4">
              <Text>{agenda.feedText}</Text>
              <Address path={path} />
              <Renew hasAddress={path !== null} isOld={isOld} />
            </Stack>
          </Card>
        )}
      </Answered>
    </Stack>
  );
}

function Address({ path }: { readonly path: string | null }) {
  const { host } = useOwner();
  if (path === null) return <Text>{agenda.feedNone}</Text>;
  const address = new URL(path, host.backend.url || window.location.origin).href;
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    );
    host.notify(
      isCopied
        ? { title: agenda.copied, tone: 'success', duration: 5000 }
        : { title: agenda.notCopied, tone: 'error', duration: 5000 },
    );
  };
  return (
    <>
      <TextField label={agenda.address} name="feed-address" readOnly value={address} />
      <Flex>
        <Button variant="primary" onClick={() => void copy()}>
          {agenda.copy}
        </Button>
      </Flex>
    </>
  );
}

interface RenewProps {
  readonly hasAddress: boolean;
  readonly isOld: boolean;
}

function Renew({ hasAddress, isOld }: RenewProps) {
  const { api, host } = useOwner();
  const queries = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const renewing = useMutation({
    mutationFn: () => api.call('owner_renew_feed', {}),
    onSuccess: (feed) => {
      queries.setQueryData(['owner_feed', {}], feed);
      if (hasAddress) host.notify({ title: agenda.renewed, tone: 'success', duration: 5000 });
    },
    onError: (error) => void host.notify({ title: failureText(error), tone: 'error' }),
    onSettled: () => setIsAsked(false),
  });
  const isDisabled = isOld || renewing.isPending;
  if (!hasAddress) {
    return (
      <Flex>
        <Button variant="primary" disabled={isDisabled} onClick={() => renewing.mutate()}>
          {agenda.create}
        </Button>
      </Flex>
    );
  }
  return (
    <Flex>
      <Button variant="quiet" disabled={isDisabled} onClick={() => setIsAsked(true)}>
        {agenda.renew}
      </Button>
      <Dialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={agenda.renewTitle}
        actions={
          <>
            <Button variant="primary" disabled={isDisabled} onClick={() => renewing.mutate()}>
              {agenda.renew}
            </Button>
            <Button variant="quiet" onClick={() => setIsAsked(false)}>
              {space.cancel}
            </Button>
          </>
        }
      >
        <Text>{agenda.renewText}</Text>
      </Dialog>
    </Flex>
  );
}

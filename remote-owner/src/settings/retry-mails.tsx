import { Button, Flex, Stack, Text } from '@site/shared-ui';
import { useQueryClient } from '@tanstack/react-query';
import { useOwner } from '../api/owner-context';
import { retryMails } from '../content/health';
import { useAction } from '../view/use-action';

interface RetryMailsProps {
  /** Mails that wait for another attempt, or were given up. */
  readonly failed: number;
  readonly isOld: boolean;
}

export function RetryMails({ failed, isOld }: RetryMailsProps) {
  const { api, host } = useOwner();
  const queries = useQueryClient();
  const retrying = useAction({
    mutationFn: () => api.call('owner_retry_mails', {}),
    onSuccess: (counts) => {
      const tone = counts.retried === 0 && counts.left > 0 ? 'error' : 'success';
      host.notify({ title: retryMails.done(counts), tone, duration: 8000 });
      void queries.invalidateQueries();
    },
  });
  return (
    <Stack gap="3" borderTopWidth="1px" borderColor="sand" paddingTop="4">
      <Text fontSize="sm">{retryMails.text(failed)}</Text>
      <Flex>
        {/* Stays enabled while it runs: a disabled button loses the focus. */}
        <Button variant="quiet" disabled={isOld} onClick={() => !retrying.isPending && retrying.mutate()}>
          {retryMails.retry}
        </Button>
      </Flex>
    </Stack>
  );
}

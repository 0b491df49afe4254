import { Button, Dialog, Flex, Text } from '@site/shared-ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { requests } from '../../content/requests';
import { space } from '../../content/space';
import { useOwner } from '../../session/owner-context';
import { failureText } from '../../view/failure-text';

interface SpamBarProps {
  /** Ids; null outside the selection mode. */
  readonly chosen: readonly string[] | null;
  readonly onChosen: (chosen: readonly string[] | null) => void;
  readonly isOld: boolean;
}

/** Marks several requests. The database counts them first, and marks them only if the count is unchanged. */
export function SpamBar({ chosen, onChosen, isOld }: SpamBarProps) {
  const { api, host } = useOwner();
  const queries = useQueryClient();
  const [counted, setCounted] = useState<number | null>(null);
  const say = (title: string, tone: 'success' | 'error') => host.notify({ title, tone, duration: 5000 });
  const spam = useMutation({
    mutationFn: (expected: number | null) => api.call('owner_spam', { ids: chosen ?? [], expected }),
    onSuccess: ({ count }, expected) => {
      if (expected === null) return count > 0 ? setCounted(count) : void say(requests.spamNone, 'error');
      setCounted(null);
      onChosen(null);
      say(requests.spamDone(count), 'success');
      void queries.invalidateQueries();
    },
    onError: (error) => {
      setCounted(null);
      say(failureText(error), 'error');
    },
  });
  if (!chosen) {
    return (
      <Flex>
        <Button variant="quiet" disabled={isOld} onClick={() => onChosen([])}>
          {requests.select}
        </Button>
      </Flex>
    );
  }
  return (
    <Flex gap="3" wrap="wrap">
      <Button
        variant="primary"
        disabled={isOld || chosen.length === 0 || spam.isPending}
        onClick={() => spam.mutate(null)}
      >
        {requests.markSpam}
      </Button>
      <Button variant="quiet" onClick={() => onChosen(null)}>
        {requests.endSelect}
      </Button>
      <Dialog
        open={counted !== null}
        onClose={() => setCounted(null)}
        title={requests.spamTitle}
        actions={
          <>
            <Button variant="primary" disabled={spam.isPending} onClick={() => spam.mutate(counted)}>
              {requests.markSpam}
            </Button>
            <Button variant="quiet" onClick={() => setCounted(null)}>
              {space.cancel}
            </Button>
          </>
        }
      >
        <Text>{requests.spamText(counted ?? 0)}</Text>
      </Dialog>
    </Flex>
  );
}

import { Button, Flex } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { detail } from '../../content/request-detail';
import { useOwner } from '../../session/owner-context';
import { failureText } from '../../view/failure-text';

interface MarkSpamProps {
  readonly request: OwnedRequest;
  readonly isDisabled: boolean;
}

/** Can be undone, so it asks nothing. A reservation that the owner has confirmed or cancelled is no spam. */
export function MarkSpam({ request: { id, isSpam, status }, isDisabled }: MarkSpamProps) {
  const { api, host } = useOwner();
  const queries = useQueryClient();
  const marking = useMutation({
    mutationFn: () => api.call('owner_spam', { ids: [id], expected: 1 }),
    onSuccess: () => {
      host.notify({ title: detail.spamDone, tone: 'success', duration: 5000 });
      void queries.invalidateQueries();
    },
    onError: (error) => void host.notify({ title: failureText(error), tone: 'error' }),
  });
  if (isSpam || (status !== null && status !== 'nouvelle')) return null;
  return (
    <Flex>
      <Button variant="quiet" disabled={isDisabled} onClick={() => !marking.isPending && marking.mutate()}>
        {detail.markSpam}
      </Button>
    </Flex>
  );
}

import { Button, Flex } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { useQueryClient } from '@tanstack/react-query';
import { useOwner } from '../../api/owner-context';
import { detail } from '../../content/request-detail';
import { useAction } from '../../view/use-action';

interface MarkSpamProps {
  readonly request: OwnedRequest;
  readonly isDisabled: boolean;
}

/** Can be undone, so it asks nothing. A reservation that the owner has confirmed or cancelled is no spam. */
export function MarkSpam({ request: { id, isSpam, status }, isDisabled }: MarkSpamProps) {
  const { api } = useOwner();
  const queries = useQueryClient();
  const marking = useAction({
    mutationFn: () => api.call('owner_spam', { ids: [id], expected: 1 }),
    onSuccess: () => void queries.invalidateQueries(),
    done: () => detail.spamDone,
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

import { Button, Card, Stack, Text } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { useQueryClient } from '@tanstack/react-query';
import { useSpace } from '../../api/owner-api';
import { detail } from '../../content/requests';
import { useAction } from '../../view/form';
import type { ActionProps, RequestAction } from '../use-request-action';

type SettleActions = Pick<ActionProps, 'run' | 'isDisabled'>;

interface SettleProps extends SettleActions {
  readonly why: string;
  readonly label: string;
  readonly action: RequestAction;
}

/** Takes a request out of the spam, and undoes its cancellation. */
export const SpamSection = (props: SettleActions) => (
  <Settle {...props} why={detail.spam} label={detail.unspam} action={{ name: 'owner_reopen', args: {} }} />
);

export const VerifySection = (props: SettleActions) => (
  <Settle {...props} why={detail.verify} label={detail.verifyDo} action={{ name: 'owner_verify', args: {} }} />
);

function Settle({ run, isDisabled, why, label, action }: SettleProps) {
  return (
    <Card>
      <Stack gap="4">
        <Text>{why}</Text>
        <Button alignSelf="flex-start" variant="primary" disabled={isDisabled} onClick={() => run(action)}>
          {label}
        </Button>
      </Stack>
    </Card>
  );
}

interface MarkSpamProps {
  readonly request: OwnedRequest;
  readonly isDisabled: boolean;
}

/** Can be undone, so it asks nothing. A reservation that the owner has confirmed or cancelled is no spam. */
export function MarkSpam({ request: { id, isSpam, status, confirmedDates }, isDisabled }: MarkSpamProps) {
  const { api } = useSpace();
  const queries = useQueryClient();
  const marking = useAction({
    mutationFn: () => api.call('owner_spam', { ids: [id], expected: 1 }),
    onSuccess: () => void queries.invalidateQueries(),
    done: () => detail.spamDone,
  });
  if (isSpam || (status !== null && status !== 'nouvelle') || confirmedDates.length > 0) return null;
  return (
    <Button
      alignSelf="flex-start"
      variant="quiet"
      disabled={isDisabled}
      onClick={() => !marking.isPending && marking.mutate()}
    >
      {detail.markSpam}
    </Button>
  );
}

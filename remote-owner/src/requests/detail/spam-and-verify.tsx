import { Card, Stack, Text } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { useQueryClient } from '@tanstack/react-query';
import { useSpace } from '../../api/owner-api';
import { detail } from '../../content/requests';
import { ActionButton, useAction } from '../../view/form';
import type { AnswerProps, RequestAction } from '../use-request-action';

type RunProps = Pick<AnswerProps, 'run'>;

interface SettleProps extends RunProps {
  readonly why: string;
  readonly label: string;
  readonly action: RequestAction;
}

/** Takes a request out of the spam, and undoes its cancellation. */
export const SpamSection = ({ run }: RunProps) => (
  <Settle run={run} why={detail.spam} label={detail.unspam} action={{ name: 'owner_reopen', args: {} }} />
);

export const VerifySection = ({ run }: RunProps) => (
  <Settle run={run} why={detail.verify} label={detail.verifyDo} action={{ name: 'owner_verify', args: {} }} />
);

function Settle({ run, why, label, action }: SettleProps) {
  return (
    <Card>
      <Stack gap="4">
        <Text>{why}</Text>
        <ActionButton variant="primary" onClick={() => run(action)}>
          {label}
        </ActionButton>
      </Stack>
    </Card>
  );
}

/** Can be undone, so it asks nothing. A reservation that the owner has confirmed or cancelled is no spam. */
export function MarkSpam({ request }: { readonly request: OwnedRequest }) {
  const { id, isSpam, status, confirmedDates } = request;
  const { api } = useSpace();
  const queries = useQueryClient();
  const marking = useAction({
    mutationFn: () => api.call('owner_spam', { ids: [id], expected: 1 }),
    onSuccess: () => void queries.invalidateQueries(),
    done: () => detail.spamDone,
  });
  if (isSpam || (status !== null && status !== 'nouvelle') || confirmedDates.length > 0) return null;
  return <ActionButton onClick={() => !marking.isPending && marking.mutate()}>{detail.markSpam}</ActionButton>;
}

import { Card, Stack, Text } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { detail } from '../../content/requests';
import { ActionButton, useCallAction } from '../../view/form';
import type { AnswerProps, RequestAction } from '../use-request-action';

interface SettleProps extends Pick<AnswerProps, 'run'> {
  readonly why: string;
  readonly label: string;
  readonly action: RequestAction;
}

/** Says why a request waits apart from the others, and ends it. */
export function Settle({ run, why, label, action }: SettleProps) {
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
  const { act } = useCallAction('owner_spam', { done: () => detail.spamDone });
  if (isSpam || (status !== null && status !== 'nouvelle') || confirmedDates.length > 0) return null;
  return <ActionButton onClick={() => act({ ids: [id], expected: 1 })}>{detail.markSpam}</ActionButton>;
}

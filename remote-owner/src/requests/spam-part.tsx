import { Button, Card, Flex, Stack, Text } from '@site/shared-ui';
import { detail } from '../content/requests';
import type { ActionParts } from './action-parts';
import type { RequestAction } from './use-request-action';

type DoubtParts = Pick<ActionParts, 'run' | 'isDisabled'>;

interface DoubtProps extends DoubtParts {
  readonly why: string;
  readonly label: string;
  readonly action: RequestAction;
}

/** Takes a request out of the spam, and undoes its cancellation. */
export const SpamPart = (parts: DoubtParts) => (
  <Doubt {...parts} why={detail.spam} label={detail.unspam} action={{ name: 'owner_reopen', args: {} }} />
);

/** Makes a flagged request an ordinary one. */
export const VerifyPart = (parts: DoubtParts) => (
  <Doubt {...parts} why={detail.verify} label={detail.verifyDo} action={{ name: 'owner_verify', args: {} }} />
);

function Doubt({ run, isDisabled, why, label, action }: DoubtProps) {
  return (
    <Card>
      <Stack gap="4">
        <Text>{why}</Text>
        <Flex>
          <Button variant="primary" disabled={isDisabled} onClick={() => run(action)}>
            {label}
          </Button>
        </Flex>
      </Stack>
    </Card>
  );
}

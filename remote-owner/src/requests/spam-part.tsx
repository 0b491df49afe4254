import { Button, Card, Flex, Stack, Text } from '@site/shared-ui';
import { detail } from '../content/requests';
import type { ActionParts } from './action-parts';

/** Of a request among the spam: takes it back to the others, and with it a cancellation. */
export function SpamPart({ run, isDisabled }: Pick<ActionParts, 'run' | 'isDisabled'>) {
  return (
    <Card>
      <Stack gap="4">
        <Text>{detail.spam}</Text>
        <Flex>
          <Button variant="primary" disabled={isDisabled} onClick={() => run({ name: 'owner_reopen', args: {} })}>
            {detail.unspam}
          </Button>
        </Flex>
      </Stack>
    </Card>
  );
}

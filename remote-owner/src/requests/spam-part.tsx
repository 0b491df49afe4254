import { Button, Card, Flex, Stack, Text } from '@site/shared-ui';
import { detail } from '../content/requests';
import type { ActionParts } from './action-parts';

/** Takes a request out of the spam, and undoes its cancellation. */
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

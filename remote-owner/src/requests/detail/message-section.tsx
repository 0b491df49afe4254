import { Button, Card, Flex, Heading, Stack, Text } from '@site/shared-ui';
import { detail } from '../../content/requests';
import type { ActionProps } from '../use-request-action';

export function MessageSection({ request: { message, handledAt }, run, isDisabled }: ActionProps) {
  return (
    <Card>
      <Stack gap="4">
        <Heading as="h3" size="xl">
          {detail.message}
        </Heading>
        <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
          {message || detail.noMessage}
        </Text>
        <Flex>
          <Button
            variant={handledAt ? 'quiet' : 'primary'}
            disabled={isDisabled}
            onClick={() => run({ name: 'owner_handle', args: { handled: !handledAt } })}
          >
            {handledAt ? detail.unhandle : detail.handle}
          </Button>
        </Flex>
      </Stack>
    </Card>
  );
}

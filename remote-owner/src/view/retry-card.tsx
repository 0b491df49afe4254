import { Button, Card, Stack, Text } from '@site/shared-ui';
import { space } from '../content/space';

interface RetryCardProps {
  readonly text: string;
  /** Without it, the card offers no retry. */
  readonly onRetry?: (() => void) | undefined;
}

export const RetryCard = ({ text, onRetry }: RetryCardProps) => (
  <Card>
    <Stack gap="4" align="flex-start">
      <Text role="alert">{text}</Text>
      {onRetry && (
        <Button variant="quiet" onClick={onRetry}>
          {space.retry}
        </Button>
      )}
    </Stack>
  </Card>
);

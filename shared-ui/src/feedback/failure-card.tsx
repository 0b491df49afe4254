import { Heading } from '@chakra-ui/react/heading';
import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { words } from '../content/words';
import { Button } from '../controls/button';
import { Card } from '../layout/card';
import { ContactLines } from './contact-lines';

interface FailureCardProps {
  readonly title: string;
  readonly text: string;
  /** Left out while empty, like the telephone. */
  readonly email: string;
  readonly phone: string;
  /** Without it there is nothing to try again. */
  readonly onRetry?: (() => void) | undefined;
  readonly retryLabel?: string;
}

/** Stands where a part of the page could not be shown: the visitor still reaches someone. */
export function FailureCard({ title, text, email, phone, onRetry, retryLabel = words.retry }: FailureCardProps) {
  return (
    <Card maxWidth="prose">
      <Stack gap="4" align="flex-start">
        <Heading as="h2" size="xl">
          {title}
        </Heading>
        <Text>{text}</Text>
        <ContactLines email={email} phone={phone} />
        {onRetry && (
          <Button variant="quiet" onClick={onRetry}>
            {retryLabel}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

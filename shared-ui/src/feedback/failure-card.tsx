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
  readonly email: string;
  readonly phone: string;
  readonly onRetry?: (() => void) | undefined;
  readonly retryLabel?: string;
}

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
          <Button variant="quiet" width={{ base: 'full', md: 'auto' }} onClick={onRetry}>
            {retryLabel}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

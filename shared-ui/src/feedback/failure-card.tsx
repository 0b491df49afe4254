import { Heading } from '@chakra-ui/react/heading';
import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { toTelHref } from '@site/contract/phone';
import { Mail, Phone } from 'lucide';
import { words } from '../content/words';
import { Button, TextLink } from '../controls/button';
import { Card, Icon } from '../layout/layout';

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

interface ContactLinesProps {
  readonly email: string;
  readonly phone: string;
}

function ContactLines({ email, phone }: ContactLinesProps) {
  const lines = [
    { of: Phone, href: toTelHref(phone), text: phone },
    { of: Mail, href: `mailto:${email}`, text: email },
  ].filter((line) => line.text !== '');
  return lines.map(({ of, href, text }) => (
    <HStack key={href} gap="3" minHeight="11">
      <Icon of={of} />
      <TextLink href={href} overflowWrap="anywhere">
        {text}
      </TextLink>
    </HStack>
  ));
}

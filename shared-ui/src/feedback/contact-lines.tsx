import { HStack } from '@chakra-ui/react/stack';
import { Mail, Phone } from 'lucide';
import { TextLink } from '../controls/text-link';
import { toTelHref } from '../french/phone';
import { Icon } from '../layout/icon';

interface ContactLinesProps {
  readonly email: string;
  readonly phone: string;
}

export function ContactLines({ email, phone }: ContactLinesProps) {
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

import { Text, TextLink, toTelHref } from '@site/shared-ui';

interface ContactAlternativesProps {
  readonly lead: string;
  readonly email: string;
  readonly phone: string;
}

export function ContactAlternatives({ lead, email, phone }: ContactAlternativesProps) {
  return (
    <Text fontSize="sm">
      {lead} <TextLink href={`mailto:${email}`}>{email}</TextLink>
      {phone && (
        <>
          {'\u00a0· '}
          <TextLink href={toTelHref(phone)} whiteSpace="nowrap">
            {phone}
          </TextLink>
        </>
      )}
    </Text>
  );
}

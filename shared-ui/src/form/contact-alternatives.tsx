import { Text, TextLink, toTelHref } from '@site/shared-ui';

interface ContactAlternativesProps {
  /** The question before the address. */
  readonly lead: string;
  readonly email: string;
  readonly phone: string;
}

/** The way to the owner that needs no form, and no script. */
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

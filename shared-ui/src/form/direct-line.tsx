import { Text, TextLink, toTelHref } from '@site/shared-ui';

interface DirectLineProps {
  /** The question before the address. */
  readonly lead: string;
  readonly email: string;
  readonly phone: string;
}

/** The way to the owner that needs no form, and no script. */
export function DirectLine({ lead, email, phone }: DirectLineProps) {
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

import type { Site } from '@site/contract/host';
import { Flex, TextLink, toTelHref } from '@site/shared-ui';
import { orToComplete } from '../content/missing';

export function SheetContact({ site: { email, phone } }: { readonly site: Site }) {
  return (
    <Flex wrap="wrap" columnGap="6" rowGap="2">
      {email ? <TextLink href={`mailto:${email}`}>{email}</TextLink> : orToComplete(email)}
      {phone && (
        <TextLink href={toTelHref(phone)} whiteSpace="nowrap">
          {phone}
        </TextLink>
      )}
    </Flex>
  );
}

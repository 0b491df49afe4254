import type { Site } from '@site/contract/host';
import { Text, TextLink, toTelHref } from '@site/shared-ui';
import { orToComplete } from '../content/missing';

interface DirectContactProps {
  readonly site: Site;
  readonly labels: { readonly email: string; readonly phone: string };
}

export function DirectContact({ site: { email, phone }, labels }: DirectContactProps) {
  return (
    <>
      <Text>
        {`${labels.email} `}
        {email ? <TextLink href={`mailto:${email}`}>{email}</TextLink> : orToComplete(email)}
      </Text>
      <Text>
        {`${labels.phone} `}
        {phone ? <TextLink href={toTelHref(phone)}>{phone}</TextLink> : orToComplete(phone)}
      </Text>
    </>
  );
}

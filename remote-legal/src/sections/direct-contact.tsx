import type { Site } from '@site/contract/host';
import { orToComplete } from '@site/contract/to-complete';
import { Text, TextLink, toTelHref } from '@site/shared-ui';

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

import type { Host } from '@site/contract/host';
import { Text, TextLink } from '@site/shared-ui';
import { privacy } from '../content/words';

export function PrivacyNote({ host: { site, paths, Link } }: { readonly host: Host }) {
  return (
    <Text fontSize="sm" color="ink.soft">
      {privacy.text(site)}{' '}
      <TextLink asChild>
        <Link to={paths.legalNotice}>{privacy.more}</Link>
      </TextLink>
    </Text>
  );
}

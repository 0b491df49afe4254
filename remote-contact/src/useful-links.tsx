import type { Host } from '@site/contract/host';
import { Heading, Stack, Text, TextLink } from '@site/shared-ui';
import { page } from './content/page';

export function UsefulLinks({ host: { paths, Link } }: { readonly host: Host }) {
  const links = [
    { ...page.aside.funding, to: paths.funding },
    { ...page.aside.booking, to: paths.booking },
  ];
  return (
    <Stack as="aside" gap="4">
      <Heading as="h2" size="xl">
        {page.aside.title}
      </Heading>
      {links.map(({ text, link, to }) => (
        <Text key={to}>
          {text}{' '}
          <TextLink asChild>
            <Link to={to}>{link}</Link>
          </TextLink>
        </Text>
      ))}
    </Stack>
  );
}

import type { Host } from '@site/contract/host';
import { Button, Heading, Stack, Text } from '@site/shared-ui';
import { page } from './content/page';

export function HelpBlock({ host: { site, paths, Link } }: { readonly host: Host }) {
  return (
    <Stack as="aside" gap="4" align="flex-start">
      <Heading as="h2" size="xl">
        {page.help.title}
      </Heading>
      <Text>{page.help.text(site)}</Text>
      <Button asChild variant="quiet">
        <Link to={paths.contact}>{page.help.link}</Link>
      </Button>
    </Stack>
  );
}

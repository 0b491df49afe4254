import type { Site } from '@site/contract/host';
import { Box, Container, Flex, Text, TextLink, toTelHref } from '@site/shared-ui';
import { failure } from '../content/failure';

/**
 * Prerendered on every page, and shown by CSS alone once the inline bootstrap marks that the shell's script has failed.
 * Nothing here needs a script.
 */
export function ShellLoadError({ site }: { readonly site: Site }) {
  return (
    <Box
      role="alert"
      data-surface="sand"
      borderTop="2px solid"
      borderColor="ink"
      paddingBlock="3"
      display="none"
      css={{ 'html[data-shell="failed"] &': { display: 'block' } }}
    >
      <Container>
        <Flex wrap="wrap" columnGap="4" rowGap="1" fontSize="sm">
          <Text>{failure.shell.text}</Text>
          {site.phone && <TextLink href={toTelHref(site.phone)}>{site.phone}</TextLink>}
          {site.email && <TextLink href={`mailto:${site.email}`}>{site.email}</TextLink>}
          {/* An empty address is that of the current page. */}
          <TextLink href="">{failure.shell.reload}</TextLink>
        </Flex>
      </Container>
    </Box>
  );
}

import { Box, Container, Flex, Text, TextLink, toTelHref } from '@site/shared-ui';
import type { Site } from '@site/shared-ui/host';
import { failure } from '../content/failure';

/**
 * Prerendered on every page and shown by CSS alone, when the inline bootstrap finds that the shell's own script does not
 * come. Nothing here needs a script: the page itself can be read, and its links lead on.
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
          {/* An empty address is that of the page itself, whichever it is. */}
          <TextLink href="">{failure.shell.reload}</TextLink>
        </Flex>
      </Container>
    </Box>
  );
}

import { Box, Button, Container, Flex, Text } from '@site/shared-ui';
import type { Host } from '@site/shared-ui/host';
import { useSyncExternalStore } from 'react';
import { consent as words } from '../content/consent';

/**
 * Prerendered on every page and hidden by CSS where the early script found a choice, or where no script runs: so it
 * neither flashes nor stands there with buttons that do nothing.
 */
export function ConsentBanner({ host: { consent, paths, Link } }: { readonly host: Host }) {
  const choice = useSyncExternalStore(consent.subscribe, consent.get, () => null);
  if (choice) return null;
  return (
    <Box
      as="section"
      aria-label={words.label}
      data-ground="chalk"
      position="sticky"
      bottom="0"
      zIndex="banner"
      borderTop="2px solid"
      borderColor="ink"
      paddingBlock="4"
      css={{
        'html:not([data-consent=""]) &': { display: 'none' },
        // A field that takes the focus is scrolled clear of the banner.
        'html[data-consent=""]:has(&)': { scrollPaddingBottom: { base: '17rem', md: '8rem' } },
        '@media print': { display: 'none' },
      }}
    >
      <Container>
        <Flex direction={{ base: 'column', md: 'row' }} align={{ md: 'center' }} justify="space-between" gap="4">
          <Text fontSize="sm">{words.text}</Text>
          <Flex gap="2" wrap="wrap" flexShrink="0">
            <Button variant="quiet" onClick={() => consent.choose('rejected')}>
              {words.reject}
            </Button>
            <Button asChild variant="quiet">
              <Link to={paths.cookiePolicy}>{words.customise}</Link>
            </Button>
            <Button variant="quiet" onClick={() => consent.choose('accepted')}>
              {words.accept}
            </Button>
          </Flex>
        </Flex>
      </Container>
    </Box>
  );
}

import type { Site } from '@site/contract/host';
import { Box, Button, Container, Flex, Text, TextLink, toTelHref } from '@site/shared-ui';
import { failure } from '../content/failure';

interface FailureStripProps {
  readonly site: Site;
  readonly onRetry: () => void;
  readonly isRetrying?: boolean;
}

/** Shown above a page that can be read but not used. Sticky: the form that does not respond may be far down. */
export function FailureStrip({ site, onRetry, isRetrying = false }: FailureStripProps) {
  return (
    <Box
      data-surface="sand"
      data-page-failed
      position="sticky"
      top="header"
      zIndex="header"
      paddingBlock="3"
      borderBottomWidth="1px"
      borderColor="edge"
      css={{
        'html:has(&)': { scrollPaddingTop: { base: '16rem', md: '10rem' } },
        '@media print': { position: 'static' },
      }}
    >
      <Container>
        <Flex wrap="wrap" align="center" justify="space-between" columnGap="6" rowGap="2">
          {/* The key creates a new alert for a second failure, so that it is announced again. */}
          <Box key={String(isRetrying)} role={isRetrying ? undefined : 'alert'}>
            <Text fontSize="sm" lineHeight="snug">
              <strong>{failure.readable.title}</strong> {failure.readable.text}
            </Text>
            <Flex wrap="wrap" columnGap="4" fontSize="sm">
              {site.phone && <TextLink href={toTelHref(site.phone)}>{site.phone}</TextLink>}
              {site.email && <TextLink href={`mailto:${site.email}`}>{site.email}</TextLink>}
            </Flex>
          </Box>
          <Button variant="quiet" disabled={isRetrying} onClick={onRetry}>
            {isRetrying ? failure.retrying : failure.retry}
          </Button>
        </Flex>
      </Container>
    </Box>
  );
}

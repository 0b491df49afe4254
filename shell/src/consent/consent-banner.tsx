import type { Host } from '@site/contract/host';
import { Box, Button, Container, Flex, Text } from '@site/shared-ui';
import { Fragment, useSyncExternalStore } from 'react';
import { consent as words } from '../content/layout';

/** All choices look alike. On a phone the three fit in one row. */
const choiceProps = {
  variant: 'quiet',
  flex: { base: '1', md: 'none' },
  paddingInline: { base: '1', md: 'min(1.25rem, 2.6vw)' },
  fontSize: { base: 'min(1rem, 5vw)', md: 'min(1.125rem, 3.2vw)' },
} as const;

const WHILE_SHOWN = 'html[data-consent=""]:not([data-shell="failed"]):has(&)';
const room = { '--room-for-banner': { base: 'min(11rem, 33vh)', md: 'min(7rem, 33vh)' } };

/**
 * Prerendered on every page. CSS hides it until the inline bootstrap has found no stored choice, and when the shell has
 * failed to load. Before hydration the inline bootstrap handles its buttons (`data-consent-choice`).
 */
export function ConsentBanner({ host: { consent, paths, Link } }: { readonly host: Host }) {
  const choice = useSyncExternalStore(consent.subscribe, consent.get, () => null);
  if (choice) return null;
  return (
    <Box
      as="section"
      aria-label={words.label}
      data-surface="chalk"
      borderTop="2px solid"
      borderColor="ink"
      paddingBlock={{ base: '1', md: '2' }}
      css={{
        'html:not([data-consent=""]) &, html[data-shell="failed"] &': { display: 'none' },
        // Keeps a focused field clear of the banner. These are two rules because Emotion replaces no `&` in
        // parentheses of a list.
        [WHILE_SHOWN]: room,
        [`${WHILE_SHOWN} [data-foot]`]: room,
        '@media print': { display: 'none' },
      }}
    >
      <Container paddingInline={{ base: '4', md: '6' }}>
        <Flex
          direction={{ base: 'column', md: 'row' }}
          align={{ md: 'center' }}
          justify="space-between"
          wrap={{ md: 'wrap' }}
          columnGap="3"
          rowGap="1"
        >
          <Text lineHeight="snug" fontSize={{ base: 'min(0.875rem, 6.5vw)', md: 'min(1rem, 3.2vw)' }}>
            {words.sentences.map((sentence) => (
              <Fragment key={sentence}>
                <Sentence>{sentence}</Sentence>{' '}
              </Fragment>
            ))}
          </Text>
          <Flex gap="2" wrap="wrap" flexShrink="0">
            <Button {...choiceProps} data-consent-choice="rejected" onClick={() => consent.choose('rejected')}>
              {words.reject}
            </Button>
            <Button asChild {...choiceProps}>
              <Link to={paths.cookiePolicy}>{words.customise}</Link>
            </Button>
            <Button {...choiceProps} data-consent-choice="accepted" onClick={() => consent.choose('accepted')}>
              {words.accept}
            </Button>
          </Flex>
        </Flex>
      </Container>
    </Box>
  );
}

// Separate blocks: as one block of text, the banner would be the page's largest contentful paint.
function Sentence({ children }: { readonly children: string }) {
  return (
    <Box as="span" display="inline-block">
      {children}
    </Box>
  );
}

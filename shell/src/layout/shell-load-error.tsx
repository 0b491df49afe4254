import type { Site } from '@site/contract/host';
import { Box, Container, Flex, Text, TextLink, toTelHref } from '@site/shared-ui';
import type { ReactNode } from 'react';
import { failure } from '../content/failure';

interface SiteProps {
  readonly site: Site;
}

/** Prerendered on every page. CSS alone shows it, once the inline bootstrap has marked the shell as failed. */
export function ShellLoadError({ site }: SiteProps) {
  return (
    <Box role="alert" display="none" css={{ 'html[data-shell="failed"] &': { display: 'block' } }}>
      <Bar site={site} text={failure.shell.text}>
        {/* An empty href is the current page. */}
        <TextLink href="">{failure.shell.reload}</TextLink>
      </Bar>
    </Box>
  );
}

/** Explains to visitors without scripts why the forms' buttons are disabled. */
export function NoScripts({ site }: SiteProps) {
  return (
    <noscript>
      <Bar site={site} text={failure.noScripts} />
    </noscript>
  );
}

interface BarProps extends SiteProps {
  readonly text: string;
  readonly children?: ReactNode;
}

function Bar({ site, text, children }: BarProps) {
  return (
    <Box
      data-surface="sand"
      borderTop="2px solid"
      borderColor="ink"
      paddingBlock="3"
      css={{ '@media print': { display: 'none' } }}
    >
      <Container>
        <Flex wrap="wrap" columnGap="4" rowGap="1" fontSize="sm">
          <Text>{text}</Text>
          {site.phone && <TextLink href={toTelHref(site.phone)}>{site.phone}</TextLink>}
          {site.email && <TextLink href={`mailto:${site.email}`}>{site.email}</TextLink>}
          {children}
        </Flex>
      </Container>
    </Box>
  );
}

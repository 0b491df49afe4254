import type { Host } from '@site/contract/host';
import { Box, Container, chakra, Flex, Heading, Stack, TextLink } from '@site/shared-ui';
import type { ComponentProps, ReactNode } from 'react';
import { space } from '../content/space';

export const pagePadding = { base: '4', md: '6' };

/** A link on a line of its own, high enough for a finger. */
export const tapTarget = { display: 'flex', width: 'fit-content', alignItems: 'center', minHeight: '11' } as const;

export const Summary = chakra('summary', {
  // Another `display` would hide the triangle.
  base: { minHeight: '11', paddingBlock: '2', cursor: 'pointer', fontWeight: 'semibold' },
});

export const ViewTitle = ({ children }: { readonly children: string }) => (
  <Heading as="h2" size="2xl">
    {children}
  </Heading>
);

interface FrameProps {
  readonly host: Host;
  readonly children: ReactNode;
}

/** The header of the space, the same in every state, also in the composed page. */
export function Frame({ host: { site, paths, Link }, children }: FrameProps) {
  return (
    <>
      <Box data-surface="ink" paddingBlock="1">
        <Container paddingInline={pagePadding}>
          <Flex align="center" justify="space-between" gap="4" wrap="wrap">
            <Heading as="h1" size="xl" tabIndex={-1}>
              {space.title}
              <Box as="span" fontSize="sm" fontWeight="normal" display={{ base: 'none', md: 'inline' }}>
                {` – ${site.product}`}
              </Box>
            </Heading>
            <TextLink asChild {...tapTarget}>
              <Link to={paths.home}>{space.site}</Link>
            </TextLink>
          </Flex>
        </Container>
      </Box>
      {children}
    </>
  );
}

interface TitledSectionProps extends Pick<ComponentProps<typeof Stack>, 'gap' | 'align'> {
  readonly id: string;
  readonly title: string;
  readonly size?: 'lg' | 'xl';
  /** Lets the heading take the focus, where an address opens the page at it. */
  readonly tabIndex?: -1;
  readonly children: ReactNode;
}

export function TitledSection({ id, title, size = 'xl', gap = '4', align, tabIndex, children }: TitledSectionProps) {
  return (
    <Stack as="section" gap={gap} align={align} aria-labelledby={id}>
      <Heading as="h3" size={size} id={id} tabIndex={tabIndex}>
        {title}
      </Heading>
      {children}
    </Stack>
  );
}

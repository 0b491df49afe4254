import { Box, Heading, Icon, Stack, Text } from '@site/shared-ui';
import { ChevronDown } from 'lucide';
import type { ReactNode } from 'react';

interface SectionHeadingProps {
  readonly id: string;
  readonly title: string;
  readonly intro?: string;
}

export function SectionHeading({ id, title, intro }: SectionHeadingProps) {
  return (
    <Stack
      gap="3"
      maxWidth="prose"
      marginBottom={{ base: '8', md: '12' }}
      css={{ '@media print': { breakAfter: 'avoid' } }}
    >
      <Heading as="h2" id={id} size="3xl">
        {title}
      </Heading>
      {intro && <Text fontSize="lg">{intro}</Text>}
    </Stack>
  );
}

/** Unfolds all contents in print. Browsers without `::details-content` print only the titles. */
const openOnPaper = { '@media print': { '&::details-content': { contentVisibility: 'visible', blockSize: 'auto' } } };

interface FoldableProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A title that unfolds its content, also without scripts. */
export function Foldable({ title, children }: FoldableProps) {
  return (
    <Box as="details" borderBottomWidth="1px" borderColor="edge" css={openOnPaper}>
      <Box
        as="summary"
        display="flex"
        justifyContent="space-between"
        alignItems="center"
        gap="4"
        minHeight="14"
        paddingBlock="3"
        fontFamily="heading"
        fontWeight="bold"
        fontSize="lg"
        lineHeight="snug"
        overflowWrap="anywhere"
        cursor="pointer"
        _hover={{ color: 'tile' }}
        css={{ '&::-webkit-details-marker': { display: 'none' } }}
      >
        {title}
        <Icon of={ChevronDown} color="tile" css={{ 'details[open] &': { transform: 'rotate(180deg)' } }} />
      </Box>
      {children}
    </Box>
  );
}

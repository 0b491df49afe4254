import type { Host } from '@site/contract/host';
import { Box, Button, Heading, Icon, Stack, Text } from '@site/shared-ui';
import { ArrowLeft } from 'lucide';
import { type ReactNode, useId } from 'react';
import { AVOID_PAGE_BREAK } from './printable';

interface TextSectionProps {
  readonly title: string;
  readonly paragraphs?: readonly string[];
  /** The text is too long for one printed sheet. */
  readonly isLong?: boolean;
  readonly children?: ReactNode;
}

export function TextSection({ title, paragraphs = [], isLong = false, children }: TextSectionProps) {
  const titleId = useId();
  return (
    <Box
      as="section"
      aria-labelledby={titleId}
      {...(isLong ? {} : AVOID_PAGE_BREAK)}
      borderTopWidth="1px"
      borderColor="sand"
      paddingBlock={{ base: '6', md: '8' }}
    >
      <Stack gap="4" maxWidth="prose">
        <Heading as="h2" id={titleId} size="2xl">
          {title}
        </Heading>
        {paragraphs.map((paragraph) => (
          <Text key={paragraph}>{paragraph}</Text>
        ))}
        {children}
      </Stack>
    </Box>
  );
}

interface BackLinkProps {
  readonly Link: Host['Link'];
  readonly to: string;
  readonly children: string;
}

export function BackLink({ Link, to, children }: BackLinkProps) {
  return (
    <Button asChild variant="quiet" data-screen-only>
      <Link to={to}>
        <Icon of={ArrowLeft} />
        {children}
      </Link>
    </Button>
  );
}

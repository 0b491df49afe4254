import { Box, Heading, Stack, Text } from '@site/shared-ui';
import { type ReactNode, useId } from 'react';

interface TextSectionProps {
  readonly title: string;
  readonly paragraphs?: readonly string[];
  readonly children?: ReactNode;
}

/** One titled part of a page that is read from top to bottom. */
export function TextSection({ title, paragraphs = [], children }: TextSectionProps) {
  const titleId = useId();
  return (
    <Box
      as="section"
      aria-labelledby={titleId}
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

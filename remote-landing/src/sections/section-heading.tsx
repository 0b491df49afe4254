import { Heading, Stack, Text } from '@site/shared-ui';

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

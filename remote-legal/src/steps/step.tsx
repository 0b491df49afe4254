import { Box, Grid, Heading, Picture, Reveal, Stack, Text } from '@site/shared-ui';
import type { ReactNode } from 'react';
import { stepNumber } from '../content/funding-steps';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly picture: { readonly src: string; readonly alt: string };
  readonly children: ReactNode;
}

const PICTURE_PX = { width: 320, height: 240 } as const;

const areas = {
  base: '"number" "picture" "content"',
  md: '"number picture" "content picture"',
  lg: '"number content picture"',
};
const columns = { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 15rem', lg: '6rem minmax(0, 1fr) 20rem' };

// Places the drawing next to the text: printed sheets are narrower than that breakpoint.
const onPaper = {
  paddingBlock: '0.75rem',
  rowGap: '0.5rem',
  gridTemplateAreas: areas.md,
  gridTemplateColumns: 'minmax(0, 1fr) 10rem',
  gridTemplateRows: 'auto 1fr',
};

export function Step({ number, title, picture, children }: StepProps) {
  return (
    <Box as="li" borderTopWidth="1px" borderColor="sand">
      <Reveal>
        <Grid
          templateAreas={areas}
          templateColumns={columns}
          templateRows={{ md: 'auto 1fr', lg: 'auto' }}
          columnGap={{ md: '8', lg: '10' }}
          rowGap="4"
          paddingBlock={{ base: '8', md: '10' }}
          css={{ '@media print': onPaper }}
        >
          <Text gridArea="number" fontFamily="heading" fontSize="xl" fontWeight="bold" lineHeight="snug" color="tile">
            {stepNumber(number)}
          </Text>
          <Stack gridArea="content" gap="4" maxWidth="prose">
            <Heading as="h3">{title}</Heading>
            {children}
          </Stack>
          <Box gridArea="picture" maxWidth="20rem">
            <Picture {...picture} {...PICTURE_PX} forPrint />
          </Box>
        </Grid>
      </Reveal>
    </Box>
  );
}

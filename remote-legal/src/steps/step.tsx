import { Box, Grid, Heading, Reveal, Stack, Text } from '@site/shared-ui';
import type { ReactNode } from 'react';
import { stepNumber } from '../content/funding-steps';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}

export function Step({ number, title, children }: StepProps) {
  return (
    <Box as="li" borderTopWidth="1px" borderColor="sand">
      <Reveal>
        <Grid
          templateColumns={{ base: '1fr', md: '8rem 1fr' }}
          gap={{ base: '2', md: '6' }}
          paddingBlock={{ base: '8', md: '10' }}
        >
          <Text fontFamily="heading" fontSize="xl" fontWeight="bold" lineHeight="snug" color="tile">
            {stepNumber(number)}
          </Text>
          <Stack gap="4" maxWidth="prose">
            <Heading as="h3">{title}</Heading>
            {children}
          </Stack>
        </Grid>
      </Reveal>
    </Box>
  );
}

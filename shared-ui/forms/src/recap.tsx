import { Box, Grid, Text } from '@site/shared-ui';
import type { ReactNode } from 'react';

export interface RecapFact {
  readonly term: string;
  readonly value: ReactNode;
  readonly isWide?: boolean;
}

/** Leaves out facts without a value. */
export function Recap({ facts }: { readonly facts: readonly RecapFact[] }) {
  return (
    <Grid as="dl" gap="4" templateColumns="repeat(auto-fit, minmax(min(100%, 15rem), 1fr))">
      {facts
        .filter(({ value }) => value)
        .map(({ term, value, isWide }) => (
          <Box key={term} minWidth="0" gridColumn={isWide ? '1 / -1' : undefined}>
            <Text as="dt" fontSize="sm" color="ink.soft">
              {term}
            </Text>
            <Text as="dd" whiteSpace="pre-wrap" overflowWrap="anywhere">
              {value}
            </Text>
          </Box>
        ))}
    </Grid>
  );
}

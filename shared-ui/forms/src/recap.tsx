import { Box, Grid, Text } from '@site/shared-ui';
import type { ReactNode } from 'react';

export interface RecapRow {
  readonly term: string;
  readonly value: ReactNode;
  readonly isWide?: boolean;
}

/** Leaves out rows without a value. */
export function Recap({ rows }: { readonly rows: readonly RecapRow[] }) {
  return (
    <Grid as="dl" gap="4" templateColumns="repeat(auto-fit, minmax(min(100%, 15rem), 1fr))">
      {rows
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

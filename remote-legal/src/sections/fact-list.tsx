import { Box, Grid } from '@site/shared-ui';
import type { Fact } from '../content/legal-notice';
import { orToComplete } from '../content/missing';

export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Grid
      as="dl"
      templateColumns={{ base: '1fr', md: '14rem 1fr' }}
      columnGap="6"
      rowGap={{ base: '1', md: '2' }}
      css={{ '@media print': { gridTemplateColumns: '14rem 1fr' } }}
    >
      {facts.map(({ label, value }) => (
        <Box key={label} display="contents">
          <Box as="dt" fontWeight="semibold">
            {label}
          </Box>
          <Box as="dd" marginBottom={{ base: '3', md: '0' }}>
            {orToComplete(value)}
          </Box>
        </Box>
      ))}
    </Grid>
  );
}

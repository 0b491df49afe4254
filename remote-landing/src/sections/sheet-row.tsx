import { Box, Grid } from '@site/shared-ui';
import type { ReactNode } from 'react';

interface SheetRowProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function SheetRow({ label, children }: SheetRowProps) {
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', md: '4fr 8fr' }}
      columnGap="8"
      rowGap="1"
      paddingBlock="4"
      borderColor="sand"
      css={{ '&:not(:first-of-type)': { borderTopWidth: '1px' } }}
    >
      <Box as="dt" fontFamily="heading" fontWeight="semibold">
        {label}
      </Box>
      <Box as="dd" maxWidth="prose">
        {children}
      </Box>
    </Grid>
  );
}

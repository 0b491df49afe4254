import { Box, formatFrenchDate, Grid, Text } from '@site/shared-ui';
import type { ReactNode } from 'react';
import { recap } from '../content/recap';
import type { Booking } from '../submission/booking';

/** What was sent, to be read. */
export function RecapList({ booking }: { readonly booking: Booking }) {
  const { dates, name, email, phone, isAgefice } = booking;
  return (
    <Grid as="dl" gap="4" templateColumns={{ base: '1fr', md: '1fr 1fr' }}>
      <Box gridColumn="1 / -1">
        <Term>{recap.dates(dates.length)}</Term>
        <Box as="dd">
          <Grid as="ul" rowGap="1" columnGap="4" templateColumns={{ base: '1fr', md: '1fr 1fr' }}>
            {dates.map((date) => (
              <li key={date}>{formatFrenchDate(date)}</li>
            ))}
          </Grid>
        </Box>
      </Box>
      <Line term={recap.name}>{name}</Line>
      <Line term={recap.email}>{email}</Line>
      {phone && <Line term={recap.phone}>{phone}</Line>}
      <Line term={recap.funding.label}>{isAgefice ? recap.funding.wanted : recap.funding.unwanted}</Line>
    </Grid>
  );
}

function Line({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <Box minWidth="0">
      <Term>{term}</Term>
      <Text as="dd" overflowWrap="anywhere">
        {children}
      </Text>
    </Box>
  );
}

function Term({ children }: { readonly children: ReactNode }) {
  return (
    <Text as="dt" fontSize="sm" color="ink.soft">
      {children}
    </Text>
  );
}

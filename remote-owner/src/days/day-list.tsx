import { Box, Heading, Stack, Text } from '@site/shared-ui';
import type { AgendaDay } from '../api/days';
import { calendar } from '../content/calendar';
import { formatDay } from '../content/dates';
import { TitledSection } from '../view/titled-section';
import { RequestLinks } from './day-panel';

/** The days of the month that somebody has booked or asks for. */
export function DayList({ days }: { readonly days: readonly AgendaDay[] }) {
  const filled = days.filter(({ requests, asked }) => requests.length + asked.length > 0);
  return (
    <TitledSection id="month-days" title={calendar.days} size="lg">
      {filled.length === 0 && <Text>{calendar.empty}</Text>}
      <Stack as="ol" gap="4" listStyleType="none">
        {filled.map(({ date, requests, asked }) => (
          <Box as="li" key={date}>
            <Heading as="h4" size="md">
              {formatDay(date)}
            </Heading>
            {requests.length > 1 && (
              <Text fontWeight="semibold" color="tile.deep">
                {calendar.twice(requests.length)}
              </Text>
            )}
            {requests.length > 0 && <Text fontSize="sm">{calendar.confirmed}</Text>}
            <RequestLinks requests={requests} />
            {asked.length > 0 && <Text fontSize="sm">{requests.length > 0 ? calendar.alsoAsked : calendar.asked}</Text>}
            <RequestLinks requests={asked} />
          </Box>
        ))}
      </Stack>
    </TitledSection>
  );
}

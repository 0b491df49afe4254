import { Box, Heading, Stack, Text, TextLink, todayInParis } from '@site/shared-ui';
import { useCall } from '../api/use-call';
import type { AgendaDay } from '../api/wire';
import { formatDay } from '../content/dates';
import { agenda } from '../content/days';
import { daysOf } from '../days/month';
import { MonthGrid } from '../days/month-grid';
import { Answered } from '../view/answered';
import { openView, useView } from '../view/view';
import { ViewLink } from '../view/view-link';
import { Feed } from './feed';

export function AgendaView() {
  const month = useView().month ?? todayInParis().slice(0, 7);
  const days = daysOf(month);
  const query = useCall('owner_agenda', { first: days[0] ?? '', last: days.at(-1) ?? '' });
  return (
    <Stack gap="8">
      <Heading as="h2" size="2xl">
        {agenda.title}
      </Heading>
      <MonthGrid
        month={month}
        onMonth={(to) => openView({ tab: 'agenda', month: to }, { replace: true })}
        cell={(day) => <Cell day={day} agendaDay={query.data?.find(({ date }) => date === day)} />}
      />
      <Answered query={query}>{(days) => <DayList days={days} />}</Answered>
      <Feed />
    </Stack>
  );
}

function Cell({ day, agendaDay }: { readonly day: string; readonly agendaDay: AgendaDay | undefined }) {
  const number = Number(day.slice(8));
  if (!agendaDay || agendaDay.requests.length === 0) {
    return (
      <Box textAlign="center" padding="2">
        {number}
      </Box>
    );
  }
  return (
    <Box
      asChild
      textAlign="center"
      padding="2"
      bg={agendaDay.requests.length > 1 ? 'tile.deep' : 'sage'}
      color="chalk"
      borderRadius="button"
      display="block"
    >
      <a href={`#jour-${day}`} aria-label={`${formatDay(day)}, ${agenda.sessions(agendaDay.requests.length)}`}>
        {number}
      </a>
    </Box>
  );
}

function DayList({ days }: { readonly days: readonly AgendaDay[] }) {
  const filled = days.filter(({ requests }) => requests.length > 0);
  if (filled.length === 0) return <Text>{agenda.empty}</Text>;
  return (
    <Stack as="ol" gap="4" listStyleType="none">
      {filled.map(({ date, requests }) => (
        <Box as="li" key={date} id={`jour-${date}`} tabIndex={-1} scrollMarginTop="20">
          <Heading as="h3" size="lg">
            {formatDay(date)}
          </Heading>
          {requests.length > 1 && (
            <Text fontWeight="semibold" color="tile.deep">
              {agenda.twice(requests.length)}
            </Text>
          )}
          <Stack as="ul" listStyleType="none" gap="1">
            {requests.map(({ id, name }) => (
              <li key={id}>
                <TextLink asChild display="inline-flex" alignItems="center" minHeight="11">
                  <ViewLink to={{ request: id }}>{name}</ViewLink>
                </TextLink>
              </li>
            ))}
          </Stack>
        </Box>
      ))}
    </Stack>
  );
}

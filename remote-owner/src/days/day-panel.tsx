import { Box, Card, Heading, Stack, Text } from '@site/shared-ui';
import type { AgendaDay, AskingRequest } from '../api/wire';
import type { DayState } from '../calendar/month';
import { calendar, describeDay } from '../content/agenda';
import { formatDay } from '../content/dates';
import { TitledSection } from '../view/frame';
import { AskingButton } from '../view/questions';
import { ViewTextLink } from '../view/view-address';
import type { EditRule } from './rule-form';

interface DayPanelProps {
  readonly day: string;
  readonly state: DayState;
  readonly edit: (edit: EditRule) => void;
}

/** The chosen day: who has it, and the button that closes or reopens it. */
export function DayPanel({ day, state, edit }: DayPanelProps) {
  const { confirmed, asked, closedBy, isPast } = state;
  const booked = [...confirmed, ...asked];
  const isOff = closedBy === 'off';
  const setOff = (isOff: boolean) =>
    edit((rule) => {
      const others = rule.off.filter((other) => other !== day);
      return { ...rule, off: isOff ? [...others, day].sort() : others };
    });
  return (
    <Card asChild>
      <Stack as="section" gap="4" align="flex-start" aria-labelledby="chosen-day">
        <Heading as="h3" size="lg" id="chosen-day">
          {formatDay(day)}
        </Heading>
        <Text color="ink.soft" overflowWrap="anywhere">
          {describeDay(state).join(', ')}
        </Text>
        {confirmed.length > 1 && <Clash text={calendar.twice(confirmed.length)} />}
        {confirmed.length > 0 && asked.length > 0 && <Clash text={calendar.taken(confirmed)} />}
        <RequestLinks requests={booked} />
        {closedBy === 'period' && <Text fontSize="sm">{calendar.inPeriod}</Text>}
        {closedBy === 'busy' && <Text fontSize="sm">{calendar.inOwnCalendar}</Text>}
        {!isPast && closedBy !== 'period' && (
          // One button for both, so that it keeps the focus.
          <AskingButton
            label={isOff ? calendar.open : calendar.close}
            answer={calendar.askDo}
            title={calendar.askTitle}
            isSafe={isOff || booked.length === 0}
            act={() => setOff(!isOff)}
          >
            <Text overflowWrap="anywhere">{calendar.askText(booked)}</Text>
          </AskingButton>
        )}
      </Stack>
    </Card>
  );
}

const Clash = ({ text }: { readonly text: string }) => (
  <Text fontWeight="semibold" color="alarm" overflowWrap="anywhere">
    {text}
  </Text>
);

function RequestLinks({ requests }: { readonly requests: readonly AskingRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <Stack as="ul" listStyleType="none" gap="1">
      {requests.map(({ id, name, insteadOf }) => (
        <li key={id}>
          <ViewTextLink to={{ request: id }}>{name}</ViewTextLink>
          {insteadOf && <Text fontSize="sm">{calendar.insteadOf(insteadOf)}</Text>}
        </li>
      ))}
    </Stack>
  );
}

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
              <Text fontWeight="semibold" color="alarm">
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

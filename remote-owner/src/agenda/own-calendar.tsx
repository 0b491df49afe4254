import { Button, Card, Flex, Stack, Text } from '@site/shared-ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OwnCalendar } from '../api/own-calendar';
import { useOwner } from '../api/owner-context';
import { useCall } from '../api/use-call';
import { formatMoment } from '../content/dates';
import { ownCalendar as words } from '../content/own-calendar';
import { failures, space } from '../content/space';
import { Answered } from '../view/answered';
import { TitledSection } from '../view/titled-section';
import { ConnectForm } from './connect-form';
import { Disconnect } from './disconnect';
import { useOwnCalendar } from './use-own-calendar';

/** The calendar of the owner that closes days. */
export function OwnCalendarSection() {
  const { host } = useOwner();
  return (
    <TitledSection id="own-calendar" title={words.title}>
      {/* Only a server of the site reads it, and only with its own backend. */}
      {host.backend.url === '' ? <Connection /> : <Text>{failures.unavailable}</Text>}
    </TitledSection>
  );
}

function Connection() {
  const query = useCall('owner_own_calendar', {}, { isWaiting: ({ isReading }) => isReading });
  useFreshAgenda(query.data);
  return (
    <Answered query={query}>
      {(calendar, isOld) => (
        <Card>
          <Stack gap="4">
            <Text>{words.intro}</Text>
            {calendar.host === null ? (
              <Unconnected calendar={calendar} isOld={isOld} />
            ) : (
              <Connected calendar={calendar} host={calendar.host} isOld={isOld} />
            )}
          </Stack>
        </Card>
      )}
    </Answered>
  );
}

/** The days of the agenda are those of the last reading. */
function useFreshAgenda(calendar: OwnCalendar | undefined): void {
  const queries = useQueryClient();
  const read = calendar && `${calendar.readAt} ${calendar.days}`;
  useEffect(() => {
    if (read !== undefined) void queries.invalidateQueries({ queryKey: ['owner_agenda'] });
  }, [queries, read]);
}

interface StateProps {
  readonly calendar: OwnCalendar;
  readonly isOld: boolean;
}

function Unconnected({ calendar: { days }, isOld }: StateProps) {
  return (
    <>
      {days > 0 && <Text fontWeight="semibold">{words.lost}</Text>}
      <ConnectForm isOld={isOld} />
      {days > 0 && (
        <Flex>
          <Disconnect days={days} label={words.reopen} isOld={isOld} />
        </Flex>
      )}
    </>
  );
}

function Connected({ calendar, host, isOld }: StateProps & { readonly host: string }) {
  const [isChanging, setIsChanging] = useState(false);
  const reading = useOwnCalendar('owner_read_own_calendar');
  const { connectedAt, isReading, days, unread } = calendar;
  return (
    <>
      <Text overflowWrap="anywhere">{words.connected(host, formatMoment(connectedAt ?? ''))}</Text>
      <Text role="status">{isReading ? words.reading : readingOf(calendar)}</Text>
      {unread && unread.count > 0 && <Text>{words.unread(unread)}</Text>}
      {isChanging && <ConnectForm isOld={isOld} onConnected={() => setIsChanging(false)} />}
      <Flex gap="3" wrap="wrap">
        {/* Stays enabled while it runs: a disabled button loses the focus. */}
        <Button variant="quiet" disabled={isOld} onClick={() => !reading.isPending && reading.mutate({})}>
          {words.readNow}
        </Button>
        <Button variant="quiet" disabled={isOld} onClick={() => setIsChanging(!isChanging)}>
          {isChanging ? space.cancel : words.change}
        </Button>
        <Disconnect days={days} label={words.disconnect} isOld={isOld} />
      </Flex>
    </>
  );
}

function readingOf({ readAt, failure, days }: OwnCalendar): string {
  if (failure === null) return readAt === null ? words.notRead : words.read(formatMoment(readAt), days);
  const failed = readAt === null ? words.failed(failure) : words.failedSince(formatMoment(readAt), failure);
  return days > 0 ? `${failed} ${words.kept(days)}` : failed;
}

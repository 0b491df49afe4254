import { Card, Flex, Stack, Text } from '@site/shared-ui';
import { TextField } from '@site/shared-ui/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCall } from '../api/use-call';
import type { OwnCalendar } from '../api/wire';
import { ownCalendar as words } from '../content/agenda';
import { formatShortMoment } from '../content/dates';
import { refusals, space } from '../content/space';
import { ActionButton, Form, useCallAction } from '../view/form';
import { TitledSection } from '../view/frame';
import { QueryResult } from '../view/query-result';
import { AskingButton } from '../view/questions';

export function OwnCalendarSection() {
  const query = useCall('owner_own_calendar', {}, { isWaiting: ({ isReading }) => isReading });
  useFreshAgenda(query.data);
  return (
    <TitledSection id="own-calendar" title={words.title}>
      <QueryResult query={query}>
        {(calendar) => (
          <Card>
            <Stack gap="4">
              <Text>{words.intro}</Text>
              {calendar.host === null ? (
                <Unconnected {...calendar} />
              ) : (
                <Connected calendar={calendar} host={calendar.host} />
              )}
            </Stack>
          </Card>
        )}
      </QueryResult>
    </TitledSection>
  );
}

/** Each action on the calendar answers its new state. */
const SHOWN = { shows: 'owner_own_calendar' } as const;

/** Loads the agenda again after each reading of the calendar, which may close or open days. */
function useFreshAgenda(calendar: OwnCalendar | undefined): void {
  const queries = useQueryClient();
  const read = calendar && `${calendar.readAt} ${calendar.days}`;
  useEffect(() => {
    if (read !== undefined) void queries.invalidateQueries({ queryKey: ['owner_agenda'] });
  }, [queries, read]);
}

function Unconnected({ days }: OwnCalendar) {
  return (
    <>
      {days > 0 && <Text fontWeight="semibold">{words.lost}</Text>}
      <ConnectForm />
      {days > 0 && <Disconnect days={days} label={words.reopen} />}
    </>
  );
}

function Connected({ calendar, host }: { readonly calendar: OwnCalendar; readonly host: string }) {
  const [isChanging, setIsChanging] = useState(false);
  const { act: read } = useCallAction('owner_read_own_calendar', SHOWN);
  const { connectedAt, isReading, days, unread } = calendar;
  return (
    <>
      <Text overflowWrap="anywhere">{words.connected(host, formatShortMoment(connectedAt ?? ''))}</Text>
      <Text role="status">{isReading ? words.reading : readingOf(calendar)}</Text>
      {unread.count > 0 && <Text>{words.unread(unread)}</Text>}
      {isChanging && <ConnectForm onConnected={() => setIsChanging(false)} />}
      <Flex gap="3" wrap="wrap">
        <ActionButton onClick={() => read({})}>{words.readNow}</ActionButton>
        <ActionButton onClick={() => setIsChanging(!isChanging)}>
          {isChanging ? space.cancel : words.change}
        </ActionButton>
        <Disconnect days={days} label={words.disconnect} />
      </Flex>
    </>
  );
}

function readingOf({ readAt, failure, days }: OwnCalendar): string {
  if (failure === null) return readAt === null ? words.notRead : words.read(formatShortMoment(readAt), days);
  const failed = readAt === null ? words.failed(failure) : words.failedSince(formatShortMoment(readAt), failure);
  return days > 0 ? `${failed} ${words.kept(days)}` : failed;
}

const ADDRESS = /^(?:https|webcal):\/\/[^\s/]+\.\S+$/i;

/** Asks for the address of a calendar, which is never shown again. */
function ConnectForm({ onConnected }: { readonly onConnected?: () => void }) {
  const [address, setAddress] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const { act: connect } = useCallAction('owner_set_own_calendar', { ...SHOWN, onSuccess: () => onConnected?.() });
  const submit = () => {
    const typed = address.trim();
    setIsWrong(!ADDRESS.test(typed));
    if (ADDRESS.test(typed)) connect({ address: typed });
  };
  return (
    <Form aria-label={words.title} onSubmit={submit}>
      <TextField
        label={words.address}
        name="own-calendar"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={words.hint}
        error={isWrong ? refusals['no-calendar-address'] : undefined}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Stack gap="2">
        <Text fontWeight="semibold">{words.where}</Text>
        <Stack as="ul" gap="1" listStyleType="none">
          {words.programs.map(({ name, text }) => (
            <Text as="li" key={name} fontSize="sm">
              {`${name}\u00a0: ${text}`}
            </Text>
          ))}
        </Stack>
      </Stack>
      <ActionButton variant="primary" type="submit">
        {words.connect}
      </ActionButton>
    </Form>
  );
}

interface DisconnectProps {
  /** Counts days that become free. */
  readonly days: number;
  readonly label: string;
}

function Disconnect({ days, label }: DisconnectProps) {
  const ending = useCallAction('owner_set_own_calendar', { ...SHOWN, done: () => words.disconnected });
  return (
    <AskingButton label={label} title={words.disconnectTitle} act={() => ending.mutateAsync({ address: null })}>
      <Text>{words.disconnectText(days)}</Text>
    </AskingButton>
  );
}

import type { Host } from '@site/contract/host';
import { Flex, formatFrenchDate, Grid, Heading, Stack, Tag, Text, todayInParis } from '@site/shared-ui';
import { useEffect, useRef } from 'react';
import type { ManagedRequest } from '../api/managed-request';
import { linkBookingFile } from '../calendar-file/calendar-file';
import { CalendarFileLink } from '../calendar-file/calendar-file-link';
import { dayState, manage, statusOf } from '../content/manage';
import { AskDay } from './ask-day';
import { AskFirst } from './ask-first';
import { daysToGiveUp } from './days-to-give-up';
import { GiveUpDay } from './give-up-day';

interface ManagedRequestViewProps {
  readonly host: Host;
  readonly request: ManagedRequest;
  readonly isSending: boolean;
  readonly cancel: () => void;
  readonly giveUpDay: (date: string) => void;
  readonly askDay: (from: string, to: string) => void;
}

export function ManagedRequestView({ host, request, isSending, cancel, giveUpDay, askDay }: ManagedRequestViewProps) {
  const { status, days, isAgefice } = request;
  const isOpen = status !== 'annulee';
  const toGiveUp = daysToGiveUp(request, todayInParis());
  const heading = useFocusAfterChange(request.version);
  const ahead = days.filter(({ date }) => date >= todayInParis());
  return (
    <Stack gap="6">
      <Stack gap="3">
        <Heading ref={heading} as="h2" size="lg" tabIndex={-1}>
          {statusOf(request)}
        </Heading>
        <Text>{isAgefice ? manage.funded : manage.notFunded}</Text>
      </Stack>
      <Grid as="ul" gap="3" aria-label={manage.days}>
        {days.map((day) => (
          <Flex as="li" key={day.date} gap="3" wrap="wrap" align="center">
            <Text fontWeight="semibold">{formatFrenchDate(day.date)}</Text>
            <DayTag {...dayState(request, day)} />
            {toGiveUp.includes(day.date) && <GiveUpDay day={day} isSending={isSending} onGiveUp={giveUpDay} />}
          </Flex>
        ))}
      </Grid>
      {isOpen && (
        <>
          <CalendarFile host={host} request={request} />
          {/* A new version is another state of the request: what was being chosen no longer fits it. */}
          <AskDay key={request.version} host={host} days={ahead} isSending={isSending} onAsk={askDay} />
          <Flex>
            <AskFirst words={manage.cancel} isSending={isSending} onConfirm={cancel} />
          </Flex>
        </>
      )}
    </Stack>
  );
}

/** The pressed button may be gone with its day: the focus moves to what became of the request. */
function useFocusAfterChange(version: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [version]);
  return heading;
}

/** The colour only repeats the words. */
const DayTag = ({ label, isQuiet }: ReturnType<typeof dayState>) => <Tag {...(isQuiet && { bg: 'sand' })}>{label}</Tag>;

/** The confirmed days; while there are none, the requested ones. */
function CalendarFile({ host, request }: Pick<ManagedRequestViewProps, 'host' | 'request'>) {
  const confirmed = request.days.filter((day) => day.confirmed);
  const isConfirmed = confirmed.length > 0;
  const days = isConfirmed ? confirmed : request.days;
  const file = linkBookingFile({ days, sequence: request.version, isConfirmed }, host.site);
  return (
    <Flex>
      <CalendarFileLink {...file} />
    </Flex>
  );
}

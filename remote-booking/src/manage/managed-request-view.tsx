import type { Host } from '@site/contract/host';
import { Flex, formatFrenchDate, Grid, Heading, Stack, Tag, Text, todayInParis } from '@site/shared-ui';
import type { ManagedRequest } from '../api/managed-request';
import { linkBookingFile } from '../calendar-file/calendar-file';
import { CalendarFileLink } from '../calendar-file/calendar-file-link';
import { dayState, manage, statusOf } from '../content/manage';
import { AskDay } from './ask-day';
import { CancelRequest } from './cancel-request';

interface ManagedRequestViewProps {
  readonly host: Host;
  readonly request: ManagedRequest;
  readonly isSending: boolean;
  readonly cancel: () => void;
  readonly askDay: (from: string, to: string) => void;
}

export function ManagedRequestView({ host, request, isSending, cancel, askDay }: ManagedRequestViewProps) {
  const { status, days, isAgefice } = request;
  const isOpen = status !== 'annulee';
  const ahead = days.filter(({ date }) => date >= todayInParis());
  return (
    <Stack gap="6">
      <Stack gap="3">
        <Heading as="h2" size="lg">
          {statusOf(request)}
        </Heading>
        <Text>{isAgefice ? manage.funded : manage.notFunded}</Text>
      </Stack>
      <Grid as="ul" gap="3" aria-label={manage.days}>
        {days.map((day) => (
          <Flex as="li" key={day.date} gap="3" wrap="wrap" align="center">
            <Text fontWeight="semibold">{formatFrenchDate(day.date)}</Text>
            <DayTag {...dayState(request, day)} />
          </Flex>
        ))}
      </Grid>
      {isOpen && (
        <>
          <CalendarFile host={host} request={request} />
          {/* A new version is another state of the request: what was being chosen no longer fits it. */}
          <AskDay key={request.version} host={host} days={ahead} isSending={isSending} onAsk={askDay} />
          <CancelRequest isSending={isSending} onCancel={cancel} />
        </>
      )}
    </Stack>
  );
}

/** The colour only repeats the words. */
const DayTag = ({ label, isQuiet }: ReturnType<typeof dayState>) => <Tag {...(isQuiet && { bg: 'sand' })}>{label}</Tag>;

/** The confirmed days; while there are none, the requested ones. */
function CalendarFile({ host, request }: Pick<ManagedRequestViewProps, 'host' | 'request'>) {
  const confirmed = request.days.filter((day) => day.confirmed);
  const isConfirmed = confirmed.length > 0;
  const dates = (isConfirmed ? confirmed : request.days).map(({ date }) => date);
  const file = linkBookingFile({ dates, calendarId: request.calendarId, isConfirmed }, host.site);
  return (
    <Flex>
      <CalendarFileLink {...file} />
    </Flex>
  );
}

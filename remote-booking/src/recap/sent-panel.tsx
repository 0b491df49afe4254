import { Flex, FormStatus, Heading, Stack, Text } from '@site/shared-ui';
import type { Host } from '@site/shared-ui/host';
import { useEffect, useId, useRef } from 'react';
import { CalendarFileLink } from '../calendar-file/calendar-file-link';
import { sent } from '../content/messages';
import { calendarFile, recap } from '../content/recap';
import type { Booking } from '../submission/booking';
import type { BookingSubmission } from '../submission/use-booking-submission';
import { RecapList } from './recap-list';
import { StayOrGo } from './stay-or-go';

interface SentPanelProps {
  /** What was stored; undefined until then, and the panel empty. */
  readonly booking: Booking | undefined;
  readonly returnHome: BookingSubmission['returnHome'];
  readonly host: Host;
}

/** After a success: the good news, what was sent, and the time to read it. */
export function SentPanel({ booking, returnHome, host }: SentPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const { isCancelled, listeners } = returnHome;

  // The button that was pressed is off, and later the one to stay is gone: from here, Tab leads on.
  useEffect(() => {
    if (booking) panel.current?.focus();
  }, [booking, isCancelled]);

  return (
    <Stack
      ref={panel}
      gap="6"
      tabIndex={-1}
      {...(booking && { role: 'group', 'aria-labelledby': titleId })}
      {...listeners}
    >
      <FormStatus tone="success">{booking && (isCancelled ? sent.staying : sent.status)}</FormStatus>
      {booking && (
        <>
          <Stack gap="3">
            <Flex gap="3" direction={{ base: 'column', md: 'row' }} wrap="wrap">
              <CalendarFileLink dates={booking.dates} site={host.site} />
              <StayOrGo returnHome={returnHome} host={host} />
            </Flex>
            <Text fontSize="sm" color="ink.soft">
              {calendarFile.note} {!isCancelled && recap.hold}
            </Text>
          </Stack>
          <Heading as="h2" id={titleId} size="lg">
            {recap.title}
          </Heading>
          <RecapList booking={booking} />
        </>
      )}
    </Stack>
  );
}

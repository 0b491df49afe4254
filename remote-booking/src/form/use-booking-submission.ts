import type { Host, NoticeLink } from '@site/contract/host';
import { useSubmission } from '@site/forms/submission';
import { useRef, useState } from 'react';
import type { Booking } from '../api/booking';
import { type BookingFailure, createBookingSender } from '../api/booking-sender';
import { keepSecret } from '../api/link-secret';
import { linkBookingFile } from '../calendar-file/calendar-file';
import { calendarIdOf } from '../calendar-file/calendar-id';
import { failed, manageLink, sent } from '../content/messages';

export function useBookingSubmission(host: Host) {
  const [send] = useState(() => createBookingSender(host.backend));
  // The notice and the recap share one file, so that a second download contains the same events.
  const [file, setFile] = useState<NoticeLink>();
  const calendarId = useRef('');
  const hasLink = useRef(false);
  const submission = useSubmission<Booking, BookingFailure>(host, {
    send: async (booking, signals) => {
      const outcome = await send(booking, signals);
      if (outcome.ok) {
        calendarId.current = await calendarIdOf(outcome.reservationId);
        hasLink.current = outcome.linkSecret !== undefined && keepSecret(outcome.linkSecret);
      }
      return outcome;
    },
    // No duration: on a phone, the notice is all that is left of the booking after the return home.
    sent: (booking) => {
      const days = booking.dates.map((date) => ({ date, uid: `${calendarId.current}-${date}` }));
      const link = linkBookingFile({ days }, host.site);
      setFile(link);
      return {
        title: sent.title,
        description: sent.description(booking, host.site.email),
        link,
        ...(hasLink.current && { otherLink: manageLink }),
      };
    },
    failed,
  });
  return { ...submission, file };
}

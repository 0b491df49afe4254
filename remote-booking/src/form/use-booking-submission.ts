import type { Host, NoticeLink } from '@site/contract/host';
import { useSubmission } from '@site/shared-ui/form';
import { useState } from 'react';
import type { Booking } from '../api/booking';
import { createBookingSender } from '../api/booking-sender';
import { linkBookingFile } from '../calendar-file/booking-file';
import { failed, sent } from '../content/messages';

export type BookingSubmission = ReturnType<typeof useBookingSubmission>;

/** Sends bookings. After a partial failure only the missing part is sent again. */
export function useBookingSubmission(host: Host) {
  const [send] = useState(() => createBookingSender(host.backend));
  // One file for the notice and the recap: a second download contains the same events.
  const [file, setFile] = useState<NoticeLink>();
  const submission = useSubmission(host, {
    send,
    // Without a duration: on a phone it is all that is left of the booking once the visitor is home again.
    sent: (booking: Booking) => {
      const link = linkBookingFile(booking.dates, host.site);
      setFile(link);
      return { title: sent.title, description: sent.description(booking, host.site.email), link };
    },
    failed,
  });
  return { ...submission, file };
}

import type { Host, NoticeLink } from '@site/contract/host';
import { useSubmission } from '@site/shared-ui/form';
import { useState } from 'react';
import type { Booking } from '../api/booking';
import { createBookingSender } from '../api/booking-sender';
import { linkBookingFile } from '../calendar-file/booking-file';
import { failed, sent } from '../content/messages';

export type BookingSubmission = ReturnType<typeof useBookingSubmission>;

export function useBookingSubmission(host: Host) {
  const [send] = useState(() => createBookingSender(host.backend));
  // The notice and the recap share one file, so that a second download contains the same events.
  const [file, setFile] = useState<NoticeLink>();
  const submission = useSubmission(host, {
    send,
    // No duration: on a phone, the notice is all that is left of the booking after the return home.
    sent: (booking: Booking) => {
      const link = linkBookingFile(booking.dates, host.site);
      setFile(link);
      return { title: sent.title, description: sent.description(booking, host.site.email), link };
    },
    failed,
  });
  return { ...submission, file };
}

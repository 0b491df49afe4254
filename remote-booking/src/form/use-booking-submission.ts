import type { Host } from '@site/contract/host';
import { useSubmission } from '@site/shared-ui/form';
import { useState } from 'react';
import type { Booking } from '../api/booking';
import { createBookingSender } from '../api/booking-sender';
import { failed, sent } from '../content/messages';

export type BookingSubmission = ReturnType<typeof useBookingSubmission>;

/** Sends bookings. After a partial failure only the missing part is sent again. */
export function useBookingSubmission(host: Host) {
  const [send] = useState(() => createBookingSender(host.backend));
  return useSubmission(host, {
    send,
    sent: (booking: Booking) => ({ title: sent.title, description: sent.description(booking, host.site.email) }),
    failed,
  });
}

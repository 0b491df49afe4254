import { useSubmission } from '@site/shared-ui/form';
import type { Host } from '@site/shared-ui/host';
import { useState } from 'react';
import { failed, sent } from '../content/messages';
import type { Booking } from './booking';
import { createBookingSender } from './booking-sender';

export type BookingSubmission = ReturnType<typeof useBookingSubmission>;

/** Sends bookings; what the server has of an unfinished one is not sent again. */
export function useBookingSubmission(host: Host) {
  const [send] = useState(() => createBookingSender(host.backend));
  return useSubmission(host, {
    send,
    sent: (booking: Booking) => ({ title: sent.title, description: sent.description(booking, host.site.email) }),
    failed,
  });
}

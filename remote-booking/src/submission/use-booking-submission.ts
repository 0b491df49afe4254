import { formatFrenchDate } from '@site/shared-ui';
import type { Host } from '@site/shared-ui/host';
import { useEffect, useRef, useState } from 'react';
import { failed, sent } from '../content/messages';
import type { Booking } from './booking';
import { type BookingFailure, createBookingSender } from './booking-sender';

const SENT_NOTICE_MS = 5000;
const RETURN_HOME_AFTER_MS = 2000;

export type Progress =
  | { readonly step: 'ready' | 'sending' | 'sent' }
  | { readonly step: 'failed'; readonly failure: BookingFailure };

const READY: Progress = { step: 'ready' };

/** Sends the booking, tells the visitor what became of it and, once it is stored, takes them home. */
export function useBookingSubmission(host: Host) {
  const [progress, setProgress] = useState<Progress>(READY);
  const [sendBooking] = useState(() => createBookingSender(host.backend));
  // Two presses can come before the button is drawn as disabled.
  const isSending = useRef(false);

  // Leaving the page before the time is up cancels the return.
  useEffect(() => {
    if (progress.step !== 'sent') return;
    const timer = setTimeout(() => {
      host.navigate(host.paths.home);
      setProgress(READY);
    }, RETURN_HOME_AFTER_MS);
    return () => clearTimeout(timer);
  }, [progress.step, host]);

  async function send(booking: Booking, onStored: () => void): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    setProgress({ step: 'sending' });
    const outcome = await sendBooking(booking);
    isSending.current = false;
    if (!outcome.ok) {
      console.error(outcome.error);
      host.notify({ ...failed, tone: 'error' });
      setProgress({ step: 'failed', failure: outcome });
      return;
    }
    const readable = { isAgefice: booking.isAgefice, dates: booking.dates.map(formatFrenchDate) };
    const description = sent.description(readable, host.site.email);
    host.notify({ title: sent.title, description, tone: 'success', duration: SENT_NOTICE_MS });
    setProgress({ step: 'sent' });
    onStored();
  }

  return { progress, send, forgetFailure: () => setProgress(READY) };
}

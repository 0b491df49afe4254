import type { Host, NoticeLink } from '@site/contract/host';
import { showErrorNotice, useRequestForm, withdrawErrorNotice } from '@site/forms/submission';
import { todayInParis } from '@site/shared-ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { MANAGE_PATH } from '../../contract';
import type { Booking } from '../api/booking';
import { type BookingFailure, createBookingSender } from '../api/booking-sender';
import { keepSecret, randomHex, sha256Hex } from '../api/link-secret';
import { linkBookingFile } from '../calendar-file/calendar-file';
import { errorTitle, failed, manageLink, sent } from '../content/booking';
import { cleanBooking, emptyBooking, noticeOf, validateBooking } from './booking-checks';

export function useBookingForm(host: Host, element: RefObject<HTMLFormElement | null>) {
  const [send] = useState(() => createBookingSender(host.backend));
  // The notice and the recap share one file, so that a second download contains the same events.
  const [file, setFile] = useState<NoticeLink>();
  const calendarId = useRef('');
  const hasLink = useRef(false);
  const href = useRef<string>(undefined);
  const formik = useRequestForm<Booking, BookingFailure>(host, element, {
    key: 'booking-draft',
    empty: emptyBooking,
    restore: (kept) => ({ ...kept, dates: kept.dates.filter(isStillAhead) }),
    clean: cleanBooking,
    validate: validateBooking,
    send: async (booking, signals) => {
      const outcome = await send(booking, signals);
      if (outcome.ok) {
        calendarId.current = await calendarIdOf(outcome.reservationId);
        hasLink.current = outcome.linkSecret !== undefined && keepSecret(outcome.linkSecret);
        href.current = outcome.linkSecret && `${window.location.origin}${MANAGE_PATH}#${outcome.linkSecret}`;
      }
      return outcome;
    },
    // No duration: on a phone, the notice is all that is left of the booking after the return home.
    sent: (booking) => {
      const days = booking.dates.map((date) => ({ date, uid: `${calendarId.current}-${date}` }));
      const link = linkBookingFile({ days, manageLink: href.current }, host.site);
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
  useRefusal(host, formik);
  return { ...formik, file, manageHref: href.current };
}

const isStillAhead = (date: string) => /^\d{4}-\d\d-\d\d$/.test(date) && date >= todayInParis();

type Refused = Pick<
  ReturnType<typeof useRequestForm<Booking, BookingFailure>>,
  'errors' | 'isSubmitting' | 'submitCount'
>;

/** Shows a notice until the form is corrected, sent again or left. */
function useRefusal(host: Host, { errors, isSubmitting, submitCount }: Refused) {
  const notice = isSubmitting ? undefined : noticeOf(errors);

  // biome-ignore lint/correctness/useExhaustiveDependencies(submitCount): an attempt with the same errors shows the notice again.
  useEffect(() => {
    if (!notice) return;
    // Not announced: the summary in the form takes the focus.
    showErrorNotice(host, { title: errorTitle, description: notice, announced: false });
    return () => withdrawErrorNotice(host);
  }, [host, notice, submitCount]);
}

const DIGITS = 32;

/**
 * With a date, the UID of a day that was just requested, as the mails to the visitor have it (`private.entry_uid`): a
 * calendar then keeps one entry per day. Without `crypto.subtle` (plain http, except localhost) the id is random.
 */
export async function calendarIdOf(reservationId: string): Promise<string> {
  return crypto.subtle ? (await sha256Hex(reservationId)).slice(0, DIGITS) : randomHex(DIGITS / 2);
}

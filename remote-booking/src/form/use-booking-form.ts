import { BOOKING_FIELDS } from '@site/contract/form-fields';
import type { Host, NoticeLink } from '@site/contract/host';
import { pricesOf } from '@site/contract/prices';
import { type FieldErrors, showErrorNotice, useRequestForm, withdrawErrorNotice } from '@site/forms/submission';
import { todayInParis } from '@site/shared-ui';
import { useEffect, useState } from 'react';
import type { Booking } from '../api/booking';
import { createBookingSender } from '../api/booking-sender';
import { keepSecret, linkOf, randomHex, sha256Hex } from '../api/link-secret';
import { errorTitle, failed, manageLink, sent } from '../content/booking';
import { cleanBooking, emptyBooking, noticeOf, validateBooking } from './booking-checks';

export function useBookingForm(host: Host) {
  const [send] = useState(() => createBookingSender(host.backend, pricesOf(host.site)));
  // The notice and the recap share one file, so that a second download contains the same events.
  const [recapState, setRecapState] = useState<RecapState>({});
  const form = useRequestForm(host, {
    key: 'booking-draft',
    empty: emptyBooking,
    fields: BOOKING_FIELDS,
    fundingField: 'isAgefice',
    restore: (earlier) => ({ ...earlier, dates: earlier.dates.filter(isStillAhead) }),
    clean: cleanBooking,
    validate: validateBooking,
    send: async (booking, signals) => {
      const loadingFile = loadCalendarFile();
      const outcome = await send(booking, signals);
      if (!outcome.ok) return outcome;
      const { isRepeat, idempotencyKey } = outcome;
      const calendarId = await calendarIdOf(outcome.reservationId);
      const stored = isRepeat ? await loadStoredRequest(host, { calendarId, idempotencyKey }) : undefined;
      const linkSecret = stored?.linkSecret ?? outcome.linkSecret;
      const manageHref = linkSecret && linkOf(linkSecret);
      const days = booking.dates.map((date) => ({ date, uid: `${calendarId}-${date}` }));
      // What became of an earlier request may contradict what was sent: only its own page knows its days.
      const file = isRepeat ? undefined : (await loadingFile)?.({ days, manageLink: manageHref }, host.site);
      const status = isRepeat ? sent.repeated(stored?.state) : `${sent.status} ${sent.next(booking, host.site)}`;
      setRecapState({ file, manageHref, status, isRepeat });
      return { ...outcome, file, isLinkStored: linkSecret !== undefined && keepSecret(linkSecret) };
    },
    // No duration: on a phone, the notice is all that is left of the booking after the return home.
    successNotice: (booking, { isRepeat, file, isLinkStored }) => ({
      title: isRepeat ? sent.repeatedTitle : sent.title,
      description: isRepeat
        ? sent.repeatedText(booking)
        : `${sent.description(booking, host.site.email)} ${sent.nextInShort}`,
      ...(file && { link: file }),
      ...(isLinkStored && { otherLink: manageLink }),
    }),
    // Only the recap shows the state of a request that was sent before.
    keepsRecap: ({ isRepeat = false }) => isRepeat,
    failed,
  });
  useRefusal(host, form);
  return { form, ...recapState };
}

const FILE_WITHIN_MS = 5000;

/** Loads the code of the calendar file during the sending. If it fails or hangs, the success has no file. */
const loadCalendarFile = () =>
  Promise.race([
    import('../calendar-file/calendar-file').then(
      ({ linkBookingFile }) => linkBookingFile,
      () => undefined,
    ),
    new Promise<undefined>((resolve) => setTimeout(resolve, FILE_WITHIN_MS, undefined)),
  ]);

/** Loads the code on demand: few bookings are sent twice. */
const loadStoredRequest = async (
  host: Host,
  stored: { readonly calendarId: string; readonly idempotencyKey: string },
) =>
  import('./stored-request').then(
    ({ readStoredRequest }) => readStoredRequest(host, stored),
    () => undefined,
  );

export interface RecapState {
  readonly file?: NoticeLink | undefined;
  readonly manageHref?: string | undefined;
  readonly status?: string;
  readonly isRepeat?: boolean | undefined;
}

const isStillAhead = (date: string) => /^\d{4}-\d\d-\d\d$/.test(date) && date >= todayInParis();

interface RefusedForm {
  readonly errors: FieldErrors<Booking>;
  readonly isSubmitting: boolean;
  readonly submitCount: number;
}

/** Shows a notice until the form is corrected, sent again or left. */
function useRefusal(host: Host, { errors, isSubmitting, submitCount }: RefusedForm) {
  const notice = isSubmitting ? undefined : noticeOf(errors);

  // biome-ignore lint/correctness/useExhaustiveDependencies(submitCount): a second press with the same errors shows the notice again.
  useEffect(() => {
    if (!notice) return;
    // The notice is not announced, since the summary in the form takes the focus.
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

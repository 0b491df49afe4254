import type { Host, NoticeLink } from '@site/contract/host';
import { useFundingChoice, useKeptValues } from '@site/forms/kept-values';
import { showErrorNotice, useSubmission, withdrawErrorNotice } from '@site/forms/submission';
import { todayInParis } from '@site/shared-ui';
import { fieldId } from '@site/shared-ui/form';
import { useFormik } from 'formik';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Booking, cleanBooking, emptyBooking } from '../api/booking';
import { type BookingFailure, createBookingSender } from '../api/booking-sender';
import { keepSecret, randomHex, sha256Hex } from '../api/link-secret';
import { linkBookingFile } from '../calendar-file/calendar-file';
import { errorTitle, failed, manageLink, sent } from '../content/booking';
import { type BookingCheck, errorsOf, findRefusal } from './booking-checks';

const focusOrder = ['dates', 'name', 'email'] as const;

export function useBookingForm(host: Host, element: RefObject<HTMLFormElement | null>) {
  const { submit, honeypotRef, resetFailure, ...outcome } = useBookingSubmission(host);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const formik = useFormik({
    initialValues: emptyBooking,
    onSubmit: (typed, { resetForm }) => {
      const booking = cleanBooking(typed);
      const check = findRefusal(booking);
      if (check) return refuse(check, booking);
      setRefusal(null);
      void submit(booking, () => {
        resetForm();
        // If the page was left meanwhile, resetting the form does not remove the draft.
        draft.clear();
      });
    },
  });
  const draft = useKeptValues(element, {
    key: 'booking-draft',
    empty: emptyBooking,
    values: formik.values,
    restore: (values) => void formik.setValues({ ...values, dates: values.dates.filter(isStillAhead) }),
  });

  function refuse(check: Refusal['check'], booking: Booking) {
    const errors = errorsOf(check, booking);
    resetFailure();
    setRefusal({ check, notice: check.notice(errors), firstField: focusOrder.find((name) => errors[name]) });
  }

  useEffect(() => {
    if (refusal?.firstField) document.getElementById(fieldId(refusal.firstField))?.focus();
  }, [refusal]);

  useFundingChoice(() => void formik.setFieldValue('isAgefice', true, false));

  // Checked at every change, so that a message disappears as soon as its field is correct.
  const errors = refusal ? errorsOf(refusal.check, formik.values) : {};
  const isCorrected = refusal !== null && Object.keys(errors).length === 0;
  useEffect(() => {
    if (isCorrected) setRefusal(null);
  }, [isCorrected]);
  useRefusalNotice(host, refusal);

  return { formik, errors, honeypotRef, outcome, summary: isCorrected ? undefined : refusal?.check.summary };
}

const isStillAhead = (date: string) => /^\d{4}-\d\d-\d\d$/.test(date) && date >= todayInParis();

function useBookingSubmission(host: Host) {
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

export interface Refusal {
  readonly check: BookingCheck;
  readonly notice: string | undefined;
  readonly firstField: 'dates' | 'name' | 'email' | undefined;
}

/** Shows a refusal as a notice until the form is corrected, sent again or left. */
function useRefusalNotice(host: Host, refusal: Refusal | null) {
  useEffect(() => {
    if (!refusal?.notice) return;
    // Not announced: the focused field or the form already announces it.
    showErrorNotice(host, { title: errorTitle, description: refusal.notice, announced: false });
    return () => withdrawErrorNotice(host);
  }, [host, refusal]);
}

const DIGITS = 32;

/**
 * With a date, the UID of a day that was just requested, as the mails to the visitor have it (`private.entry_uid`): a
 * calendar then keeps one entry per day. Without `crypto.subtle` (plain http, except localhost) the id is random.
 */
export async function calendarIdOf(reservationId: string): Promise<string> {
  return crypto.subtle ? (await sha256Hex(reservationId)).slice(0, DIGITS) : randomHex(DIGITS / 2);
}

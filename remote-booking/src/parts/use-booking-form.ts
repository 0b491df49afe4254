import { fieldId } from '@site/shared-ui';
import type { Host } from '@site/shared-ui/host';
import { useFormik } from 'formik';
import { useEffect, useState } from 'react';
import { errorTitle } from '../content/messages';
import { cleanBooking, emptyBooking } from '../submission/booking';
import { type BookingCheck, errorsOf, findRefusal } from '../submission/booking-checks';
import { useBookingSubmission } from '../submission/use-booking-submission';

/** The form's values, what keeps them from being sent, and what becomes of them. */
export function useBookingForm(host: Host) {
  const { progress, send, startOver } = useBookingSubmission(host);
  const [refused, setRefused] = useState<{ readonly by: BookingCheck } | null>(null);
  const formik = useFormik({
    initialValues: emptyBooking,
    onSubmit: async (typed, { resetForm }) => {
      const booking = cleanBooking(typed);
      const check = findRefusal(booking);
      setRefused(check ? { by: check } : null);
      if (!check) {
        if (await send(booking)) resetForm();
        return;
      }
      startOver();
      const description = check.notice?.(errorsOf(check, booking));
      if (description) host.notify({ title: errorTitle, description, tone: 'error' });
    },
  });

  // Asked again at every change: a message goes as soon as it no longer holds.
  const errors = refused ? errorsOf(refused.by, formik.values) : {};
  useFocusOnRefused(refused, Object.keys(errors)[0]);
  return { formik, errors, progress, notice: refused?.by.notice?.(errors) };
}

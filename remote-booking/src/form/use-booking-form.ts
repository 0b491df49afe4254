import type { Host } from '@site/contract/host';
import { fieldId, useFundingChoice } from '@site/shared-ui/form';
import { useFormik } from 'formik';
import { useEffect, useState } from 'react';
import { cleanBooking, emptyBooking } from '../api/booking';
import { errorTitle } from '../content/messages';
import { type BookingCheck, errorsOf, findRefusal } from './booking-checks';
import { useBookingSubmission } from './use-booking-submission';

const focusOrder = ['dates', 'name', 'email'] as const;

interface Refusal {
  readonly check: BookingCheck;
  readonly firstField: (typeof focusOrder)[number] | undefined;
}

/** The form's values, its errors and the outcome of sending. */
export function useBookingForm(host: Host) {
  const { submit, honeypotRef, forgetFailure, ...outcome } = useBookingSubmission(host);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const formik = useFormik({
    initialValues: emptyBooking,
    onSubmit: (typed, { resetForm }) => {
      const booking = cleanBooking(typed);
      const check = findRefusal(booking);
      if (check) return refuse(check, errorsOf(check, booking));
      setRefusal(null);
      void submit(booking, resetForm);
    },
  });

  function refuse(check: BookingCheck, found: ReturnType<typeof errorsOf>) {
    forgetFailure();
    setRefusal({ check, firstField: focusOrder.find((name) => found[name]) });
    const description = check.notice?.(found);
    if (description) host.notify({ title: errorTitle, description, tone: 'error' });
  }

  useEffect(() => {
    if (refusal?.firstField) document.getElementById(fieldId(refusal.firstField))?.focus();
  }, [refusal]);

  useFundingChoice(() => void formik.setFieldValue('isAgefice', true, false));

  // Checked at every change: a message disappears as soon as its field is correct.
  const errors = refusal ? errorsOf(refusal.check, formik.values) : {};
  const isRefused = Object.keys(errors).length > 0;
  return { formik, errors, honeypotRef, outcome, notice: isRefused ? refusal?.check.notice?.(errors) : undefined };
}

import type { Host } from '@site/contract/host';
import { useFundingChoice, useKeptValues } from '@site/forms/kept-values';
import { todayInParis } from '@site/shared-ui';
import { fieldId } from '@site/shared-ui/form';
import { useFormik } from 'formik';
import { type RefObject, useEffect, useState } from 'react';
import { type Booking, cleanBooking, emptyBooking } from '../api/booking';
import { errorsOf, findRefusal } from './booking-checks';
import { useBookingSubmission } from './use-booking-submission';
import { type Refusal, useRefusalNotice } from './use-refusal-notice';

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

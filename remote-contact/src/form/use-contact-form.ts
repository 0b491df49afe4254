import type { Host } from '@site/contract/host';
import { useFundingChoice, useKeptValues } from '@site/forms/kept-values';
import { useFormik } from 'formik';
import type { RefObject } from 'react';
import { contactSchema, emptyContact } from './contact-schema';
import { useContactSubmission } from './use-contact-submission';

export function useContactForm(host: Host, element: RefObject<HTMLFormElement | null>) {
  const { submit, honeypotRef, ...outcome } = useContactSubmission(host);
  const formik = useFormik({
    initialValues: emptyContact,
    validationSchema: contactSchema,
    onSubmit: (typed, { resetForm }) =>
      void submit(contactSchema.cast(typed), () => {
        resetForm();
        // If the page was left meanwhile, resetting the form does not remove the draft.
        draft.clear();
      }),
  });
  const draft = useKeptValues(element, {
    key: 'contact-draft',
    empty: emptyContact,
    values: formik.values,
    restore: (values) => void formik.setValues(values, false),
  });
  // No errors before the first attempt to send.
  const errors = formik.submitCount > 0 ? formik.errors : {};
  useFundingChoice(() => void formik.setFieldValue('isAgefice', true, false));
  return { formik, errors, honeypotRef, outcome };
}

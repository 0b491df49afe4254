import type { Host } from '@site/contract/host';
import { useFundingChoice } from '@site/shared-ui/form';
import { useFormik } from 'formik';
import { contactSchema, emptyContact } from './contact-schema';
import { useContactSubmission } from './use-contact-submission';

/** The form's values, its errors and the outcome of sending. */
export function useContactForm(host: Host) {
  const { submit, honeypotRef, ...outcome } = useContactSubmission(host);
  const formik = useFormik({
    initialValues: emptyContact,
    validationSchema: contactSchema,
    onSubmit: (typed, { resetForm }) => void submit(contactSchema.cast(typed), resetForm),
  });
  // No errors before the first attempt to send.
  const errors = formik.submitCount > 0 ? formik.errors : {};
  useFundingChoice(() => void formik.setFieldValue('isAgefice', true, false));
  return { formik, errors, honeypotRef, outcome };
}

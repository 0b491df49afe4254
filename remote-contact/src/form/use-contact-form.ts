import { cleanEmail, EMAIL_RULE } from '@site/contract/email';
import type { Host } from '@site/contract/host';
import { useFundingChoice, useKeptValues } from '@site/forms/kept-values';
import { useSubmission } from '@site/forms/submission';
import { cleanLine, cleanText } from '@site/forms/texts';
import { useFormik } from 'formik';
import { type RefObject, useState } from 'react';
import { boolean, object, string } from 'yup';
import { createContactSender } from '../api/contact-sender';
import type { ContactMessage } from '../api/send-contact-message';
import { failed, invalid, sent } from '../content/contact';

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

const SENT_NOTICE_MS = 5000;

function useContactSubmission(host: Host) {
  const [send] = useState(() => createContactSender(host.backend));
  return useSubmission(host, {
    send,
    sent: ({ isAgefice }: ContactMessage) => ({
      title: sent.title,
      duration: SENT_NOTICE_MS,
      description: sent.description(isAgefice, host.site.email),
    }),
    failed,
  });
}

const NAME_MIN_LENGTH = 2;
const TELEPHONE_MIN_LENGTH = 10;

const line = () => string().transform(cleanLine);

/** Casting trims every text. */
export const contactSchema = object({
  prenom: line().required(invalid.prenom).min(NAME_MIN_LENGTH, invalid.prenom),
  nom: line().required(invalid.nom).min(NAME_MIN_LENGTH, invalid.nom),
  email: string().transform(cleanEmail).required(invalid.email).matches(EMAIL_RULE, invalid.email),
  telephone: line().required(invalid.telephone).min(TELEPHONE_MIN_LENGTH, invalid.telephone),
  message: string().transform(cleanText).default(''),
  isAgefice: boolean().default(false),
});

export const emptyContact: ContactMessage = {
  prenom: '',
  nom: '',
  email: '',
  telephone: '',
  message: '',
  isAgefice: false,
};

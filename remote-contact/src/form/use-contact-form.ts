import { EMAIL_RULE } from '@site/contract/email';
import { CONTACT_FIELDS } from '@site/contract/form-fields';
import type { Host } from '@site/contract/host';
import { cleanValues, emptyValues } from '@site/forms/fields';
import { errorsOf, useRequestForm } from '@site/forms/submission';
import { useState } from 'react';
import * as v from 'valibot';
import { createContactSender } from '../api/contact-sender';
import type { ContactMessage } from '../api/send-contact-message';
import { failed, invalid, sent } from '../content/contact';

const SENT_NOTICE_MS = 5000;

export function useContactForm(host: Host) {
  const [send] = useState(() => createContactSender(host.backend));
  return useRequestForm(host, {
    key: 'contact-draft',
    empty: emptyContact,
    fields: CONTACT_FIELDS,
    fundingField: 'isAgefice',
    clean: cleanContact,
    validate: validateContact,
    send,
    successNotice: ({ isAgefice }) => ({
      title: sent.title,
      duration: SENT_NOTICE_MS,
      description: sent.description(isAgefice, host.site.email),
    }),
    failed,
  });
}

const NAME_MIN_LENGTH = 2;
const TELEPHONE_MIN_LENGTH = 10;

const contactSchema = v.object({
  prenom: v.pipe(v.string(), v.minLength(NAME_MIN_LENGTH, invalid.prenom)),
  nom: v.pipe(v.string(), v.minLength(NAME_MIN_LENGTH, invalid.nom)),
  email: v.pipe(v.string(), v.regex(EMAIL_RULE, invalid.email)),
  telephone: v.pipe(v.string(), v.minLength(TELEPHONE_MIN_LENGTH, invalid.telephone)),
});

export const validateContact = (message: ContactMessage) => errorsOf(contactSchema, message);

export const cleanContact = (message: ContactMessage): ContactMessage => cleanValues(CONTACT_FIELDS, message);

export const emptyContact: ContactMessage = emptyValues(CONTACT_FIELDS);

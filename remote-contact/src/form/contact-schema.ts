import { cleanEmail, EMAIL_RULE } from '@site/contract/email';
import { cleanLine, cleanText } from '@site/forms/texts';
import { boolean, object, string } from 'yup';
import type { ContactMessage } from '../api/send-contact-message';
import { invalid } from '../content/messages';

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

import type { RecapFact } from '@site/forms/submission-success';
import type { ContactMessage } from '../api/send-contact-message';
import { recap } from '../content/recap';

export const recapOf = ({
  prenom,
  nom,
  email,
  telephone,
  message,
  isAgefice,
}: ContactMessage): readonly RecapFact[] => [
  { term: recap.prenom, value: prenom },
  { term: recap.nom, value: nom },
  { term: recap.email, value: email },
  { term: recap.telephone, value: telephone },
  { term: recap.message, value: message, isWide: true },
  { term: recap.funding.label, value: isAgefice ? recap.funding.wanted : recap.funding.unwanted },
];

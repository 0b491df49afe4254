import type { CallFailure, CallFailureReason } from '@site/forms/outcome';
import { fundingText } from '@site/forms/words';
import { formatFrenchDate, formatFrenchDelay } from '@site/shared-ui';
import { MANAGE_PATH } from '../../contract';
import type { BookingFailure } from '../api/booking-sender';
import { listDates } from './listed-dates';

export const errorTitle = 'Erreur';

export const invalid = {
  dates: 'Veuillez sélectionner au moins une date',
  required: 'Veuillez remplir tous les champs obligatoires',
  name: 'Indiquez votre nom complet',
  missingEmail: 'Indiquez votre adresse e-mail',
  email: "L'email doit être valide",
  pastDate: 'Une de vos dates est passée\u00a0: retirez-la, puis renvoyez votre demande.',
} as const;

interface SentBooking {
  readonly isAgefice: boolean;
  /** yyyy-MM-dd, ascending. */
  readonly dates: readonly string[];
}

export const sent = {
  title: 'Réservation envoyée !',
  description: ({ isAgefice, dates }: SentBooking, email: string) =>
    `Votre réservation, ${fundingText(isAgefice)}, pour ${listDates(dates)} a été envoyée à ${email}.`,
  status: 'Votre demande est envoyée.',
} as const;

/** In the notice, since the page of the form is left. */
export const manageLink = { label: 'Gérer ma demande', href: MANAGE_PATH } as const;

export const failed = { title: errorTitle, description: 'Une erreur est survenue. Veuillez réessayer.' } as const;

/** Messages in the form; the notice has its own. */
const failureStatus: Record<CallFailureReason, (failure: CallFailure) => string> = {
  rejected: () =>
    'Votre demande n’est pas partie. Rien de ce que vous avez saisi n’est perdu\u00a0: vous pouvez réessayer.',
  offline: () =>
    'Votre demande n’est pas partie\u00a0: le serveur ne répond pas. Vérifiez votre connexion, puis réessayez. Rien de ce que vous avez saisi n’est perdu.',
  'too-many': ({ retryAfterS }) =>
    retryAfterS
      ? `Trop de demandes sont parties de votre connexion. Réessayez dans ${formatFrenchDelay(retryAfterS)}\u00a0: rien de ce que vous avez saisi n’est perdu.`
      : 'Trop de demandes arrivent en ce moment\u00a0: votre demande n’est pas partie. Réessayez un peu plus tard, ou écrivez-nous par e-mail. Rien de ce que vous avez saisi n’est perdu.',
};

/** The reservation is stored without its dates, since one of them is closed. */
const dateClosed = (date: string) =>
  `Le ${formatFrenchDate(date)} n’est plus disponible. Vos coordonnées sont enregistrées, pas encore vos dates\u00a0: retirez celle-ci ou remplacez-la, puis renvoyez votre demande.`;

const datesMissing =
  'Vos coordonnées sont enregistrées, pas encore vos dates. Réessayez sans attendre\u00a0: seules les dates seront envoyées.';

export function describeFailure(failure: BookingFailure): string {
  if (failure.closedDate) return dateClosed(failure.closedDate);
  // `datesMissing` asks for an immediate retry, which a rate limit would refuse.
  return failure.isReserved && failure.reason !== 'too-many' ? datesMissing : failureStatus[failure.reason](failure);
}

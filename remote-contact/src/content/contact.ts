import type { Site } from '@site/contract/host';
import type { CallFailure, CallFailureReason } from '@site/forms/outcome';
import { fundingText } from '@site/forms/words';
import { formatFrenchDelay } from '@site/shared-ui';

const replyIn = ({ replyTime }: Site) => `Nous vous répondons dès que possible${replyTime ? `, ${replyTime}` : ''}.`;

export const page = {
  back: "Retour à l'accueil",
  title: 'Contactez-nous',
  intro: (site: Site) => `Une question sur la journée, vos dates ou votre financement\u202f? ${replyIn(site)}`,
  aside: {
    title: 'La réponse est peut-être déjà là',
    funding: { text: 'Les étapes pour faire financer votre journée\u00a0:', link: 'la procédure de financement' },
    booking: { text: 'Vous connaissez déjà vos dates\u00a0:', link: 'la demande de réservation' },
  },
} as const;

export const form = {
  name: 'Écrire un message',
  submit: 'Envoyer',
  sending: 'Envoi en cours...',
  direct: 'Vous préférez l’e-mail ou le téléphone\u202f?',
} as const;

export const invalid = {
  nom: 'Le nom doit contenir au moins 2 caractères',
  prenom: 'Le prénom doit contenir au moins 2 caractères',
  email: "L'email doit être valide",
  telephone: 'Le numéro doit être valide',
  summary: 'Votre message n’est pas encore parti. À corriger\u00a0:',
} as const;

export const sent = {
  title: 'Formulaire envoyé !',
  description: (isAgefice: boolean, email: string) =>
    `Votre message, ${fundingText(isAgefice)}, a été envoyé à ${email}.`,
  status: (site: Site) => `Votre message est envoyé. ${replyIn(site)}`,
} as const;

export const failed = {
  title: 'Erreur',
  description: "Une erreur est survenue lors de l'envoi du formulaire. Veuillez réessayer.",
} as const;

/** Messages in the form; the notice has its own. */
export const failureStatus: Record<CallFailureReason, (failure: CallFailure) => string> = {
  rejected: () =>
    'Votre message n’est pas parti. Rien de ce que vous avez saisi n’est perdu\u00a0: vous pouvez réessayer.',
  offline: () =>
    'Votre message n’est pas parti\u00a0: le serveur ne répond pas. Vérifiez votre connexion, puis réessayez. Rien de ce que vous avez saisi n’est perdu.',
  'too-many': ({ retryAfterS }) =>
    retryAfterS
      ? `Trop de messages sont partis de votre connexion. Réessayez dans ${formatFrenchDelay(retryAfterS)}\u00a0: rien de ce que vous avez saisi n’est perdu.`
      : 'Trop de messages arrivent en ce moment\u00a0: votre message n’est pas parti. Réessayez un peu plus tard, ou écrivez-nous par e-mail. Rien de ce que vous avez saisi n’est perdu.',
};

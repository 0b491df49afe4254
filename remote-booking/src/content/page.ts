import type { Site } from '@site/contract/host';
import { inEurosTtc, STANDARD_PRICE, TRAINING_HOURS, TRAINING_HOURS_AT_START } from '@site/contract/offer';
import { BINDING_ON_SIGNATURE } from './calendar-file';

const answer = ({ replyTime }: Site) => (replyTime ? `dès que possible, ${replyTime}` : 'dès que possible');

export const page = {
  back: "Retour à l'accueil",
  title: 'Réserver vos sessions',
  intro: 'Choisissez des dates disponibles pour vos formations en automatisation immobilière',
  price: `${inEurosTtc(STANDARD_PRICE)} la journée de ${TRAINING_HOURS}\u00a0heures, en tête-à-tête avec le formateur.`,
  request: `Ce formulaire est une demande\u00a0: il n’entraîne aucun paiement et ne vaut pas contrat\u202f; ${BINDING_ON_SIGNATURE}`,
  next: {
    title: 'Et ensuite\u202f?',
    steps: (site: Site) => [
      {
        title: 'La date confirmée',
        text: `Nous lisons votre demande et vous répondons ${answer(site)}\u00a0: votre date est confirmée, ou nous en cherchons une autre avec vous.`,
      },
      {
        title: 'La convention ou le contrat signé',
        text: 'Vous recevez la convention ou le contrat de formation. Votre signature rend la réservation définitive\u202f; rien ne se paie sur ce site.',
      },
      {
        title: 'Votre journée',
        text: `${TRAINING_HOURS_AT_START} à distance${site.videoTool ? ` (${site.videoTool})` : ''}, en tête-à-tête avec le formateur, pour construire en direct vos trois automatisations.`,
      },
    ],
  },
  help: {
    title: 'Besoin d’aide\u202f?',
    text: (site: Site) =>
      `Une hésitation sur une date, le matériel ou le financement\u00a0: écrivez-nous, nous vous répondons ${answer(site)}.`,
    link: 'Contacter le support',
  },
} as const;

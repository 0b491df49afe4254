import type { Site } from '@site/contract/host';
import { TRAINING_HOURS_IN_WORDS } from '@site/contract/offer';

/** Nothing is owed before the signature. */
export const BINDING_ON_SIGNATURE =
  'la réservation devient définitive après signature de la convention ou du contrat de formation, sous réserve, s’il s’applique, du délai de rétractation.';

export const calendarFile = {
  name: 'demande-de-dates.ics',
  link: (dates: number) => (dates === 1 ? 'Ajouter la date à mon agenda' : `Ajouter les ${dates} dates à mon agenda`),
  note: 'Fichier .ics, où chaque jour est noté «\u202fdemande en attente de confirmation\u202f».',
  texts: ({ product, email, phone }: Site, isConfirmed: boolean) =>
    ({
      product,
      summary: isConfirmed ? product : `${product} – demande en attente de confirmation`,
      description: [
        `Journée de formation à distance, ${TRAINING_HOURS_IN_WORDS}.`,
        `${isConfirmed ? 'Jour confirmé' : 'Demande en attente de confirmation'}\u00a0: ${BINDING_ON_SIGNATURE}`,
        phone ? `Contact\u00a0: ${email}, ${phone}` : `Contact\u00a0: ${email}`,
      ].join('\n'),
      status: isConfirmed ? 'CONFIRMED' : 'TENTATIVE',
    }) as const,
} as const;

import type { Site } from '@site/contract/host';
import { TRAINING_HOURS_IN_WORDS } from '@site/contract/offer';
import { BINDING_ON_SIGNATURE } from './page';

export const recap = {
  dates: (count: number) => (count === 1 ? 'Date demandée' : `${count} dates demandées`),
  name: 'Nom complet',
  email: 'E-mail',
  phone: 'Téléphone',
  funding: { label: 'Financement AGEFICE', wanted: 'Souhaité', unwanted: 'Non demandé' },
} as const;

export const calendarFile = {
  name: 'demande-de-dates.ics',
  link: (dates: number) => (dates === 1 ? 'Ajouter la date à mon agenda' : `Ajouter les ${dates} dates à mon agenda`),
  note: 'Fichier .ics, où chaque jour est noté «\u202fdemande en attente de confirmation\u202f».',
  texts: ({ product, email, phone }: Site) => ({
    product,
    summary: `${product} – demande en attente de confirmation`,
    description: [
      `Journée de formation à distance, ${TRAINING_HOURS_IN_WORDS}.`,
      `Demande en attente de confirmation\u00a0: ${BINDING_ON_SIGNATURE}`,
      phone ? `Contact\u00a0: ${email}, ${phone}` : `Contact\u00a0: ${email}`,
    ].join('\n'),
  }),
} as const;

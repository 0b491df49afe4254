import { FUNDED_PRICE, inEuros, inEurosTtc, STANDARD_PRICE } from '@site/contract/offer';

export const form = {
  title: 'Vos coordonnées',
  name: { label: 'Nom complet', hint: 'Prénom et nom' },
  email: { label: 'E-mail', hint: 'Par exemple\u00a0: prenom.nom@exemple.fr' },
  phone: { label: 'Téléphone', hint: 'Facultatif, par exemple\u00a0: 06\u00a039\u00a098\u00a000\u00a000' },
  isAgefice: {
    label: 'Je souhaite bénéficier du financement AGEFICE',
    hint: `Formule financée\u00a0: ${inEurosTtc(FUNDED_PRICE)}, au lieu de ${inEuros(STANDARD_PRICE)}\u202f; montage du dossier inclus.`,
  },
  submit: 'Envoyer ma réservation',
  sending: 'Envoi en cours...',
  direct: 'Vous préférez réserver par e-mail ou par téléphone\u202f?',
} as const;

/** What was sent, under the labels of the fields. */
export const recap = {
  dates: (count: number) => (count === 1 ? 'Date demandée' : `${count} dates demandées`),
  funding: { label: 'Financement AGEFICE', wanted: 'Souhaité', unwanted: 'Non demandé' },
} as const;

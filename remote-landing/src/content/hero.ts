import { FUNDED_PRICE, inEurosTtc, STANDARD_PRICE, TRAINING_HOURS_AT_START } from '@site/contract/offer';

export const hero = {
  audience: 'Formation pour mandataires immobiliers',
  title: 'En un jour, trois automatisations qui travaillent à votre place',
  intro: `${TRAINING_HOURS_AT_START} à distance, en tête-à-tête avec le formateur. Le soir, tout fonctionne, sans une ligne de code.`,
  price: {
    amount: inEurosTtc(STANDARD_PRICE),
    funding: `, ou formule finançable sous conditions (${inEurosTtc(FUNDED_PRICE)})`,
  },
  book: 'Réserver ma session',
  discover: 'Découvrir le programme',
  painPointsTitle: 'Ce que vous laissez derrière vous',
  painPoints: [
    'Les relances manquées',
    'Les prospects oubliés',
    'Les tableurs en désordre',
    'Le stress de tout gérer seul',
  ],
  picture:
    'Un téléphone posé sur un bureau. À 19:42, une notification : « Nouveau contact — T3 Bordeaux, budget 310 000 € ». À 19:43, la réponse est déjà partie.',
} as const;

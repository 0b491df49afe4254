import { CHATBOT_VALUE, inEuros } from './prices.ts';

/**
 * Promises that the pages make in the owner's name, word for word. The owner agrees to each in the space, which stores
 * the text and asks again once it has changed. Pages read them with `promised`, which leaves out `hiddenPromises`.
 */
export const PROMISES = {
  guarantee: 'Trois automatisations qui fonctionnent, ou remboursé',
  gain: 'Environ 10\u00a0heures par semaine',
  chatbot: `Un chatbot comme celui-ci, estimé à ${inEuros(CHATBOT_VALUE)}`,
  fundingFile: 'Montage et suivi du dossier inclus',
  alone: '1\u00a0journée à distance, en tête-à-tête avec le formateur',
  live: '3\u00a0automatisations construites en direct',
  bonuses: '5\u00a0bonus prêts à l’emploi',
  soon: 'Programmable dans la semaine en cours, selon les jours libres',
} as const;

export type PromiseName = keyof typeof PROMISES;

const names = Object.keys(PROMISES) as PromiseName[];

/**
 * The promises that a site makes and its owner has not agreed to.
 * @param agreed texts
 * @param hidden names of those that no page makes
 */
export const openPromises = (agreed: readonly string[], hidden: readonly string[] = []): readonly PromiseName[] =>
  names.filter((name) => !agreed.includes(PROMISES[name]) && !hidden.includes(name));

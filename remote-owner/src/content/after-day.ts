import type { HALVES, ObjectiveResult } from '@site/contract/day-papers';
import { upperFirst } from './dates';

export const RESULT_WORDS = {
  reached: 'Acquis',
  partly: 'En cours d’acquisition',
  missed: 'Non acquis',
  unassessed: 'Non évalué',
} satisfies Record<ObjectiveResult['result'], string>;

export const attendance = {
  title: 'Après la journée',
  text: 'Les heures vraiment tenues et le résultat de chaque objectif\u00a0: l’émargement, le certificat et l’attestation en ont besoin.',
  asPlanned: 'Comme prévu',
  asPlannedHint: 'Remplit les heures vides avec vos horaires. Corrigez ce qui a été différent, puis enregistrez.',
  allReached: 'Tout acquis',
  half: { morning: 'matin', afternoon: 'après-midi' } satisfies Record<(typeof HALVES)[number], string>,
  /** « Matin du lundi 23 novembre 2026 » */
  halfOf: (half: string, day: string) => upperFirst(`${half} du ${day}`),
  fields: { from: 'Début', to: 'Fin', absent: 'Absent' },
  /** The whole name of a field. */
  fieldOf: (field: string, half: string, day: string) => `${field}, ${half} du ${day}`,
  wasAbsent: 'absent',
  price: 'Prix de ce qui a été suivi, toutes taxes comprises',
  /** @param clause of the texts, about an end before the planned one; may be empty */
  priceHint: (price: string, clause: string) =>
    `En euros, pour la facture, qui l’attend\u202f; 0 si rien n’a été suivi. Le prix convenu est de ${price}.${clause && ` Vos textes disent, et c’est ce qui décide\u00a0: «\u202f${clause}\u202f»`}`,
  forfeit: 'Dédit pour ce qui n’a pas été suivi',
  forfeitHint:
    'En euros, si ce qui est signé en prévoit un\u202f; vide si rien n’est dû. Ce n’est pas le prix d’une formation\u00a0: la facture et le bilan de l’année le comptent à part.',
  /** Another amount is typed. @param hasClause whether the texts say what is due, which may be no share */
  share: (price: string, hasClause: boolean) =>
    hasClause ? `Au prorata, si rien d’autre n’est convenu\u00a0: ${price}` : `Au prorata\u00a0: ${price}`,
  results: 'Résultat par objectif',
  none: 'Pas encore noté',
} as const;

export const feedback = {
  title: 'Questionnaire du stagiaire',
  open: 'Réponses au questionnaire',
  answered: (moment: string) => `Rempli le ${moment}.`,
  questions: {
    objectives: 'Objectifs atteints',
    content: 'Contenu et rythme',
    trainer: 'Formateur',
    organisation: 'Organisation et informations',
    overall: 'Satisfaction générale',
  },
  score: (score: number) => `${score}\u00a0sur\u00a05`,
  low: (questions: readonly string[]) =>
    `${questions.length > 1 ? 'Notes basses' : 'Note basse'}\u00a0: ${questions.join(', ').toLowerCase()}. Répondez au stagiaire, puis écrivez dans la note de la demande ce que vous en avez fait\u00a0: un audit Qualiopi le demande (indicateurs\u00a031 et\u00a032).`,
  /** Title of the sheet, and of its answers. */
  sheet: 'Questionnaire de satisfaction rempli',
  answers: 'Réponses',
  remark: 'Remarque',
  noRemark: 'Aucune.',
  print: 'Imprimer les réponses',
  scale: 'Notes\u00a0: 1, pas du tout d’accord\u202f; 5, tout à fait d’accord.',
  taken: 'Suites données',
} as const;

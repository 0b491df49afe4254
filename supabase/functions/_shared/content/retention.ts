/** Why a retention run is held, for mails and the inbox. */
export const retentionReason = {
  share: () => 'C’est beaucoup à la fois\u00a0: plus de dix demandes, et plus d’un dixième de ce que le site conserve.',
  clock: (lastRun: string | null) =>
    `Le site n’a pas vérifié les durées de conservation depuis plus d’un mois${lastRun ? ` (la dernière fois le ${lastRun})` : ''}\u00a0: il était arrêté, ou l’horloge de la machine est fausse.`,
} satisfies Record<'share' | 'clock', (lastRun: string | null) => string>;

/** The removal continues without a confirmation. */
export const retentionResumes = (moment: string) =>
  `Sans réponse de votre part, elle reprend d’elle-même le ${moment}, par dix demandes ou un dixième à la fois.`;

export const retentionWording = {
  steps: 'Que faire',
  checkClock: 'Faites vérifier la date et l’heure de la machine par la personne qui héberge votre site.',
  wrongClock:
    'Si elles sont fausses, corrigez-les\u00a0: la suppression automatique reprend d’elle-même dans l’heure, et rien n’est perdu.',
  rightClock: 'Si elles sont justes, confirmez la suppression dans votre espace (Réglages).',
};

const inFigures = (dates: number) => (dates === 1 ? '1 date' : `${dates} dates`);
const count = (dates: number) => `${inFigures(dates)} ${dates === 1 ? 'choisie' : 'choisies'}`;

export const dates = {
  title: 'Vos dates',
  button: (chosen: number) => (chosen === 0 ? 'Choisir des dates' : `${chosen} date(s) sélectionnée(s)`),
  count: (chosen: number) => (chosen === 0 ? 'Aucune date choisie' : count(chosen)),
  full: (max: number) =>
    `Vous avez choisi ${max} dates, le maximum pour une demande. Retirez-en une pour la remplacer.`,
  remove: (date: string) => `Retirer le ${date}`,
  /** @param soon « le jeudi 3 décembre 2026 » */
  soon: (soon: string, days: number) => `Dans moins de ${days}\u00a0jours\u00a0: ${soon}.`,
  soonForFunding: (isOne: boolean, days: number) =>
    `Pour un financement, le dossier complet part au moins ${days}\u00a0jours avant la formation, sinon le fonds peut refuser\u00a0: vous pouvez garder ${isOne ? 'cette date' : 'ces dates'}, nous en parlerons ensemble.`,
  /** @param soon « c’est demain » */
  short: (soon: string) => `Délai très court pour le dossier de financement\u00a0: ${soon}.`,
  /** @param until « le lundi 30 novembre 2026 » */
  shortForFunding: (until: string) =>
    `Le dossier complet est à déposer au plus tard ${until}\u202f; sinon, le fonds peut refuser. Vous pouvez garder votre choix, nous en parlerons ensemble, ou prendre une date plus éloignée.`,
} as const;

export const calendar = {
  title: 'Choisissez vos dates',
  loading: 'Ouverture du calendrier…',
  failed: 'Le calendrier ne s’est pas ouvert. Vérifiez votre connexion\u00a0: ce que vous avez saisi est gardé.',
  retry: 'Réessayer',
  done: (chosen: number) => (chosen === 0 ? 'Fermer le calendrier' : `Valider (${inFigures(chosen)})`),
  previousMonth: 'Mois précédent',
  nextMonth: 'Mois suivant',
  dayPrefix: 'Choisir le',
  chosenDayPrefix: 'Choisi\u00a0: le',
  disabledDayPrefix: 'Indisponible\u00a0:',
} as const;

/**
 * Nothing is owed before the signature.
 * @param agreement « du contrat »
 * @param withdrawal what it depends on; empty for nothing
 */
export const bindingOn = (agreement: string, withdrawal: string) =>
  `la réservation devient définitive après signature ${agreement} de formation${withdrawal}.`;

export const IF_WITHDRAWAL_APPLIES = ', sous réserve, s’il s’applique, du délai de rétractation';

export const BINDING_ON_SIGNATURE = bindingOn('de la convention ou du contrat', IF_WITHDRAWAL_APPLIES);

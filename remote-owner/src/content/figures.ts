import { formatMonth } from './dates';

const number = (count: number) => count.toLocaleString('fr-FR');

export const figures = {
  title: 'Chiffres des douze derniers mois',
  names: { requests: 'Demandes', confirmedDays: 'Jours confirmés', pages: 'Pages vues' },
  month: 'Mois',
  number,
  share: (agefice: number, requests: number) =>
    requests === 0
      ? 'Aucune demande en douze mois.'
      : `${Math.round((100 * agefice) / requests)}\u00a0% des demandes avec financement AGEFICE (${number(agefice)} sur ${number(requests)}).`,
  ahead: (days: number) => {
    if (days === 0) return 'Aucun jour confirmé à venir.';
    return days === 1 ? '1\u00a0jour confirmé à venir.' : `${number(days)}\u00a0jours confirmés à venir.`;
  },
  /** Describes a drawing to those who do not see it. */
  drawing: (name: string, total: number, highest: { readonly month: string; readonly count: number }) =>
    total === 0
      ? `${name}\u00a0: rien en douze mois.`
      : `${name}\u00a0: ${number(total)} en tout, ${number(highest.count)} au plus, en ${formatMonth(highest.month)}.`,
  most: (count: number) => (count === 0 ? 'rien en douze mois' : `au plus ${number(count)} par mois`),
  table: 'Voir les chiffres en tableau',
  uncounted: 'Les pages vues ne sont pas comptées par cet hébergement.',
} as const;

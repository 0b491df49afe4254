import type { RouteSpeed } from '../api/release-answers';
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

const metrics: Readonly<Record<string, string>> = {
  lcp: 'affichage du contenu principal',
  inp: 'réponse à un geste',
  cls: 'stabilité de l’affichage',
  ttfb: 'première réponse du serveur',
  fcp: 'premier affichage',
};

const ratings: Readonly<Record<string, string>> = { good: 'bon', middle: 'moyen', poor: 'lent' };

const decimal = (value: number, digits: number) => value.toFixed(digits).replace('.', ',');

/** Seconds from one second on. */
function written(metric: string, value: number): string {
  if (metric === 'cls') return decimal(value, 3);
  return value >= 1000 ? `${decimal(value / 1000, 1)}\u00a0s` : `${Math.round(value)}\u00a0ms`;
}

const percent = (share: number, n: number) => `${Math.round((share / n) * 100)}\u00a0%`;

export const speed = {
  summary: (title: string) => `Vitesse chez vos visiteurs\u00a0: ${title}`,
  explanation:
    'Mesurée en trente jours chez ceux qui l’ont acceptée, et montrée à partir de vingt pages. Trois pages sur quatre font au moins aussi bien que la valeur indiquée\u202f; la vraie valeur est presque sûrement dans l’intervalle.',
  heading: ({ state, route, metric }: RouteSpeed) =>
    `${route}, ${metrics[metric] ?? metric}${state === 'previous' ? ' (version précédente)' : ''}`,
  sentence: ({ metric, p75, from, to, rating, shares: [good, middle, poor], n }: RouteSpeed) => {
    const value = p75 === null ? 'hors échelle' : written(metric, p75);
    const interval =
      to === null ? `plus de ${written(metric, from)}` : `${written(metric, from)} à ${written(metric, to)}`;
    const shares = `${percent(good, n)} bon, ${percent(middle, n)} moyen, ${percent(poor, n)} lent`;
    return `${value} (${interval})\u00a0: ${ratings[rating] ?? rating}. ${shares}, sur ${n}\u00a0pages.`;
  },
} as const;

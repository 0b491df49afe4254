import type { ClosedPeriod } from '../api/days';
import type { NamedRequest } from '../api/requests';
import type { ClosedBy, DayState } from '../calendar/day-state';
import { formatDay, formatShortDay } from './dates';
import { listed } from './names';

const names = (requests: readonly NamedRequest[]) => listed(requests.map(({ name }) => name));

/** By the key of the database. */
const holidays: Readonly<Record<string, string>> = {
  'new-year': 'jour de l’An',
  labour: 'fête du Travail',
  victory: '8\u00a0mai',
  national: 'fête nationale',
  assumption: 'Assomption',
  'all-saints': 'Toussaint',
  armistice: '11\u00a0novembre',
  christmas: 'Noël',
  'easter-monday': 'lundi de Pâques',
  ascension: 'Ascension',
  'whit-monday': 'lundi de Pentecôte',
};

const holidayName = (key: string) => holidays[key] ?? 'jour férié';

const closed: Readonly<Record<ClosedBy, (state: DayState) => string>> = {
  off: () => 'fermé par vous',
  period: ({ period }) => `fermé\u00a0: ${period?.label ?? 'période'}`,
  busy: () => 'occupé dans votre agenda',
  holiday: ({ holiday }) => `fermé\u00a0: ${holidayName(holiday ?? '')}`,
  weekday: () => 'fermé ce jour de la semaine',
  confirmed: () => 'fermé, car réservé',
  soon: () => 'fermé, car trop proche',
  far: () => 'fermé, car trop lointain',
};

/** What the owner has to know of a day, most important first. */
export function describeDay(state: DayState): readonly string[] {
  const { isToday, isPast, confirmed, asked, closedBy, holiday } = state;
  const isOpenHoliday = holiday !== null && closedBy !== 'holiday';
  return [
    ...(isToday ? ['aujourd’hui'] : []),
    ...(confirmed.length > 1 ? [`confirmé ${confirmed.length}\u00a0fois\u00a0: ${names(confirmed)}`] : []),
    ...(confirmed.length === 1 ? [`confirmé\u00a0: ${names(confirmed)}`] : []),
    ...(asked.length > 0 ? [`${confirmed.length > 0 ? 'aussi demandé' : 'demandé'}\u00a0: ${names(asked)}`] : []),
    ...(isOpenHoliday ? [holidayName(holiday)] : []),
    isPast ? 'passé' : closedBy ? closed[closedBy](state) : 'ouvert',
  ];
}

export const calendar = {
  title: 'Agenda',
  next: (day: string, requests: readonly NamedRequest[]) =>
    `Prochaine journée\u00a0: ${formatDay(day)} – ${names(requests)}`,
  previous: 'Mois précédent',
  nextMonth: 'Mois suivant',
  keys: {
    confirmed: 'Confirmé',
    clash: 'Deux fois confirmé',
    asked: 'Demandé',
    off: 'Fermé par vous',
    rule: 'Fermé par la règle',
    busy: 'Occupé dans votre agenda',
  },
  close: 'Fermer ce jour',
  open: 'Rouvrir ce jour',
  inPeriod: 'Ce jour est dans une période fermée\u00a0: retirez la période pour le rouvrir.',
  inOwnCalendar: 'Votre agenda personnel a un événement ce jour-là\u00a0: déplacez-le pour rouvrir ce jour.',
  taken: (confirmed: readonly NamedRequest[]) => `Déjà confirmé pour ${names(confirmed)}`,
  twice: (count: number) => `${count}\u00a0réservations confirmées pour une formation individuelle`,
  confirmed: 'Confirmé',
  asked: 'Demandé',
  alsoAsked: 'Aussi demandé, jour déjà confirmé',
  days: 'Journées du mois',
  empty: 'Aucune journée confirmée ou demandée ce mois-ci.',
  askTitle: 'Fermer quand même\u202f?',
  askText: (requests: readonly NamedRequest[]) =>
    `Déjà réservé ou demandé\u00a0: ${names(requests)}. Fermer ne change rien à ces réservations\u00a0: personne d’autre ne pourra choisir ces jours.`,
  askDo: 'Fermer quand même',
} as const;

export const rule = {
  title: 'Jours proposés sur le site',
  intro: 'Les jours fermés ne peuvent pas être choisis sur le site. Les réservations déjà reçues ne changent pas.',
  saving: 'Enregistrement…',
  saved: 'Enregistré',
  weekly: 'Jours ouverts de la semaine',
  holidays: 'Fermer les jours fériés français',
  confirmedDays: 'Fermer les jours dont une réservation est confirmée',
  allClosed: 'Gardez au moins un jour ouvert dans la semaine.',
  notice: 'Réservation au plus tard',
  noticeOf: (days: number) => (days === 0 ? 'le jour même' : days === 1 ? 'la veille' : `${days}\u00a0jours avant`),
  horizon: 'Réservation au plus tôt',
  horizonOf: (days: number | null) => (days === null ? 'deux ans avant' : `${days}\u00a0jours avant`),
} as const;

export const periods = {
  title: 'Jours et périodes fermés',
  none: 'Aucun.',
  form: 'Fermer une période',
  first: 'Du',
  last: 'Au',
  label: 'Nom, visible de vous seul',
  labelHint: 'Par exemple\u00a0: Congés.',
  add: 'Fermer cette période',
  missing: 'Indiquez les deux jours de la période.',
  order: 'La période finit avant de commencer.',
  past: 'Cette période est passée.',
  tooLong: 'Fermez un an au plus à la fois.',
  chip: ({ first, last, label }: ClosedPeriod) => {
    const range = first === last ? formatShortDay(first) : `du ${formatShortDay(first)} au ${formatShortDay(last)}`;
    return label === null ? range : `${label}, ${range}`;
  },
  reopen: (chip: string) => `Rouvrir\u00a0: ${chip}`,
} as const;

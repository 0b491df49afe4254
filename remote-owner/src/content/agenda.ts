import { FUNDING_LEAD_DAYS } from '@site/contract/offer';
import type { NamedRequest } from '../api/requests';
import type { ClosedPeriod, UnreadEntries } from '../api/wire';
import type { ClosedBy, DayState } from '../calendar/month';
import { formatDay, formatShortDay, isolated, joinNames, joinWords } from './dates';

export const agenda = {
  feed: 'Dans votre agenda',
  /** Calendar programs show it. */
  name: 'Formations confirmées',
  feedText:
    'Cette adresse montre vos journées confirmées dans l’agenda de votre téléphone. Elle est privée\u00a0: toute personne qui la possède voit ces journées.',
  feedNone: 'Pas encore d’adresse.',
  feedSince: (moment: string) =>
    `Une adresse existe depuis le ${moment}. Elle ne peut pas être affichée de nouveau, seulement changée.`,
  feedOnce: 'Copiez cette adresse maintenant\u00a0: elle ne pourra pas être affichée de nouveau, seulement changée.',
  subscribe: 'Ajouter à mon agenda',
  programs: [
    {
      id: 'apple',
      label: 'iPhone, iPad ou Mac',
      text: 'Sur l’appareil lui-même\u00a0: Calendrier s’ouvre et propose l’abonnement.',
    },
    {
      id: 'google',
      label: 'Google Agenda',
      text: 'Pour un téléphone Android aussi. La page de Google s’ouvre dans le navigateur\u00a0: acceptez «\u202fAjouter\u202f». L’application seule ne sait pas s’abonner\u202f; elle montre ensuite l’agenda.',
    },
    {
      id: 'outlook',
      label: 'Outlook',
      text: 'La page d’Outlook s’ouvre\u00a0: touchez «\u202fImporter\u202f». L’application montre ensuite l’agenda.',
    },
    {
      id: 'outlookWork',
      label: 'Outlook professionnel',
      text: 'Avec un compte Microsoft\u00a0365 de votre entreprise.',
    },
  ],
  otherProgram: 'Pour un autre agenda, copiez l’adresse\u00a0:',
  copy: 'Copier l’adresse',
  copied: 'L’adresse est copiée.',
  notCopied: 'L’adresse n’a pas pu être copiée\u00a0: sélectionnez-la.',
  create: 'Créer l’adresse',
  renew: 'Changer l’adresse',
  renewTitle: 'Changer l’adresse\u202f?',
  renewText: 'L’ancienne adresse ne marchera plus\u00a0: il faudra mettre la nouvelle dans chaque agenda.',
  renewed: 'L’adresse a changé.',
  address: 'Adresse de l’agenda',
} as const;

const names = (requests: readonly NamedRequest[]) => joinNames(requests.map(({ name }) => name));

/** French names, by the database's key. */
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
  /** Below the name of who asks. */
  insteadOf: (day: string) => `À la place du ${formatShortDay(day)}`,
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
  /** Under a notice that is shorter than what the fund asks for. */
  noticeCost: `Un financement AGEFICE demande un dossier complet ${FUNDING_LEAD_DAYS}\u00a0jours avant la journée\u00a0: plus près, il peut être refusé. Le formulaire le dit à qui le demande, sans lui fermer ces jours.`,
  horizon: 'Réservation au plus tôt',
  horizonOf: (days: number | null) => (days === null ? 'deux ans avant' : `${days}\u00a0jours avant`),
} as const;

/** All that decides about the visitors' calendar and mails. */
export const firstRule = {
  title: 'Choisissez vos jours',
  intro:
    'Cinq réponses, que nous vous proposons déjà. Elles se changent à tout moment\u00a0; tant que vous n’avez rien enregistré, seuls les jours déjà confirmés sont fermés.',
  mails: 'Écrire à vos visiteurs',
  mailsHint: 'Accusé de réception, confirmation, rappel, avec un lien pour gérer la demande.',
  calendar: 'Le calendrier de vos visiteurs',
  key: 'En gris, les jours qu’ils ne pourront pas choisir.',
  save: 'Enregistrer ces réponses',
  later: 'Plus tard',
  saved: 'Vos jours sont enregistrés.',
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

const failures: Readonly<Record<string, string>> = {
  forbidden: 'l’adresse mène à un endroit que le site ne lit pas',
  away: 'l’adresse ne répond pas',
  slow: 'la réponse est trop lente',
  refused: 'l’adresse n’existe plus, ou l’agenda n’est plus partagé',
  error: 'le service de l’agenda répond par une erreur',
  moved: 'l’adresse renvoie trop de fois ailleurs',
  'too-large': 'l’agenda est trop volumineux',
  'no-calendar': 'l’adresse ne donne pas un agenda',
  unreadable: 'l’agenda est illisible',
  'too-complex': 'l’agenda est trop long à lire',
};

const closedDays = (days: number) => {
  if (days === 0) return 'aucun jour occupé';
  return days === 1 ? '1\u00a0jour fermé' : `${days}\u00a0jours fermés`;
};

function namesOf({ count, names }: UnreadEntries): string {
  const quoted = names.map((name) => (name.trim() ? `«\u202f${isolated(name.trim())}\u202f»` : 'sans titre'));
  const more = count - names.length;
  const others = more > 0 ? [`${more}\u00a0${more === 1 ? 'autre' : 'autres'}`] : [];
  return joinWords([...quoted, ...others]);
}

export const ownCalendar = {
  title: 'Votre agenda personnel',
  intro:
    'Le site peut lire votre agenda et fermer les jours où vous êtes occupé, même une heure. Il le lit toutes les quinze minutes, n’y écrit rien, et ne garde que les jours et le nom des rendez-vous qu’il n’a pas pu lire.',
  address: 'Adresse de votre agenda',
  hint: 'Une adresse en https. Elle reste secrète\u00a0: elle ne sera plus affichée.',
  where: 'Où trouver cette adresse',
  programs: [
    {
      name: 'Google Agenda',
      text: 'sur un ordinateur, dans les paramètres de l’agenda, «\u202fAdresse secrète au format iCal\u202f».',
    },
    {
      name: 'Outlook',
      text: 'sur le web, Paramètres, Calendrier, Calendriers partagés\u00a0: publiez le calendrier et copiez le lien ICS.',
    },
    {
      name: 'iCloud',
      text: 'dans Calendrier, les informations de l’agenda, «\u202fCalendrier public\u202f»\u00a0: copiez le lien. Toute personne qui le possède peut lire l’agenda.',
    },
  ],
  connect: 'Connecter',
  connected: (host: string, moment: string) => `Connecté à ${host} depuis le ${moment}.`,
  reading: 'Lecture en cours…',
  notRead: 'Pas encore lu.',
  read: (moment: string, days: number) => `Lu le ${moment}\u00a0: ${closedDays(days)}.`,
  failed: (why: string) => `La lecture a échoué\u00a0: ${failures[why] ?? failures.error}.`,
  failedSince: (moment: string, why: string) =>
    `Lu le ${moment}\u202f; la dernière lecture a échoué\u00a0: ${failures[why] ?? failures.error}.`,
  unread: ({ count, names }: UnreadEntries) =>
    `${count === 1 ? '1\u00a0rendez-vous n’a pas pu être lu' : `${count}\u00a0rendez-vous n’ont pas pu être lus`} en entier\u00a0: ${namesOf({ count, names })}. Le site ferme les jours qu’il a pu y lire\u202f; vérifiez les autres.`,
  kept: (days: number) => (days === 1 ? 'Le jour fermé reste fermé.' : `Les ${days}\u00a0jours fermés le restent.`),
  lost: 'Après une restauration, le site n’a plus l’adresse de cet agenda. Les jours qu’il fermait restent fermés\u00a0: connectez-le de nouveau, ou rouvrez-les.',
  readNow: 'Lire maintenant',
  change: 'Changer l’adresse',
  disconnect: 'Déconnecter',
  reopen: 'Rouvrir ces jours',
  disconnectTitle: 'Déconnecter votre agenda\u202f?',
  disconnectText: (days: number) => {
    if (days === 0) return 'Le site ne le lira plus.';
    return days === 1
      ? 'Le jour qu’il ferme sera de nouveau proposé sur le site.'
      : `Les ${days}\u00a0jours qu’il ferme seront de nouveau proposés sur le site.`;
  },
  disconnected: 'Votre agenda est déconnecté.',
} as const;

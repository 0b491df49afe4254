import { numberName } from '@site/contract/countries';
import {
  agreedMinutes,
  beyondShare,
  dayPlanOf,
  followedLess,
  followedMinutes,
  halvesOn,
  hasLastDayCome,
  minutesBetween,
  notedHalf,
  plannedFor,
  plannedOn,
} from '@site/contract/day-hours';
import { type DayFile, isContract } from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import { isUnderWay, OBJECTIVES } from '@site/contract/offer';
import { centsInEuros } from '@site/contract/prices';
import { TO_COMPLETE } from '@site/contract/to-complete';
import { formatDays, formatDuration, formatHour, isolated, upperFirst } from '../content/dates';
import { DEPOSIT_TERMS, PAID_AFTER } from '../content/paper-names';
import { carriedDepositOn, isCompany, isEmployer, isTaught, type PaperData, signedOnOf } from './paper-data';
import { depositNamedIn, paymentTerms, SITE_FIELDS, termsFor } from './site-fields';
import { isClientAbroad, isFree, isTaxForeign, isTaxUnclear, priceLine, totalCents, vatOf } from './tax';

/** A place for an hour that is written by hand into an attendance sheet. */
export const BLANK = '________';

export type Place = 'request' | `dossier:${string}` | `site:${string}`;

interface Field {
  /** In French, as a part of a list: « l’adresse du stagiaire ». */
  readonly label: string | ((data: PaperData) => string);
  /** Where the owner fills it in: in the request, in a field of the file, or in a text of the site, by its key. */
  readonly place: Place | ((data: PaperData) => Place);
  /** Empty while it is not known. */
  readonly read: (data: PaperData) => string;
  /** Whether nobody can know it before the training. The owner then has nothing to do. */
  readonly isLater?: (data: PaperData) => boolean;
  /** Whether papers have a place for it. If not, it is empty and counts as complete. */
  readonly isAsked?: (data: PaperData) => boolean;
}

const fileField = (name: keyof DayFile, label: Field['label'], read: (file: DayFile) => string | null): Field => ({
  label,
  place: `dossier:${name}`,
  read: ({ file }) => read(file) ?? '',
});

const fileTextField = (name: 'address' | 'payerName' | 'payerAddress' | 'priorLevel', label: Field['label']): Field =>
  fileField(name, label, (file) => isolated(file[name] ?? ''));

/** A field that needs the tax. If the client’s country decides about the tax, the address is what is missing. */
const taxField = (label: string, read: (data: PaperData) => string): Field => ({
  label: (data) =>
    isTaxUnclear(data)
      ? 'le pays du client, dont la TVA dépend'
      : isTaxForeign(data)
        ? 'la TVA d’un client hors de France'
        : label,
  place: (data) => (isTaxForeign(data) || isTaxUnclear(data) ? addressPlace(data) : 'site:papers.vat'),
  read,
});

const addressPlace = ({ file }: PaperData) => (isEmployer(file) ? 'dossier:payerAddress' : 'dossier:address');

const hasDeposit = (data: PaperData): boolean =>
  carriedDepositOn(data) !== null || (isContract(data.file) && data.site.papers?.deposit === true);

/**
 * Whether the owner's sentence asks a contrat for money that it does not ask for itself, or asks for twice (Code du
 * travail, L6353-6). What is signed stands as it is.
 */
function contradictsDeposit(data: PaperData): boolean {
  const { payment, papers } = data.site;
  if (!isContract(data.file) || papers?.paymentDays !== undefined || signedOnOf(data) !== null) return false;
  const named = depositNamedIn(payment?.when ?? '');
  return named === 'asked' || (named === 'denied' && hasDeposit(data));
}

/** The site without terms that are for others than who pays alone. */
function withOwnTerms({ file, site }: PaperData): Site {
  const isForOthers = isContract(file) && termsFor(site.payment?.when ?? '', true) === PAID_AFTER;
  return isForOthers ? { ...site, payment: { ...site.payment, when: PAID_AFTER } } : site;
}

const PAYER_WORDS = {
  self: 'le stagiaire, seul et à ses frais',
  agefice: 'AGEFICE',
  fifpl: 'FIF-PL',
  opco: 'l’OPCO de l’employeur',
  company: 'l’entreprise',
  other: 'un autre financeur',
} as const;

/** A SIREN with its digits in groups of three, any other number as it was typed; empty without one. */
const spaced = (number: string | null) =>
  number && /^\d{9}$/.test(number) ? number.replace(/\d{3}(?=\d)/g, '$& ') : (number ?? '');

/** How the number of the client is called, which outside France is no SIREN. */
export const clientNumberName = (data: Pick<PaperData, 'file'>): string => numberName(isClientAbroad(data));

const numberField = (name: 'siren' | 'payerSiren', whose: string): Field =>
  fileField(
    name,
    (data) => `le ${clientNumberName(data)} ${whose}`,
    (file) => spaced(file[name]),
  );

const UNEMPLOYED: readonly DayFile['status'][] = ['independent', 'jobseeker', 'individual'];

/** The number of a client who buys for a business; empty while it is not known. */
export const clientSiren = ({ file }: Pick<PaperData, 'file'>) =>
  spaced(isEmployer(file) ? file.payerSiren : file.siren);

/** True until the last confirmed day ends, at the time of the timetable. */
const isAhead = (data: PaperData) =>
  !hasLastDayCome(data.request.confirmedDates, data.today) || (data.ahead !== undefined && !isTaught(data));

/** The text of the file about the days after the first one, in a list of one; empty without such a text. */
export const nextDaysOf = ({ request, file }: Pick<PaperData, 'request' | 'file'>): readonly string[] =>
  request.confirmedDates.length > 1 && file.nextDays ? [file.nextDays.replace(/\n+/g, '\n')] : [];

/** « du jour suivant », « des jours suivants » */
export const ofNextDays = ({ confirmedDates }: PaperData['request']): string =>
  confirmedDates.length === 2 ? 'du jour suivant' : 'des jours suivants';

const OBJECTIVE = /^objectif\s*:\s*/i;

/** The lines about the next days, without those that name an objective. */
export const contentsOf = (nextDays: string): readonly string[] =>
  nextDays.split('\n').filter((line) => !OBJECTIVE.test(line));

/** What the trainee can do after all days. Lines of the file add objectives to those of the first day. */
export const objectivesOf = (data: Pick<PaperData, 'request' | 'file'>): readonly string[] => [
  ...OBJECTIVES,
  ...nextDaysOf(data)
    .flatMap((text) => text.split('\n'))
    .filter((line) => OBJECTIVE.test(line))
    .map((line) => upperFirst(line.replace(OBJECTIVE, '').trim())),
];

/** Every field that some paper needs and that can be missing. */
export const FIELDS = {
  ...SITE_FIELDS,
  /** Only a contrat may ask for a deposit, and none asks for one again that the agreement before has brought. */
  payment: {
    ...SITE_FIELDS.payment,
    label: (data) => SITE_FIELDS.payment.label + (contradictsDeposit(data) ? ', qui contredisent le contrat' : ''),
    read: (data) => {
      if (contradictsDeposit(data)) return '';
      const site = withOwnTerms(data);
      const balance = hasDeposit(data) ? paymentTerms(site, 'Le solde') : '';
      if (!balance) return SITE_FIELDS.payment.read({ site });
      return carriedDepositOn(data) ? balance : `${DEPOSIT_TERMS} ${balance}`;
    },
    isAsked: (data) => !isFree(data),
  },
  region: { ...SITE_FIELDS.region, isAsked: ({ site }) => !isUnderWay(site.nda) },
  /** A client overseas may have another line than the regime. */
  vat: taxField(SITE_FIELDS.vat.label, (data) => vatOf(data).mention),
  /** The days after the first one follow an empty line. */
  timetable: {
    ...SITE_FIELDS.timetable,
    read: (data) => {
      const first = SITE_FIELDS.timetable.read(data);
      return first && [first, ...nextDaysOf(data)].join('\n\n');
    },
  },
  /** Asked for when there are several days, until the last one is over. */
  nextDays: {
    label: ({ request }) => `le contenu ${ofNextDays(request)}`,
    place: 'dossier:nextDays',
    // Objectives alone are no content.
    read: (data) =>
      nextDaysOf(data)
        .filter((text) => contentsOf(text).some(Boolean))
        .join(),
    isAsked: (data) => nextDaysOf(data).length > 0 || (data.request.confirmedDates.length > 1 && !isTaught(data)),
  },
  /** Follows from the timetable. */
  duration: { label: 'la durée', place: 'site:day', read: (data) => plannedDuration(data) },
  days: {
    label: 'un jour confirmé',
    place: 'request',
    read: ({ request }) => formatDays(request.confirmedDates),
  },
  traineeName: { label: 'le nom du stagiaire', place: 'request', read: ({ request }) => isolated(request.name) },
  price: taxField('le régime de TVA, pour le prix', (data) => (vatOf(data).mention ? priceLine(data) : '')),
  /** The price of what was followed. Only an invoice shows it. */
  followedPrice: {
    label: (data) => `le prix de ce qui a été suivi${beyondFollowed(data) > 0 ? ', sans le dédit' : ''}`,
    place: 'dossier:followedCents',
    read: (data) => (lacksFollowedPrice(data) || beyondFollowed(data) > 0 ? '' : centsInEuros(totalCents(data))),
  },
  /** The number of a body that charges VAT. */
  bodyVat: {
    label: 'le numéro de TVA de l’organisme',
    place: 'site:publisher.vat',
    read: ({ site: { publisher } }) => publisher.vat,
  },
  /** An agreement with a consumer names a mediator. */
  mediator: {
    label: 'le médiateur de la consommation',
    place: 'site:mediator.name',
    read: ({ site: { mediator } }) => (mediator?.name ? `${mediator.name}, ${mediator.address}, ${mediator.url}` : ''),
  },
  /** The owner types it into the texts of the site, which do not show it to visitors. */
  videoLink: {
    label: 'le lien de la visioconférence',
    place: 'site:videoLink',
    read: ({ videoLink }) => videoLink ?? '',
  },
  traineeAddress: fileTextField('address', 'l’adresse du stagiaire'),
  traineeSiren: numberField('siren', 'du stagiaire'),
  payer: fileField('payer', 'qui paie', ({ payer }) => payer && PAYER_WORDS[payer]),
  payerName: fileTextField('payerName', ({ file }) =>
    file.payer === 'other' ? 'le nom du financeur' : 'le nom de l’entreprise',
  ),
  payerAddress: fileTextField('payerAddress', 'l’adresse de l’entreprise'),
  payerSiren: numberField('payerSiren', 'de l’entreprise'),
  /** The employer of a trainee; empty for one who has none. */
  employer: {
    label: 'le nom de l’employeur',
    place: 'dossier:payerName',
    read: ({ file }) => (isEmployer(file) && !UNEMPLOYED.includes(file.status) ? isolated(file.payerName ?? '') : ''),
  },
  clientName: {
    label: 'le nom du client',
    place: ({ file }) => (isCompany(file) ? 'dossier:payerName' : 'request'),
    read: ({ file, request }) => isolated((isCompany(file) ? file.payerName : request.name) ?? ''),
  },
  /** The number of a client who buys for a business. */
  clientSiren: {
    label: (data) => `le ${clientNumberName(data)} du client`,
    place: ({ file }) => (isEmployer(file) ? 'dossier:payerSiren' : 'dossier:siren'),
    read: (data) => clientSiren(data),
  },
  clientAddress: {
    label: 'l’adresse du client',
    place: addressPlace,
    read: ({ file }) => isolated((isEmployer(file) ? file.payerAddress : file.address) ?? ''),
  },
  priorLevel: fileTextField('priorLevel', 'le niveau du stagiaire à l’entrée'),
  kept: {
    label: 'les heures tenues de chaque demi-journée',
    place: 'dossier:kept',
    read: (data) => followedDuration(data) ?? (isWrittenByHand(data) ? BLANK : ''),
  },
  /** Empty for a trainee who was absent all the time: no paper could attest anything. */
  followed: {
    label: 'les heures suivies de chaque demi-journée',
    place: 'dossier:kept',
    read: (data) => (followedMinutesOf(data) ? (followedDuration(data) ?? '') : ''),
    isLater: isAhead,
  },
  results: {
    label: 'le résultat de chaque objectif',
    place: 'dossier:results',
    read: (data) => {
      const [results, objectives] = [data.file.results ?? [], objectivesOf(data)];
      const isWhole = objectives.every((objective) => results.some((result) => result.objective === objective));
      return isWhole || results.length >= objectives.length ? JSON.stringify(results) : '';
    },
    isLater: isAhead,
  },
} as const satisfies Readonly<Record<string, Field>>;

export type FieldName = keyof typeof FIELDS;

/** Whether the invoice is of less than the agreement. */
export const hasFollowedLess = (data: PaperData): boolean =>
  followedLess(data.file.kept, data.request.confirmedDates, dayPlanOf(data.site));

/** Whether the owner still has to set the price of what was followed. */
const lacksFollowedPrice = (data: PaperData): boolean =>
  hasFollowedLess(data) && data.file.followedCents === null && data.file.priceCents !== 0;

/** Euro cents of the price of what was followed that are a compensation. */
export function beyondFollowed(data: PaperData): number {
  const { agreedCents: cents, file, request, site } = data;
  if (cents === undefined) return 0;
  return beyondShare(totalCents(data), file.kept, { cents, days: request.confirmedDates, ...dayPlanOf(site) });
}

export const isCancelled = ({ request }: Pick<PaperData, 'request'>): boolean => request.status === 'annulee';

/**
 * The same data with the price of what was followed, if the owner has set one; of a cancelled file, it is 0.
 * `agreedCents` then has the agreed price.
 */
export function withFollowedPrice(data: PaperData): PaperData {
  const priceCents = isCancelled(data) ? 0 : hasFollowedLess(data) ? data.file.followedCents : null;
  return priceCents === null ? data : { ...data, agreedCents: totalCents(data), file: { ...data.file, priceCents } };
}

/**
 * Euro cents of the compensation (« dédit ») for what was not followed, or for the cancellation: no price of a
 * training.
 */
export const forfeitOf = (data: PaperData): number =>
  isCancelled(data) || (hasFollowedLess(data) && data.file.followedCents !== null) ? (data.file.cancelCents ?? 0) : 0;

/** Whether what was followed has a price. */
export const hasPrice = (data: PaperData): boolean => totalCents(withFollowedPrice(data)) !== 0;

/** Whether anything is to be paid. */
export const owes = (data: PaperData): boolean => hasPrice(data) || forfeitOf(data) > 0;

export const HALF_WORDS = { morning: 'Matin', afternoon: 'Après-midi' } as const;

const between = ({ from, to }: { readonly from: string; readonly to: string }) =>
  `${formatHour(from)} – ${formatHour(to)}`;

/** Stands in place of hours, and of a signature, when the trainee was absent. */
export const ABSENCE = 'Absence';

/**
 * The half-days of the confirmed days, in order. `hours` is null while nobody has noted them. `length` is null then,
 * and also after an absence.
 */
export function notedHalves({ request, file, site }: PaperData) {
  return request.confirmedDates.flatMap((date) =>
    halvesOn(date, file.kept, site.day).map((half) => {
      const noted = notedHalf(file.kept, date, half);
      const { from = null, to = null } = noted ?? {};
      const hours = from && to ? between({ from, to }) : noted ? ABSENCE : null;
      const length = from && to ? minutesInWords(minutesBetween({ from, to })) : null;
      return { date, half, hours, length };
    }),
  );
}

/**
 * The hours that an attendance sheet prints, once all are noted. Until then the list is empty: people write the hours
 * by hand.
 */
export const sheetHours = (data: PaperData): readonly string[] =>
  followedMinutesOf(data) === null
    ? []
    : // Stored digests were computed with this spelling of an absence.
      notedHalves(data).map(({ hours }) => (hours === ABSENCE ? 'Absent' : (hours ?? '')));

/** Whether the hours of a day can still be written by hand: until they are over. */
export const isToWrite = (date: string, { today, ahead = today }: Pick<PaperData, 'today' | 'ahead'>): boolean =>
  date >= ahead;

const isWrittenByHand = (data: PaperData) =>
  notedHalves(data).every(({ hours, date }) => hours !== null || isToWrite(date, data));

/** Minutes that the trainee followed; null until each half-day is noted. */
export const followedMinutesOf = ({ request, file }: Pick<PaperData, 'request' | 'file'>) =>
  followedMinutes(file.kept, request.confirmedDates);

/** The days on which the trainee followed something; all days until each half-day is noted, or if there is none. */
export function followedDays(data: PaperData): readonly string[] {
  const { confirmedDates } = data.request;
  const followed = notedHalves(data).flatMap(({ date, length }) => (length ? [date] : []));
  return followedMinutesOf(data) ? confirmedDates.filter((date) => followed.includes(date)) : confirmedDates;
}

export function followedDuration(data: PaperData): string | null {
  const minutes = followedMinutesOf(data);
  return minutes === null ? null : formatDuration(minutes);
}

/** The planned minutes of all confirmed days. */
export const plannedTotal = ({ request, file, site }: PaperData): number =>
  plannedFor(file.kept, request.confirmedDates, agreedMinutes(site));

/**
 * « sur … prévues », if the trainee followed less than planned: a few minutes less, or nothing at all. Empty
 * otherwise.
 */
export function ofPlanned(data: PaperData): string {
  const [followed, planned] = [followedMinutesOf(data), plannedTotal(data)];
  return followed !== null && followed < planned ? ` sur ${formatDuration(planned)} prévues` : '';
}

/** « 45 min », « 1 h 15 » */
export const minutesInWords = (minutes: number) => (minutes < 60 ? `${minutes} min` : formatDuration(minutes));

const inHours = (minutes: number) => (minutes % 60 === 0 ? `${minutes / 60} heures` : formatDuration(minutes));

/** Whether a day of this length is half a day. */
export const isHalfDay = (minutes: number): boolean => minutes <= 4 * 60;

/** What a day of this length is called. */
export const dayWord = (minutes: number): string => (isHalfDay(minutes) ? 'demi-journée' : 'journée');

/** The planned length in days and in hours; an empty place without a day. */
export function plannedDuration(data: PaperData): string {
  const days = data.request.confirmedDates;
  const total = plannedTotal(data);
  if (days.length === 0) return TO_COMPLETE;
  if (days.length === 1) return `1 ${dayWord(total)}, ${inHours(total)}`;
  const lengths = new Set(days.map((date) => plannedOn(data.file.kept, date, agreedMinutes(data.site))));
  const each = lengths.size === 1 ? ` de ${inHours(total / days.length)}` : '';
  return `${days.length} ${dayWord(total / days.length)}s${each}, soit ${inHours(total)}`;
}

import { type Column, dayField, daysField, renderCsv } from '@site/contract/csv';
import { formatFrenchDate } from '@site/contract/french-dates';
import { readPhone } from '@site/contract/phone';
import { FORM_ANSWERS, yesNo } from './functions/_shared/form-answers';
import { formatMoment } from './functions/_shared/french';
import { FOLLOW_UP_STEPS, FOLLOW_UP_WORDS, KIND_WORDS, type OwnedRequest, stateWordOf } from './requests';

const PERSON: readonly Column<OwnedRequest>[] = [
  ['Nom', ({ name }) => name],
  ['E-mail', ({ email }) => email],
  ['Téléphone', ({ phone }) => phoneField(phone ?? '')],
  ...FORM_ANSWERS.map(({ heading, cell }): Column<OwnedRequest> => [heading, cell]),
];

const FOLLOW_UP: readonly Column<OwnedRequest>[] = [
  ['Note', ({ note }) => note ?? ''],
  ...FOLLOW_UP_STEPS.map((step): Column<OwnedRequest> => {
    return [FOLLOW_UP_WORDS[step], ({ followUp }) => dayField(followUp[step] ?? '')];
  }),
];

const REFERENCE: Column<OwnedRequest> = ['Référence', ({ id }) => id.slice(0, 8)];

const BEFORE: readonly Column<OwnedRequest>[] = [
  ['Reçu le', ({ receivedAt }) => formatMoment(receivedAt)],
  ['Demande', ({ kind }) => KIND_WORDS[kind]],
  ...PERSON,
  ['Jours demandés', ({ dates }) => daysField(dates)],
  ['Jours confirmés', ({ confirmedDates }) => daysField(confirmedDates)],
  ['Message', ({ message }) => message ?? ''],
  ['Statut', stateWordOf],
  ['Traité le', ({ handledAt }) => (handledAt ? formatMoment(handledAt) : '')],
  ...FOLLOW_UP,
  ['À vérifier', ({ flagged }) => yesNo(flagged)],
  ['Indésirable', ({ isSpam }) => yesNo(isSpam)],
];

/**
 * All requests for a spreadsheet, one a line.
 * @param further columns of what only the caller knows about a request
 */
export const renderRequestsCsv = <Request extends OwnedRequest>(
  requests: readonly Request[],
  further: readonly Column<Request>[] = [],
): string => renderCsv<Request>([...BEFORE, ...further, REFERENCE, ['Identifiant', ({ id }) => id]], requests);

interface RequestedDay {
  /** yyyy-MM-dd */
  readonly day: string;
  readonly request: OwnedRequest;
}

const weekdayOf = (day: string) => formatFrenchDate(day).split(' ')[0] ?? '';

function dayStateOf({ day, request: { confirmedDates, status } }: RequestedDay): string {
  if (confirmedDates.includes(day)) return 'Confirmé';
  if (status === 'nouvelle') return 'À confirmer';
  return status === 'annulee' ? 'Annulé' : 'Non retenu';
}

const ofRequest = ([heading, value]: Column<OwnedRequest>): Column<RequestedDay> => [
  heading,
  ({ request }) => value(request),
];

const OF_DAY: readonly Column<RequestedDay>[] = [
  ['Jour', ({ day }) => dayField(day)],
  ['Semaine', ({ day }) => weekdayOf(day)],
  ['État', dayStateOf],
  ...[...PERSON, ...FOLLOW_UP, REFERENCE].map(ofRequest),
];

/** The days that were requested, without spam, one a line and the earliest first. */
export function renderDaysCsv(requests: readonly OwnedRequest[]): string {
  const rows = requests
    .filter(({ isSpam }) => !isSpam)
    .flatMap((request) => request.dates.map((day): RequestedDay => ({ day, request })))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.request.name.localeCompare(b.request.name, 'fr')));
  return renderCsv(OF_DAY, rows);
}

/**
 * « 06 39 98 22 11 », also for « +33639982211 »: a spreadsheet reads digits alone as a number without its first zero,
 * and evaluates a plus sign. Numbers of other countries begin with 00.
 */
const phoneField = (phone: string): string => readPhone(phone).shown.replace(/^\+\s*(?=\d)/, '00\u00a0');

import { FORM_ANSWERS, type OwnedRequest, STATUS_WORDS, yesNo } from './requests';

// A French spreadsheet splits at semicolons, and needs the mark to read accents.
const SEPARATOR = ';';
const BYTE_ORDER_MARK = '\ufeff';

const KINDS: Readonly<Record<OwnedRequest['kind'], string>> = { contact: 'Message', reservation: 'Réservation' };
export type Column<Request> = readonly [heading: string, value: (request: Request) => string];

const BEFORE: readonly Column<OwnedRequest>[] = [
  ['Reçu le', ({ receivedAt }) => formatMoment(receivedAt)],
  ['Demande', ({ kind }) => KINDS[kind]],
  ['Nom', ({ name }) => name],
  ['E-mail', ({ email }) => email],
  ['Téléphone', ({ phone }) => phone ?? ''],
  ...FORM_ANSWERS.map(({ heading, cell }): Column<OwnedRequest> => [heading, cell]),
  ['Dates', ({ dates }) => dates.join(', ')],
  ['Message', ({ message }) => message ?? ''],
  ['Statut', ({ status }) => (status ? STATUS_WORDS[status] : '')],
  ['À vérifier', ({ flagged }) => yesNo(flagged)],
  ['Indésirable', ({ isSpam }) => yesNo(isSpam)],
];

const AFTER: readonly Column<OwnedRequest>[] = [
  ['Référence', ({ id }) => id.slice(0, 8)],
  ['Identifiant', ({ id }) => id],
];

/**
 * All requests for a spreadsheet: semicolon-separated values with CRLF line ends.
 * @param further columns of what only the caller knows about a request
 */
export function renderRequestsCsv<Request extends OwnedRequest>(
  requests: readonly Request[],
  further: readonly Column<Request>[] = [],
): string {
  const columns: readonly Column<Request>[] = [...BEFORE, ...further, ...AFTER];
  const rows = [columns.map(([heading]) => heading), ...requests.map((one) => columns.map(([, value]) => value(one)))];
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(field).join(SEPARATOR)}\r\n`).join('');
}

let moment: Intl.DateTimeFormat | undefined;

function formatMoment(iso: string): string {
  // Formats are slow to create on a phone, and most visits export nothing.
  moment ??= new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Paris' });
  // Newer browsers put a comma between the day and the time.
  return moment.format(new Date(iso)).replace(',', '');
}

// A spreadsheet evaluates text that begins like a formula, unless an apostrophe precedes it. Some skip spaces and
// invisible characters first, and read full-width signs like the others.
const LIKE_FORMULA = /^[\s\p{C}\p{DI}]*[=+\-@＝＋－＠\u2212\ufe62-\ufe66\ufe6b]|^[\t\r\n]/u;

function field(value: string): string {
  const text = LIKE_FORMULA.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

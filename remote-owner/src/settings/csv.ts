import type { OwnerRequest } from '../api/wire';
import { csv } from '../content/settings';

// French spreadsheets expect semicolons, and need the byte order mark to read accents.
const SEPARATOR = ';';
const BYTE_ORDER_MARK = '\ufeff';

const yesNo = (claim: boolean) => (claim ? csv.yes : csv.no);

let moment: Intl.DateTimeFormat | undefined;
const formatMoment = (iso: string) => {
  moment ??= new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Paris' });
  // Newer browsers put a comma between the day and the time.
  return moment.format(new Date(iso)).replace(',', '');
};

const COLUMNS: readonly (readonly [heading: string, value: (request: ExportedRequest) => string])[] = [
  [csv.columns.receivedAt, ({ receivedAt }) => formatMoment(receivedAt)],
  [csv.columns.request, ({ kind }) => (kind === 'contact' ? 'Message' : 'Réservation')],
  [csv.columns.name, ({ name }) => name],
  [csv.columns.email, ({ email }) => email],
  [csv.columns.phone, ({ phone }) => phone ?? ''],
  [csv.columns.agefice, ({ isAgefice }) => yesNo(isAgefice)],
  [csv.columns.dates, ({ dates }) => dates.join(', ')],
  [csv.columns.message, ({ message }) => message ?? ''],
  [csv.columns.status, ({ status }) => (status ? csv.status[status] : '')],
  [csv.columns.flagged, ({ flagged }) => yesNo(flagged)],
  [csv.columns.unwanted, ({ unwanted, isSpam }) => yesNo(unwanted || isSpam)],
  [csv.columns.mail, ({ mail }) => mail ?? ''],
  [csv.columns.shortId, ({ id }) => id.slice(0, 8)],
  [csv.columns.id, ({ id }) => id],
];

interface ExportedRequest extends OwnerRequest {
  readonly mail?: string | null;
}

/** All requests for a spreadsheet, with the columns of the terminal's export. */
export function renderCsv(requests: readonly ExportedRequest[]): string {
  const rows = [COLUMNS.map(([heading]) => heading), ...requests.map((one) => COLUMNS.map(([, value]) => value(one)))];
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(field).join(SEPARATOR)}\r\n`).join('');
}

// A spreadsheet evaluates text that begins like a formula, unless an apostrophe precedes it.
function field(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

import { readPhone } from './functions/_shared/phone';

// A French spreadsheet splits at semicolons, and needs the mark to read accents.
const SEPARATOR = ';';
const BYTE_ORDER_MARK = '\ufeff';

export type Column<Row> = readonly [heading: string, value: (row: Row) => string];

/** Semicolon-separated values with CRLF line ends, which a spreadsheet in French opens. */
export function renderCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(([heading]) => heading), ...rows.map((row) => columns.map(([, value]) => value(row)))];
  return BYTE_ORDER_MARK + lines.map((line) => `${line.map(field).join(SEPARATOR)}\r\n`).join('');
}

let moment: Intl.DateTimeFormat | undefined;

/** « 20/11/2026 14:32 », in Paris. @param iso ISO 8601 */
export function momentField(iso: string): string {
  // Formats are slow to create on a phone, and most visits export nothing.
  moment ??= new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Paris' });
  // Newer browsers put a comma between the day and the time.
  return moment.format(new Date(iso)).replace(',', '');
}

/** « 07/12/2026 » @param day yyyy-MM-dd */
export const dayField = (day: string): string => day.split('-').reverse().join('/');

/**
 * « 06 39 98 22 11 », also of « +33639982211 »: a spreadsheet takes digits alone for a number and drops their first zero,
 * and evaluates a plus sign. Numbers of other countries begin with 00.
 */
export const phoneField = (phone: string): string => readPhone(phone).shown.replace(/^\+\s*(?=\d)/, '00\u00a0');

// A spreadsheet evaluates text that begins like a formula, unless an apostrophe precedes it. Some skip spaces and
// invisible characters first, and read full-width signs like the others.
const LIKE_FORMULA = /^[\s\p{C}\p{DI}]*[=+\-@＝＋－＠\u2212\ufe62-\ufe66\ufe6b]|^[\t\r\n]/u;
/** The first item of a list. A dash needs no apostrophe, which Excel would show. */
const LIST_ITEM = /^- /;

function field(value: string): string {
  const listed = value.replace(LIST_ITEM, '– ');
  const text = LIKE_FORMULA.test(listed) ? `'${listed}` : listed;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

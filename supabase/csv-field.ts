import { readPhone } from '@site/contract/phone';

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

// Direction marks and what is not seen; not what joins the parts of an emoji.
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** The first item of a list. A dash needs no apostrophe, which Excel would show. */
const LIST_ITEM = /^- /;
// A spreadsheet evaluates text that begins like a formula, unless an apostrophe precedes it. Some skip spaces and
// invisible characters first, and read full-width signs like the others.
const LIKE_FORMULA = /^[\s\p{C}\p{DI}]*[=+\-@＝＋－＠\u2212\ufe62-\ufe66\ufe6b]|^[\t\r\n]/u;
// It takes these for a number, a day or a truth value, unless a tab precedes them, which it does not show: 219e0148,
// 00481234, 1/2, (12), mai 68, vrai.
const LIKE_NUMBER = /^[\s\p{P}\p{S}]*\d|^\p{L}+\.?[\s/-]*\d+$|^(?:vrai|faux|true|false)$/iu;
/** Days and moments of the columns, which are to be such; the form of a telephone number, an address, a UUID. */
const AS_IT_IS = /^\d\d\/\d\d\/\d{4}(?:$|[ ,])|^\d\d(?:\u00a0\d\d){4}$|^\S+@\S+$|^[\da-f]{8}-/;

function field(value: string): string {
  const text = value.replace(INVISIBLE, '').replace(LIST_ITEM, '– ');
  const mark = LIKE_FORMULA.test(text) ? "'" : LIKE_NUMBER.test(text) && !AS_IT_IS.test(text) ? '\t' : '';
  return /[";\r\n]/.test(text) ? `"${mark}${text.replaceAll('"', '""')}"` : mark + text;
}

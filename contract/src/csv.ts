import { INVISIBLE } from './invisible.ts';

// A French spreadsheet splits at semicolons, and needs the mark to read accents.
const SEPARATOR = ';';
const BYTE_ORDER_MARK = '\ufeff';

/** A number stays one: spreadsheets can add it. */
export type Column<Row> = readonly [heading: string, value: (row: Row) => string | number];

/** Semicolon-separated values with CRLF line ends, which a spreadsheet in French opens. */
export function renderCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(([heading]) => heading), ...rows.map((row) => columns.map(([, value]) => value(row)))];
  return BYTE_ORDER_MARK + lines.map((line) => `${line.map(cell).join(SEPARATOR)}\r\n`).join('');
}

const cell = (value: string | number) => (typeof value === 'number' ? String(value).replace('.', ',') : field(value));

/** « 07/12/2026 » @param day yyyy-MM-dd */
export const dayField = (day: string): string => day.split('-').reverse().join('/');

export const daysField = (list: readonly string[]): string => list.map(dayField).join(', ');

/** A dash at the beginning of a text. Excel would show an apostrophe before it, so another dash replaces it. */
const LIST_ITEM = /^- /;
// A spreadsheet evaluates text that begins like a formula, unless an apostrophe precedes it. Some skip spaces and
// invisible characters first, and read full-width signs like the others.
const LIKE_FORMULA = /^[\s\p{C}\p{DI}]*[=+\-@＝＋－＠\u2212\ufe62-\ufe66\ufe6b]|^[\t\r\n]/u;
const MONTH = '(?:jan|f[eé][bv]|ma[iry]|a[pv]r|jui|ju[ln]|ao[uû]|aug|sep|o[ck]t|nov|d[eé][cz])\\p{L}*';
// A spreadsheet takes these for a number, a day or a truth value, unless a tab precedes them, which it does not show:
// 219e0148, 00481234, 1/2, (12), 1 mai, mai 68, vrai. Other words are safe, if they are longer than a unit.
const LIKE_NUMBER = new RegExp(
  String.raw`^[\s\p{P}\p{S}]*\d[^\p{L}]*(?:(?:${MONTH}|\p{L}{1,3})[^\p{L}]*)?$|^${MONTH}\.?[\s/-]*\d+$|^(?:vrai|faux|true|false)$`,
  'iu',
);
/**
 * Values that need no tab: days and moments, which a spreadsheet should recognise, and postal codes, SIRENs, French VAT
 * numbers, telephone numbers in our form, e-mail addresses and UUIDs, which it never misreads.
 */
const AS_IT_IS =
  /^[1-9]\d{4}(?:\d{4})?$|^FR[\dA-Z]{2}\d{9}$|^\d\d\/\d\d\/\d{4}(?:$|[ ,])|^\d\d(?:\u00a0\d\d){4}$|^\S+@\S+$|^[\da-f]{8}-/;

function field(value: string): string {
  const text = value.replace(INVISIBLE, '').replace(LIST_ITEM, '– ');
  const mark = LIKE_FORMULA.test(text) ? "'" : LIKE_NUMBER.test(text) && !AS_IT_IS.test(text) ? '\t' : '';
  return /[";\r\n]/.test(text) ? `"${mark}${text.replaceAll('"', '""')}"` : mark + text;
}

// A French spreadsheet splits at semicolons, and reads accents rightly only after this mark.
const SEPARATOR = ';';
const BYTE_ORDER_MARK = '\ufeff';

/** Comma-separated values (with semicolons) for a spreadsheet, CRLF at each end of line. */
export function renderCsv(rows: string[][]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(field).join(SEPARATOR)}\r\n`).join('');
}

// A spreadsheet runs what begins like a formula; with an apostrophe before it, it is text.
function field(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// A French spreadsheet splits at semicolons, and needs the byte order mark to read accents.
const SEPARATOR = ';';
const BYTE_ORDER_MARK = '\ufeff';

export function renderCsv(rows: string[][]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(field).join(SEPARATOR)}\r\n`).join('');
}

// A spreadsheet evaluates text that begins like a formula, unless an apostrophe precedes it.
function field(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

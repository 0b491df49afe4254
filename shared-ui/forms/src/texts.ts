/** Composes letters (NFC), and replaces tabs, control characters and lone surrogates by spaces, as the database. */
export function cleanLine(value: string): string {
  return value
    .normalize()
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

/** Includes those of Windows, Word and PowerPoint. */
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Composes letters (NFC), and removes what the database refuses in several lines; keeps tabs and line breaks. */
export function cleanText(value: string): string {
  return value
    .normalize()
    .replace(LINE_BREAK, '\n')
    .replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, '')
    .trim();
}

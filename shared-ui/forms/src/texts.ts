/**
 * Returns composed letters (NFC), with spaces for what the database refuses in a line: tabs, control characters, lone
 * surrogates.
 */
export function cleanLine(value: string): string {
  return value
    .normalize()
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

/** Includes those of Windows, Word and PowerPoint. */
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Returns composed letters (NFC) without the characters that the database refuses in a multi-line text; keeps tabs and
 * line breaks.
 */
export function cleanText(value: string): string {
  return value
    .normalize()
    .replace(LINE_BREAK, '\n')
    .replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, '')
    .trim();
}

/** Replaces what the database refuses in a line by spaces: tabs, control characters, lone surrogates. */
export function cleanLine(value: string): string {
  return value.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Removes the characters that the database refuses in a multi-line text; keeps tabs and line breaks. */
export function cleanText(value: string): string {
  return value.replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, '').trim();
}

/** One line without what the database refuses: tabs, control characters, lone surrogates. */
export function cleanLine(value: string): string {
  return value.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** A multi-line text without what the database refuses; tabs and line breaks stay. */
export function cleanText(value: string): string {
  return value.replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, '').trim();
}

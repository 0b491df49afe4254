/** One line without what the database refuses in it: pasted tabs, control characters, halves of a character. */
export function cleanLine(value: string): string {
  return value.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** A text of several lines, likewise; its tabs and line breaks stay. */
export function cleanText(value: string): string {
  return value.replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, '').trim();
}

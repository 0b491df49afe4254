/** A visitor's or a mail server's text on one line, without control characters and marks of writing direction. */
export function sanitizeForTerminal(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, ' ');
}

/** The same, trimmed, with an ellipsis where it is longer than `longest` characters. */
export function truncate(text: string, longest: number): string {
  const characters = [...sanitizeForTerminal(text).trim()];
  return characters.length <= longest ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`;
}

/** Makes text of a visitor or a mail server safe to print: one line without control and bidirectional characters. */
export function sanitizeForTerminal(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, ' ');
}

/** Also trims the text, and shortens it with an ellipsis to `longest` characters. */
export function truncate(text: string, longest: number): string {
  const characters = [...sanitizeForTerminal(text).trim()];
  return characters.length <= longest ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`;
}

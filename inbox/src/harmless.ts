/** A visitor's text, or a server's, on one line: it must not reach the terminal's controls, nor turn the writing direction. */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, ' ');
}

/** The same, with an ellipsis where it is longer than `longest` characters. */
export function shortened(text: string, longest: number): string {
  const characters = [...harmless(text).trim()];
  return characters.length <= longest ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`;
}

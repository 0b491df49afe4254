// Direction marks and zero-width characters, except inside an emoji.
const EMOJI = String.raw`\p{RGI_Emoji}`;
const INVISIBLE = new RegExp(`(${EMOJI})|[\\p{Cf}\\p{DI}]`, 'gv');

/** Makes text of a visitor or a mail server safe to print: one line without control and invisible characters. */
export function sanitizeForTerminal(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').replace(INVISIBLE, '$1');
}

/** Also trims the text, and shortens it with an ellipsis to `longest` characters. */
export function truncate(text: string, longest: number): string {
  const characters = [...sanitizeForTerminal(text).trim()];
  return characters.length <= longest ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`;
}

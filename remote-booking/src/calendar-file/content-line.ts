/** Without the line end (RFC 5545, 3.1). */
const MAX_LINE_OCTETS = 75;
const LINE_END = '\r\n';

export function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** One property with its line end, folded without splitting a character. */
export function contentLine(name: string, value: string): string {
  let folded = '';
  let octets = 0;
  for (const character of `${name}:${value}`) {
    const size = octetsOf(character);
    if (octets + size > MAX_LINE_OCTETS) {
      folded += `${LINE_END} `;
      octets = octetsOf(' ');
    }
    folded += character;
    octets += size;
  }
  return folded + LINE_END;
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

import { LONGEST_EMAIL } from '@site/contract/email';

/** Maximum lengths that the forms and the database accept, in characters. */
export const LIMITS = { email: LONGEST_EMAIL, name: 100, fullName: 200, phone: 40, message: 5000 } as const;

/** Replaces what the database refuses in a line by spaces: tabs, control characters, lone surrogates. */
export function cleanLine(value: string): string {
  return value.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Removes the characters that the database refuses in a multi-line text; keeps tabs and line breaks. */
export function cleanText(value: string): string {
  return value.replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, '').trim();
}

/**
 * Cleans an e-mail address and writes its domain in ASCII, as Chromium's e-mail fields do: `é.fr` becomes `xn--9ca.fr`.
 * Mail servers know only this form, and the database accepts only this one.
 */
export function cleanEmail(value: string): string {
  const line = cleanLine(value);
  const domain = line.slice(line.lastIndexOf('@') + 1);
  const isReadByUrl = /\P{ASCII}/u.test(domain) && !/[\s/\\?#:[\]%]/.test(domain);
  if (domain === line || !isReadByUrl) return line;
  try {
    const ascii = line.slice(0, -domain.length) + new URL(`http://${domain}`).hostname;
    return ascii.length <= LIMITS.email ? ascii : line;
  } catch {
    return line;
  }
}

/**
 * The rule of `<input type="email">` (WHATWG), plus a domain with a dot and a last label of at least two characters.
 * The database (`private.is_email`) has the same one.
 */
export const EMAIL_RULE =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z0-9][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;

/** The longest address that mail servers accept, in characters. */
export const LONGEST_EMAIL = 254;

export const isEmail = (text: string): boolean => text.length <= LONGEST_EMAIL && EMAIL_RULE.test(text);

/**
 * The address in what was typed or pasted: without invisible characters and spaces, `mailto:`, a name before it and a
 * mark behind it. Its domain is in ASCII, as Chromium's e-mail fields have it: `é.fr` becomes `xn--9ca.fr`. Mail
 * servers know only this form, and the database accepts only this one.
 */
export function cleanEmail(value: string): string {
  const bare = value
    .trim()
    .replace(/[\t\p{Zs}\p{Cf}\p{DI}]/gu, '')
    // The rule refuses it.
    .replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd')
    .replace(/^[^<>]*<([^<>]*)>[;,.]*$/, '$1')
    .replace(/^(?:mailto:)+([^?]*).*$/i, (_, address: string) => address.replace('%40', '@'))
    .replace(/[;,.]+$/, '');
  const domain = bare.slice(bare.lastIndexOf('@') + 1);
  const isReadByUrl = /\P{ASCII}/u.test(domain) && !/[\s/\\?#:[\]%]/.test(domain);
  if (domain === bare || !isReadByUrl) return bare;
  try {
    const ascii = bare.slice(0, -domain.length) + new URL(`http://${domain}`).hostname;
    return ascii.length <= LONGEST_EMAIL ? ascii : bare;
  } catch {
    return bare;
  }
}

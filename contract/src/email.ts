/**
 * The rule of `<input type="email">` (WHATWG), plus a domain with a dot and a last label of at least two characters.
 * The database (`private.is_email`) and the mails have the same one.
 */
export const EMAIL_RULE =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z0-9][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;

/** The longest address that mail servers accept, in characters. */
export const LONGEST_EMAIL = 254;

export const isEmail = (text: string): boolean => text.length <= LONGEST_EMAIL && EMAIL_RULE.test(text);

/**
 * The rule of `<input type="email">` (WHATWG), plus a domain with a dot and a last label of at least two characters.
 * The database has the same rule (`private.is_email`).
 */
export const EMAIL_RULE =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z0-9][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;

/** Maximum lengths that the forms and the database accept, in characters. */
export const LIMITS = { email: 254, name: 100, fullName: 200, phone: 40, message: 5000 } as const;

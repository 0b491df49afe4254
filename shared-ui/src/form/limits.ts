/**
 * The one rule for an e-mail address, shared with the database, which repeats it as a CHECK:
 * one @, no spaces, no control characters, and a domain whose last label has at least two characters.
 */
export const EMAIL_RULE = /^[^\s\p{Cc}@<>,;:"()]+@[^\s\p{Cc}@<>,;:"()]+[.][^\s\p{Cc}@<>,;:"().]{2,}$/u;

/** Longest values, in characters, that the forms and the database accept. */
export const LIMITS = { email: 254, name: 100, fullName: 200, phone: 40, message: 5000 } as const;

import type { SiteRequest } from '../claimed-mail.ts';
import { forHeader } from '../sanitize-text.ts';

const LONGEST_NAME = 80;
const LONGEST_ADDRESS = 254;
const FEWEST_DIGITS = 6;
/** The longest telephone number (E.164). */
const MOST_DIGITS = 15;
const FRENCH_DIGITS = 10;

/** The rule of the forms and the database. Other text could be several addresses or inject a header. */
export const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z0-9][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;

type Named = Pick<SiteRequest, 'name' | 'email'>;

/** Most mail readers show the name instead of the address, so such a name would look like the reply address. */
export function readsLikeAddress(name: string): boolean {
  return name.normalize('NFKC').includes('@');
}

/** The name for a subject, or the address when the name is empty or reads like an address. */
export function headerName({ name, email }: Named): string {
  return trustedName(name) || forHeader(email, LONGEST_NAME);
}

/** Begins an encoded word (RFC 2047). Mail readers decode it even inside an address. */
const ENCODED_WORD = '=?';

/** The reply address; undefined when it is invalid or a mail reader could display a different one. */
export function replyAddress({ name, email }: Named): { name: string; address: string } | undefined {
  return isAddress(email) && !email.includes(ENCODED_WORD) ? { name: trustedName(name), address: email } : undefined;
}

function trustedName(name: string): string {
  const shown = forHeader(name, LONGEST_NAME);
  return readsLikeAddress(shown) ? '' : shown;
}

export function isAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && ADDRESS.test(text);
}

export function mailtoLink(email: string): string | undefined {
  if (!isAddress(email)) return undefined;
  const [local = '', domain] = email.split('@');
  return `mailto:${encodeURIComponent(local)}@${domain}`;
}

/** Undefined when the call would fail or reach somebody else: « 01 23 45 67 89 poste 12 ». */
export function telLink(phone: string): string | undefined {
  const isInternational = /^\s*\+/.test(phone);
  // « +33 (0)6 … »: the zero is not dialled after a country code.
  const digits = (isInternational ? phone.replace('(0)', '') : phone).replace(/[^0-9]/g, '');
  const mostDigits = /^0[1-9]/.test(digits) ? FRENCH_DIGITS : MOST_DIGITS;
  if (digits.length < FEWEST_DIGITS || digits.length > mostDigits) return undefined;
  return `tel:${isInternational ? '+' : ''}${digits}`;
}

import { isEmail } from '@site/contract/email';
import { isCutFrenchPhone, readPhone } from '@site/contract/phone';
import type { StoredRequest } from '../claimed-mail.ts';
import { requestValues } from '../content/requests.ts';
import { forHeader, type Inset, type Line, typed } from '../text.ts';

const LONGEST_NAME = 80;

type Person = Pick<StoredRequest, 'name' | 'email'>;

/** Most mail readers show the name instead of the address, so such a name would look like the reply address. */
export function readsLikeAddress(name: string): boolean {
  return name.normalize('NFKC').includes('@');
}

/** The name for a subject, or the address when the name is empty or reads like an address. */
export function headerName({ name, email }: Person): string {
  return trustedName(name) || forHeader(email, LONGEST_NAME);
}

/** Begins an encoded word (RFC 2047). Mail readers decode it even inside an address. */
const ENCODED_WORD = '=?';

/** The reply address; undefined when it is invalid or a mail reader could display a different one. */
export function replyAddress({ name, email }: Person): { name: string; address: string } | undefined {
  return isEmail(email) && !email.includes(ENCODED_WORD) ? { name: trustedName(name), address: email } : undefined;
}

function trustedName(name: string): string {
  const shown = forHeader(name, LONGEST_NAME);
  return readsLikeAddress(shown) ? '' : shown;
}

export function mailtoLink(email: string): string | undefined {
  if (!isEmail(email)) return undefined;
  const [local = '', domain] = email.split('@');
  return `mailto:${encodeURIComponent(local)}@${domain}`;
}

/** The number as it is read, which calls it if it can be called. */
export function typedPhone(phone: string): Inset {
  const { shown, tel } = readPhone(phone);
  return typed(shown, tel ? `tel:${tel}` : undefined);
}

/** The number as the owner reads it, with a remark if its end is missing. */
export const checkedPhone = (phone: string): Line => [
  typedPhone(phone),
  ...(isCutFrenchPhone(phone) ? [requestValues.cutPhone] : []),
];

/** Lists the ids of a digest's requests, so that `erase` finds its file. */
export const REQUESTS_HEADER = 'X-Requests';

import { MANAGE_PATH } from '@site/contract/addresses';

/** Key in the session storage; the cookie policy names it. */
export const LINK_KEY = 'booking-link';
const SECRET_BYTES = 32;

/** The secret of a link. Undefined on plain http, except localhost: browsers compute no hash there. */
export const createSecret = () => (crypto.subtle ? randomHex(SECRET_BYTES) : undefined);

/** The address that opens the request of a secret. */
export const linkOf = (secret: string) => `${window.location.origin}${MANAGE_PATH}#${secret}`;

/** Keeps the secret of the link for this tab. @returns false if the storage is blocked or full */
export function keepSecret(secret: string): boolean {
  try {
    sessionStorage.setItem(LINK_KEY, secret);
    return true;
  } catch {
    return false;
  }
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const randomHex = (bytes: number) => hexOf(crypto.getRandomValues(new Uint8Array(bytes)));

/** Needs `crypto.subtle`, which plain http lacks, except localhost. */
export const sha256Hex = async (text: string) =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));

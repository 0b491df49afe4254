/** Key in the session storage; the cookie policy names it. */
const KEY = 'booking-link';
const SECRET_BYTES = 32;
const SECRET = /^[\w-]{20,200}$/;

/** The secret of a link. Undefined on plain http, except localhost: browsers compute no digest there. */
export const createSecret = () => (crypto.subtle ? randomHex(SECRET_BYTES) : undefined);

/** Keeps the secret of the link for this tab. @returns false if the storage is blocked or full */
export function keepSecret(secret: string): boolean {
  try {
    sessionStorage.setItem(KEY, secret);
    return true;
  } catch {
    return false;
  }
}

/** Of the last request that this tab has sent or opened. */
export function readSecret(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/**
 * Takes the secret out of the address, so that neither the history nor a copied address has it, and keeps it for the
 * tab. @returns null if the page was opened without a link
 */
export function takeSecret(): string | null {
  const secret = window.location.hash.slice(1);
  if (!SECRET.test(secret)) return readSecret();
  keepSecret(secret);
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return secret;
}

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const randomHex = (bytes: number) => hexOf(crypto.getRandomValues(new Uint8Array(bytes)));

/** Needs `crypto.subtle`, which plain http lacks, except localhost. */
export const sha256Hex = async (text: string) =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));

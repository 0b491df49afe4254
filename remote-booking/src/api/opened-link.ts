import { keepSecret, LINK_KEY } from './link-secret';

const SECRET = /^[\w-]{20,200}$/;

function readSecret(): string | null {
  try {
    return sessionStorage.getItem(LINK_KEY);
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

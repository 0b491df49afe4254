/** Key in the session storage; the cookie policy names it. */
const KEY = 'booking-link';

/** Keeps the secret of the link for this tab. @returns false if the storage is blocked or full */
export function keepSecret(secret: string): boolean {
  try {
    sessionStorage.setItem(KEY, secret);
    return true;
  } catch {
    return false;
  }
}

export function readSecret(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

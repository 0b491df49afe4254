const UUID_PATTERN = '10000000-1000-4000-8000-100000000000';

/** A fresh uuid, by which the server tells a repeat from another request. */
export function newAttemptKey(): string {
  // Browsers offer randomUUID on https and localhost only, not to a phone on the owner's own network.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return UUID_PATTERN.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });
}

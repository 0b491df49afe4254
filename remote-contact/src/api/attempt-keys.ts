export interface AttemptKeys {
  /** The key of the attempt at sending this content: the same until the content changes or the attempt is over. */
  readonly keyFor: (content: unknown) => string;
  /** After a success: the same content sent again is another message. */
  readonly finish: () => void;
}

/** Keeps the idempotency key by which the server tells a repeat from another message. */
export function createAttemptKeys(): AttemptKeys {
  let current: { content: string; key: string } | undefined;
  return {
    keyFor(content) {
      const text = JSON.stringify(content);
      if (current?.content !== text) current = { content: text, key: newAttemptKey() };
      return current.key;
    },
    finish() {
      current = undefined;
    },
  };
}

const UUID_PATTERN = '10000000-1000-4000-8000-100000000000';

function newAttemptKey(): string {
  // Browsers offer randomUUID on https and localhost only, not to a phone on the owner's own network.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return UUID_PATTERN.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });
}

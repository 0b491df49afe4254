import { newAttemptKey } from '@site/shared-ui/backend';

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

import type { ConsentChoice, ConsentStore } from '@site/contract/host';

export function exampleConsent(): ConsentStore {
  let choice: ConsentChoice | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => choice,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    choose: (next) => {
      choice = next;
      for (const listener of listeners) listener();
    },
  };
}

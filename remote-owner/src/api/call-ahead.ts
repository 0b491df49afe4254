import type { Backend } from '@site/contract/host';
import { argumentsOf } from './owner-functions';
import { readToken } from './session';
import type { OwnerCalls } from './wire';

/** Older answers are discarded and slower ones are aborted; supabase-js then makes the call. */
const FRESH_MS = 10_000;

interface Sent {
  readonly what: string;
  readonly at: number;
  /** Resolves with undefined when supabase-js has to make the call. */
  readonly answer: Promise<unknown>;
}

/** Makes one read-only call before supabase-js is loaded, which takes half a second on a phone. */
export function openCallAhead({ url, anonKey }: Backend, storageKey: string) {
  let sent: Sent | null = null;
  let answered: Promise<unknown> = Promise.resolve();
  return {
    send: <Name extends keyof OwnerCalls>(name: Name, args: OwnerCalls[Name]['args']): void => {
      const token = readToken(storageKey);
      if (!token) return;
      const answer = fetch(`${url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { apikey: anonKey, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(argumentsOf(name, args)),
        signal: AbortSignal.timeout(FRESH_MS),
      })
        .then((response): unknown => (response.ok ? response.json() : undefined))
        .catch(() => undefined);
      sent = { what: JSON.stringify([name, args]), at: performance.now(), answer };
      answered = answer;
    },
    /** Resolves with the answer of the call that was sent; undefined when none was sent or it failed. */
    answered: () => answered,
    /** Resolves with the answer of an identical call, once; undefined when there is none or it failed. */
    take: async (name: keyof OwnerCalls, args: unknown): Promise<unknown> => {
      if (sent?.what !== JSON.stringify([name, args])) return undefined;
      const { at, answer } = sent;
      sent = null;
      return performance.now() - at < FRESH_MS ? answer : undefined;
    },
  };
}

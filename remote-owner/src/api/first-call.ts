import type { EarlyAnswer } from './owner-api';
import type { OwnerCalls } from './wire';

/** Older answers are discarded and slower ones are aborted; supabase-js then makes the call. */
export const FRESH_MS = 10_000;

export interface FirstCall {
  /** The name and the arguments, as JSON. */
  readonly what: string;
  readonly at: number;
  /** Resolves with undefined when supabase-js has to make the call. */
  readonly answer: Promise<unknown>;
  /** The answer, once it has come. */
  value?: unknown;
}

declare global {
  interface Window {
    firstCall?: FirstCall | undefined;
  }
}

/** Takes over the call that the page's early script has made, if any. */
export function openFirstCall() {
  let sent = typeof window === 'undefined' ? undefined : window.firstCall;
  return {
    /** Resolves with the answer; undefined when no call was sent or it failed. */
    answer: sent?.answer,
    /** The call and its answer, if it has come and was not taken. */
    early: (): EarlyAnswer | null => {
      if (sent?.value === undefined || !isFresh(sent)) return null;
      const [name, args] = JSON.parse(sent.what) as readonly [EarlyAnswer['name'], EarlyAnswer['args']];
      return { name, args, value: sent.value };
    },
    /** Resolves with the answer of an identical call, once; undefined when there is none or it failed. */
    take: async (name: keyof OwnerCalls, args: unknown): Promise<unknown> => {
      if (sent?.what !== JSON.stringify([name, args])) return undefined;
      const taken = sent;
      sent = undefined;
      return isFresh(taken) ? taken.answer : undefined;
    },
  };
}

const isFresh = ({ at }: FirstCall) => performance.now() - at < FRESH_MS;

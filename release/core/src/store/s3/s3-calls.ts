import { setTimeout as delay } from 'node:timers/promises';
import { createConcurrencyLimit } from '../../concurrency';
import { StoreAwayError } from '../../user-error';
import { type AttemptTiming, attemptS3, type S3Answer, type S3Call } from './s3-attempt';
import { describeLocation, type S3Location } from './s3-location';

interface RepeatedAnswer extends S3Answer {
  /** An earlier attempt got no answer, but may have succeeded. */
  readonly mayHaveArrived: boolean;
}

export type CallS3 = (call: S3Call) => Promise<RepeatedAnswer>;

export interface S3Timing extends AttemptTiming {
  /** Waits, in milliseconds. */
  readonly pause?: (ms: number) => Promise<unknown>;
  readonly retryMs?: number;
}

const RETRY_MS = 60_000;
const TRIES = 6;
const FIRST_PAUSE_MS = 100;
/** More connections are not faster, and some stores refuse them. */
const AT_ONCE = 16;

/** All calls are safe to repeat. @throws S3Refusal for a refusal; StoreAwayError without a usable answer */
export function openS3Calls(location: S3Location, timing: S3Timing = {}): CallS3 {
  const { pause = delay, retryMs = RETRY_MS } = timing;
  const limited = createConcurrencyLimit(AT_ONCE);
  return async (call) => {
    const giveUpAt = performance.now() + retryMs;
    let mayHaveArrived = false;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await limited(() => attemptS3(location, call, timing));
      if ('answer' in outcome) return { ...outcome.answer, mayHaveArrived };
      mayHaveArrived ||= !outcome.isUnsent;
      if (!outcome.isTransient || attempt === TRIES || performance.now() > giveUpAt) {
        throw away(location, call, { ...outcome, mayHaveArrived });
      }
      // Full jitter: callers that failed together do not retry together.
      await pause(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
    }
  };
}

interface GivenUp {
  readonly what: string;
  readonly mayHaveArrived: boolean;
}

function away(location: S3Location, { method }: S3Call, { what, mayHaveArrived }: GivenUp) {
  const isKnown = method !== 'PUT' || !mayHaveArrived;
  const next = isKnown
    ? 'Give the same command again when it can be reached: what is stored already is kept.'
    : 'Whether the last write arrived is not known: "npx pnpm release log --limit 1" shows the last change.';
  return new StoreAwayError(`The store ${describeLocation(location)} ${what}. ${next}`);
}

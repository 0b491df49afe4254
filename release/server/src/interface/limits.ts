import { createConcurrencyLimit } from '@site/release-core/concurrency';
import { COUNTED } from '../http/traffic-limits';
import { ProblemError } from './problem-error';

/** docs/hosting/one-machine.md lists them. */
export const LIMITS = {
  requestsPerMinute: 1200,
  /** Refused tokens per address and minute. Beyond it, the answer is 429 and no signature is verified. */
  failuresPerMinute: 20,
  commandBytes: 64 * 1024,
  checksBytes: 256 * 1024,
  descriptionBytes: 2 * 1024 * 1024,
  contentBytes: 8 * 1024 * 1024,
  mapBytes: 2 * 1024 * 1024,
  /** Bytes of all contents of one release, compressed files included. */
  releaseBytes: 32 * 1024 * 1024,
  filesPerRelease: 2000,
  /** Commands of one grant that run or wait. */
  commandsAtOnce: 10,
  /** Contents received at once. They stay in memory until their hash is verified. */
  contentsAtOnce: 16,
  /** Pictures that an owner's space uploads, per grant and minute. */
  picturesPerMinute: 10,
  /** Stay free on the disk. The database stops writing at a sixteenth of it. */
  freeBytes: 1024 * 1024 * 1024,
  /** A slower body is refused. Less than the time that the server allows for a whole request. */
  bodySeconds: 25,
  counted: COUNTED,
} as const;

export type Limits = Readonly<Record<keyof typeof LIMITS, number>>;

/** Runs calls with the same key one after the other. @param limit calls per key that may run or wait */
export function createQueue(limit: number) {
  const queues = new Map<string, { calls: number; readonly inTurn: ReturnType<typeof createConcurrencyLimit> }>();
  return async <Result>(key: string, run: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(key) ?? { calls: 0, inTurn: createConcurrencyLimit(1) };
    if (queue.calls >= limit) {
      throw new ProblemError('too-many', `${limit} of these are under way: wait for their answers.`, { retryAfter: 5 });
    }
    queues.set(key, queue);
    queue.calls += 1;
    try {
      return await queue.inTurn(run);
    } finally {
      queue.calls -= 1;
      if (queue.calls === 0) queues.delete(key);
    }
  };
}

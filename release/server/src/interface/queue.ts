import { createConcurrencyLimit } from '@site/release-core/concurrency';
import { ProblemError } from './problem-error';

const stays = () => false;

/** Runs calls with the same key one after the other. @param most calls per key that may run or wait */
export function createQueue(most: number) {
  interface Queue {
    readonly calls: Set<{ readonly isGone: () => boolean }>;
    readonly inTurn: ReturnType<typeof createConcurrencyLimit>;
  }
  const queues = new Map<string, Queue>();
  /** @param isGone whether nobody waits for the answer: the call then takes no place and does not begin */
  return async <Result>(key: string, run: () => Promise<Result>, isGone = stays): Promise<Result> => {
    const queue = queues.get(key) ?? { calls: new Set(), inTurn: createConcurrencyLimit(1) };
    if ([...queue.calls].filter((call) => !call.isGone()).length >= most) {
      throw new ProblemError('too-many', `${most} of these are under way: wait for their answers.`, { retryAfter: 5 });
    }
    const call = { isGone };
    queues.set(key, queue);
    queue.calls.add(call);
    try {
      return await queue.inTurn(async () => {
        if (isGone()) throw new ProblemError('unavailable', 'The caller left before its turn.');
        return run();
      });
    } finally {
      queue.calls.delete(call);
      if (queue.calls.size === 0) queues.delete(key);
    }
  };
}

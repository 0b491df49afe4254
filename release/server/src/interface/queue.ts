import { createConcurrencyLimit } from '@site/release-core/store/concurrency-limit';
import { ProblemError } from './problem-error';

/** Runs calls with the same key one after the other. @param most calls per key that may run or wait */
export function createQueue(most: number) {
  const queues = new Map<string, { count: number; readonly inTurn: ReturnType<typeof createConcurrencyLimit> }>();
  return async <Result>(key: string, run: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(key) ?? { count: 0, inTurn: createConcurrencyLimit(1) };
    if (queue.count >= most) {
      throw new ProblemError('too-many', `${most} of these are under way: wait for their answers.`, { retryAfter: 5 });
    }
    queues.set(key, queue);
    queue.count += 1;
    try {
      return await queue.inTurn(run);
    } finally {
      queue.count -= 1;
      if (queue.count === 0) queues.delete(key);
    }
  };
}

import { ProblemError } from './problem-error';

/** Runs calls with the same key one after the other. @param most calls per key that may run or wait */
export function createTurns(most: number) {
  const queues = new Map<string, { count: number; last: Promise<unknown> }>();
  return async <Result>(key: string, run: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(key) ?? { count: 0, last: Promise.resolve() };
    if (queue.count >= most) {
      throw new ProblemError('too-many', `${most} of these are under way: wait for their answers.`, { retryAfter: 5 });
    }
    queues.set(key, queue);
    queue.count += 1;
    const turn = queue.last.then(run);
    queue.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      queue.count -= 1;
      if (queue.count === 0) queues.delete(key);
    }
  };
}

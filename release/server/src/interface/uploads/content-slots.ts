import type { Limits } from '../limits';
import { ProblemError } from '../problem-error';

/** Limits the contents received at once, per grant and in total, because each is held in memory. */
export function createSlots(limits: Limits) {
  const taken = new Map<string, number>();
  return async <Result>(grant: string, run: () => Promise<Result>): Promise<Result> => {
    const own = taken.get(grant) ?? 0;
    const all = [...taken.values()].reduce((sum, one) => sum + one, 0);
    if (own >= limits.contentsAtOnce || all >= limits.contentsAtOnceInAll) {
      const detail = `Send ${limits.contentsAtOnce} contents at once at most, then try again.`;
      throw new ProblemError('too-many', detail, { retryAfter: 1 });
    }
    taken.set(grant, own + 1);
    try {
      return await run();
    } finally {
      const left = (taken.get(grant) ?? 1) - 1;
      if (left > 0) taken.set(grant, left);
      else taken.delete(grant);
    }
  };
}

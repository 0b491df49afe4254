type Start = () => void;

interface Limits {
  readonly inAll: number;
  readonly perKey: number;
  readonly waitingPerKey: number;
}

/** Thrown when too many tasks of a key are waiting. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

/**
 * Limits how many tasks run at once, in all and per key. Waiting keys take turns, so that one with many tasks delays
 * another key by one turn only.
 */
export function createFairQueue({ inAll, perKey, waitingPerKey }: Limits) {
  const waiting = new Map<string, Start[]>();
  const running = new Map<string, number>();
  let count = 0;

  function startNext() {
    for (const [key, starts] of waiting) {
      if (count >= inAll) return;
      if ((running.get(key) ?? 0) >= perKey) continue;
      const start = starts.shift();
      // The key goes to the end of the line.
      waiting.delete(key);
      if (starts.length > 0) waiting.set(key, starts);
      count += 1;
      running.set(key, (running.get(key) ?? 0) + 1);
      start?.();
    }
  }

  function end(key: string) {
    count -= 1;
    const others = (running.get(key) ?? 1) - 1;
    if (others > 0) running.set(key, others);
    else running.delete(key);
    startNext();
  }

  return async <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const starts = waiting.get(key) ?? [];
    if (starts.length >= waitingPerKey) throw new QueueFullError(`${starts.length} tasks are waiting.`);
    await new Promise<void>((resolve) => {
      waiting.set(key, [...starts, resolve]);
      startNext();
    });
    try {
      return await task();
    } finally {
      end(key);
    }
  };
}

/** Shares one answer among all who ask within `lifetimeMs` of the question, also while it is on its way. */
export function shareAnswer<Answer>(lifetimeMs: number, now = () => performance.now()) {
  let shared: { readonly askedAt: number; readonly answer: Promise<Answer> } | null = null;
  return {
    get: (ask: () => Promise<Answer>): Promise<Answer> => {
      if (shared && now() - shared.askedAt < lifetimeMs) return shared.answer;
      const latest = { askedAt: now(), answer: ask() };
      shared = latest;
      latest.answer.catch(() => {
        if (shared === latest) shared = null;
      });
      return latest.answer;
    },
    forget: () => {
      shared = null;
    },
  };
}

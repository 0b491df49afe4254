type Start = () => void;

interface Limits {
  readonly inAll: number;
  readonly perKey: number;
  readonly waitingPerKey: number;
}

/**
 * Limits how many tasks run at once, in all and per key. Waiting keys take turns, so that one with many tasks delays
 * another key by one turn only. Resolves with null when too many tasks of a key are waiting.
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

  return async <Result>(key: string, task: () => Promise<Result>): Promise<Result | null> => {
    const starts = waiting.get(key) ?? [];
    if (starts.length >= waitingPerKey) return null;
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

/** Caches one value for `lifetimeMs` from the call of `load`, also while it loads. A failure is not cached. */
export function createTtlCache<Value>(lifetimeMs: number, now = () => performance.now()) {
  let cached: { readonly startedAt: number; readonly value: Promise<Value> } | null = null;
  return {
    get: (load: () => Promise<Value>): Promise<Value> => {
      if (cached && now() - cached.startedAt < lifetimeMs) return cached.value;
      const latest = { startedAt: now(), value: load() };
      cached = latest;
      latest.value.catch(() => {
        if (cached === latest) cached = null;
      });
      return latest.value;
    },
    clear: () => {
      cached = null;
    },
  };
}

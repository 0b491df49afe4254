/** `Promise.all` that waits for every promise: none still writes when the caller sees the first failure. */
export async function settleAll<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** `Promise.all(all.map(run))` with at most `limit` calls at once. */
export async function mapConcurrently<One, Result>(
  all: readonly One[],
  limit: number,
  run: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = all.entries();
  // A worker whose call fails starts no further one.
  const worker = async () => {
    for (const [at, one] of waiting) results[at] = await run(one);
  };
  await Promise.all(Array.from({ length: Math.min(all.length, limit) }, worker));
  return results;
}

export function createConcurrencyLimit(limit: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (running === limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

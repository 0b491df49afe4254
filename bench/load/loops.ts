import { setTimeout as delay } from 'node:timers/promises';

const TICK_MS = 1;

/** N callers, each with its next call as soon as its last is answered: finds the best rate, hides waiting. */
export async function closedLoop(
  workers: number,
  isOver: () => boolean,
  call: () => Promise<void>,
): Promise<undefined> {
  const work = async () => {
    while (!isOver()) await call();
  };
  await Promise.all(Array.from({ length: workers }, work));
  return undefined;
}

interface OpenLoop {
  readonly perSecond: number;
  readonly seconds: number;
  /** Calls under way at most; further ones wait. */
  readonly workers: number;
  /** Calls that may wait; further ones are dropped and counted. */
  readonly longestQueue: number;
}

/**
 * Calls at a fixed rate, whatever the answers do. Each call receives its planned start, so that its waiting time counts.
 * @returns number of dropped calls
 */
export async function openLoop(
  { perSecond, seconds, workers, longestQueue }: OpenLoop,
  call: (intendedAt: number) => Promise<void>,
): Promise<number> {
  const startedAt = performance.now();
  const waiting: number[] = [];
  const underWay = new Set<Promise<void>>();
  let dropped = 0;
  const startWaiting = () => {
    while (underWay.size < workers) {
      const intendedAt = waiting.shift();
      if (intendedAt === undefined) return;
      const one = call(intendedAt).finally(() => {
        underWay.delete(one);
        startWaiting();
      });
      underWay.add(one);
    }
  };
  const total = Math.round(perSecond * seconds);
  for (let index = 0; index < total; ) {
    const intendedAt = startedAt + (index * 1000) / perSecond;
    if (intendedAt > performance.now()) {
      await delay(TICK_MS);
      continue;
    }
    if (waiting.length < longestQueue) waiting.push(intendedAt);
    else dropped += 1;
    index += 1;
    startWaiting();
  }
  while (underWay.size > 0) await Promise.race(underWay);
  return dropped;
}

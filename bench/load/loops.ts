import { setTimeout as delay } from 'node:timers/promises';

const TICK_MS = 1;

/** Each worker calls again as soon as it is answered: this finds the maximum rate, but hides queueing. */
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
  /** Maximum of concurrent calls; further ones are queued. */
  readonly workers: number;
  /** Maximum of queued calls; further ones are dropped and counted. */
  readonly longestQueue: number;
}

/**
 * Calls at a fixed rate, however slow the answers are. Each call gets its planned start: latencies include queueing.
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
      const running = call(intendedAt).finally(() => {
        underWay.delete(running);
        startWaiting();
      });
      underWay.add(running);
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

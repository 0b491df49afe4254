import { LRUCache } from 'lru-cache';

/** Addresses or grants whose requests are counted; the least recently active ones are dropped. */
export const COUNTED = 10_000;
const MINUTE_MS = 60_000;

/** Counts requests per key; a key's first one opens a window. @param now monotonic milliseconds */
export function createRateLimit(most: number, now = () => performance.now()) {
  const windows = new LRUCache<string, { readonly since: number; count: number }>({ max: COUNTED });
  const windowOf = (key: string) => {
    const last = windows.get(key);
    return last && now() - last.since < MINUTE_MS ? last : { since: now(), count: 0 };
  };
  const secondsLeft = (since: number) => Math.max(1, Math.ceil((since + MINUTE_MS - now()) / 1000));
  return {
    /** Counts a request that is within the limit. Returns 0, or the seconds to wait. */
    take: (key: string): number => {
      const window = windowOf(key);
      const isWithin = window.count < most;
      if (isWithin) window.count += 1;
      windows.set(key, window);
      return isWithin ? 0 : secondsLeft(window.since);
    },
    /** Returns the same for the next request, without counting it. */
    wait: (key: string): number => {
      const { since, count } = windowOf(key);
      return count >= most ? secondsLeft(since) : 0;
    },
  };
}

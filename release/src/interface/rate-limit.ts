import { LRUCache } from 'lru-cache';
import { LIMITS } from './limits';

const MINUTE_MS = 60_000;

/** Counts requests or bytes per key; a key's first one opens a window. @param now monotonic milliseconds */
export function createRateLimit(most: number, now = () => performance.now(), windowMs = MINUTE_MS) {
  const windows = new LRUCache<string, { readonly since: number; count: number }>({ max: LIMITS.counted });
  const windowOf = (key: string) => {
    const last = windows.get(key);
    return last && now() - last.since < windowMs ? last : { since: now(), count: 0 };
  };
  const secondsLeft = (since: number) => Math.max(1, Math.ceil((since + windowMs - now()) / 1000));
  return {
    /** Counts a request that is within the limit. Returns 0, or the seconds to wait. */
    take: (key: string, amount = 1): number => {
      const window = windowOf(key);
      const isWithin = window.count + amount <= most;
      if (isWithin) window.count += amount;
      windows.set(key, window);
      return isWithin ? 0 : secondsLeft(window.since);
    },
    /** Returns the same for the next request, without counting it. */
    wait: (key: string, amount = 1): number => {
      const { since, count } = windowOf(key);
      return count + amount > most ? secondsLeft(since) : 0;
    },
  };
}

import { LRUCache } from 'lru-cache';
import { LIMITS } from './limits';

const MINUTE_MS = 60_000;

/** Counts requests per key; a key's first request opens a window of a minute. @param now monotonic milliseconds */
export function createRateLimit(most: number, now = () => performance.now()) {
  const windows = new LRUCache<string, { readonly since: number; count: number }>({ max: LIMITS.counted });
  const windowOf = (key: string) => {
    const last = windows.get(key);
    return last && now() - last.since < MINUTE_MS ? last : { since: now(), count: 0 };
  };
  const secondsLeft = (since: number) => Math.max(1, Math.ceil((since + MINUTE_MS - now()) / 1000));
  return {
    /** Counts a request. Returns the seconds to wait, or 0 within the limit. */
    take: (key: string): number => {
      const window = windowOf(key);
      window.count += 1;
      windows.set(key, window);
      return window.count > most ? secondsLeft(window.since) : 0;
    },
    /** Returns the same for the next request, without counting it. */
    wait: (key: string): number => {
      const { since, count } = windowOf(key);
      return count >= most ? secondsLeft(since) : 0;
    },
  };
}

import { LRUCache } from 'lru-cache';
import { LIMITS } from './limits';

const MINUTE_MS = 60_000;

/** Counts by key, in minutes that begin with a key's first request. @param now milliseconds of a clock that never jumps */
export function createRateLimit(most: number, now = () => performance.now()) {
  const windows = new LRUCache<string, { readonly since: number; count: number }>({ max: LIMITS.counted });
  const windowOf = (key: string) => {
    const last = windows.get(key);
    return last && now() - last.since < MINUTE_MS ? last : { since: now(), count: 0 };
  };
  const secondsLeft = (since: number) => Math.max(1, Math.ceil((since + MINUTE_MS - now()) / 1000));
  return {
    /** Counts one. Seconds to wait when that is one too many, otherwise 0. */
    take: (key: string): number => {
      const window = windowOf(key);
      window.count += 1;
      windows.set(key, window);
      return window.count > most ? secondsLeft(window.since) : 0;
    },
    /** The same for the next one, without counting it. */
    wait: (key: string): number => {
      const { since, count } = windowOf(key);
      return count >= most ? secondsLeft(since) : 0;
    },
  };
}

import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ReleaseName } from '../store/keys';
import { networkOf } from './network-of';

const HOUR_MS = 3_600_000;
/** As few as one address may report failures, so that nobody makes a failure look rare by opening pages. */
const PAGES_PER_ADDRESS = 20;
/** Above it, the counts of all addresses begin anew: memory stays small in a flood. */
const MOST_ADDRESSES = 10_000;

/** Pages by part and release. */
export type PageCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface PageCounter {
  /** Counts a page for its releases when a visitor opens it. */
  readonly saw: (request: IncomingMessage, releases: readonly ReleaseName[]) => void;
  /** The pages since the last call. */
  readonly take: () => PageCounts;
}

/**
 * Counts the pages that visitors open, for each release that they run: 20 an hour of one address at most. Addresses stay
 * in memory, hashed with a salt that ends with this process.
 * @param proxies number of reverse proxies that are trusted about the caller
 * @param now milliseconds of a clock that never jumps
 */
export function createPageCounter(proxies: number, now = () => performance.now()): PageCounter {
  const salt = randomBytes(16);
  const pagesOf = new Map<string, number>();
  let startedAt = now();
  let counts = new Map<string, Map<string, number>>();

  function isCounted(request: IncomingMessage): boolean {
    if (now() - startedAt >= HOUR_MS || pagesOf.size >= MOST_ADDRESSES) {
      pagesOf.clear();
      startedAt = now();
    }
    const visitor = createHash('sha256').update(salt).update(networkOf(request, proxies)).digest('base64');
    const pages = (pagesOf.get(visitor) ?? 0) + 1;
    pagesOf.set(visitor, pages);
    return pages <= PAGES_PER_ADDRESS;
  }

  return {
    saw: (request, releases) => {
      if (releases.length === 0 || !opensPage(request) || !isCounted(request)) return;
      for (const { name, id } of releases) {
        const ofName = counts.get(name) ?? new Map<string, number>();
        counts.set(name, ofName.set(id, (ofName.get(id) ?? 0) + 1));
      }
    },
    take: () => {
      const taken = [...counts].map(([name, ofName]) => [name, Object.fromEntries(ofName)]);
      counts = new Map();
      return Object.fromEntries(taken) as PageCounts;
    },
  };
}

/** A browser says what a page is for; older ones accept HTML only when they open one. A prefetched page may never be seen. */
function opensPage({ method, headers }: IncomingMessage): boolean {
  const { 'sec-fetch-dest': destination, 'sec-purpose': purpose = headers.purpose } = headers;
  if (method !== 'GET' || String(purpose ?? '').includes('prefetch')) return false;
  return destination === undefined ? (headers.accept ?? '').includes('text/html') : destination === 'document';
}

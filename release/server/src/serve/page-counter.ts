import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NetworkCounts, PageCounts } from '@site/backend/site-update';
import type { ReleaseName } from '@site/release-core/store/keys';
import { networkOf, wideNetworkOf } from './network-of';
import { createNetworkGroups } from './served-networks';

const HOUR_MS = 3_600_000;
/** In an hour. An address may report as many failures, so that opening pages cannot make a failure look rare. */
const PAGES_PER_ADDRESS = 20;
/** Above it, all addresses are counted anew, so that a flood cannot fill the memory. */
const MOST_ADDRESSES = 10_000;

/** Programs that say who they are. Cubot makes telephones. */
const BOTS = /(?<!cu)bot|crawl|spider|slurp|preview|facebookexternalhit|lighthouse|monitor|uptime|curl|wget|python/i;

/** What was served since the last message to the backend. */
export interface Served {
  readonly pages: PageCounts;
  readonly networks: NetworkCounts;
}

export interface OpenedPage {
  /** Path of a route of the site. */
  readonly path: string;
  /** Empty for what is no page of a route. */
  readonly releases: readonly ReleaseName[];
}

export interface PageCounter {
  readonly count: (request: IncomingMessage, page: OpenedPage) => void;
  /** Returns the pages since the last call, and the networks they were sent to. */
  readonly drain: () => Served;
}

/**
 * Counts opened pages per release, at most 20 per hour and address. Addresses stay in memory, hashed with a salt that
 * only this process has.
 * @param proxies number of trusted reverse proxies
 * @param now monotonic milliseconds
 */
export function createPageCounter(proxies: number, now = () => performance.now()): PageCounter {
  const salt = randomBytes(16);
  const pagesOf = new Map<string, number>();
  const networks = createNetworkGroups();
  let startedAt = now();
  let counts: Record<string, Record<string, Record<string, number>>> = {};

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
    count: (request, { path, releases }) => {
      if (releases.length === 0 || !opensPage(request) || !isCounted(request)) return;
      const network = wideNetworkOf(request, proxies);
      for (const { name, id } of releases) {
        networks.add(network, { name, id });
        const ofName = counts[name] ?? {};
        const ofRelease = ofName[id] ?? {};
        counts[name] = { ...ofName, [id]: { ...ofRelease, [path]: (ofRelease[path] ?? 0) + 1 } };
      }
    },
    drain: () => {
      const taken = counts;
      counts = {};
      return { pages: taken, networks: networks.drain() };
    },
  };
}

/** Browsers without `Sec-Fetch-Dest` accept HTML only when they open a page. A prefetched page may never be seen. */
function opensPage({ method, headers }: IncomingMessage): boolean {
  const { 'sec-fetch-dest': destination, 'sec-purpose': purpose = headers.purpose } = headers;
  if (method !== 'GET' || BOTS.test(headers['user-agent'] ?? '') || String(purpose ?? '').includes('prefetch'))
    return false;
  return destination === undefined ? (headers.accept ?? '').includes('text/html') : destination === 'document';
}

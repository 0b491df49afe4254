import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

const DAY_MS = 86_400_000;
/** No rule needs more: an alert needs three reporters, or all visitors when fewer came. */
const MOST = 3;

export interface Visitors {
  /** Counts the caller when the request opens a page. */
  readonly saw: (request: IncomingMessage) => void;
  /** Number of addresses that opened a page within 24 hours, three at most; null while earlier ones may be missing. */
  readonly count: () => number | null;
}

/**
 * Counts distinct addresses, hashed with a salt that ends with this process.
 * @param proxies number of reverse proxies that are trusted about the caller
 * @param now milliseconds of a clock that never jumps
 */
export function countVisitors(proxies: number, now = () => performance.now()): Visitors {
  const salt = randomBytes(16);
  const startedAt = now();
  /** The latest visit of each of the last three addresses, the oldest first. */
  const visits = new Map<string, number>();
  return {
    saw: (request) => {
      if (!opensPage(request)) return;
      const visitor = createHash('sha256').update(salt).update(networkOf(request, proxies)).digest('base64');
      visits.delete(visitor);
      visits.set(visitor, now());
      const [oldest] = visits.keys();
      if (visits.size > MOST && oldest !== undefined) visits.delete(oldest);
    },
    count: () => {
      const recent = [...visits.values()].filter((at) => now() - at < DAY_MS).length;
      // Visitors from before the start are unknown.
      return recent === MOST || now() - startedAt >= DAY_MS ? recent : null;
    },
  };
}

// A browser accepts HTML only when it opens a page.
function opensPage({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html');
}

/** A visitor with IPv6 has a whole /64, as when the database counts reporters. */
function networkOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const entries = [headers['x-forwarded-for'] ?? '']
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const [seenByProxies] = proxies > 0 ? entries.slice(-proxies) : [];
  const address = (seenByProxies ?? socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  return isIPv6(address) ? halfOf(address) : address;
}

function halfOf(address: string): string {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16))
    .join(':');
}

import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress, networkOfAddress, prefixOfAddress } from '@site/backend/client-address';
import type { LimitedLog } from '@site/backend/limited-log';
import { MINUTE_MS } from '@site/contract/today';
import { LRUCache } from 'lru-cache';

/** A browser opens six connections, and an agency with some dozens of browsers may have one address. */
const PER_ADDRESS = 200;
const IN_ALL = 2000;
/** Above this share of all connections, idle ones are closed, so that they cannot keep visitors out. */
const CROWDED = 3 / 4;
/** Files kept free for the disk, the backend and the log. */
const SPARE_FILES = 128;
const STALLED_MS = 60_000;

export const REQUEST_LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than proxies keep an idle connection (Caddy 120 s, nginx 60 s): whoever closes it first loses no request.
  keepAliveTimeout: 125_000,
  connectionsCheckingInterval: 5000,
};

/** @param proxies reverse proxies; behind one, all connections share its address, so there is no limit per address */
export function limitConnections(
  server: Server,
  { proxies, log }: { readonly proxies: number; readonly log: LimitedLog },
) {
  server.maxConnections = mostConnections();
  server.maxRequestsPerSocket = 100;
  server.timeout = STALLED_MS;
  server.on('drop', () => {
    log('connections', `More than ${server.maxConnections} connections: the newest are refused.`);
    // Connections that came at once were in use then, and may be between two requests by now.
    server.closeIdleConnections();
  });
  let all = 0;
  server.on('connection', (socket: Socket) => {
    all += 1;
    socket.once('close', () => {
      all -= 1;
    });
    if (all > server.maxConnections * CROWDED) server.closeIdleConnections();
  });
  if (proxies === 0) limitPerAddress(server, log);
}

function limitPerAddress(server: Server, log: LimitedLog) {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const count = (open.get(remoteAddress) ?? 0) + 1;
    open.set(remoteAddress, count);
    socket.once('close', () => {
      const others = (open.get(remoteAddress) ?? 1) - 1;
      if (others > 0) open.set(remoteAddress, others);
      else open.delete(remoteAddress);
    });
    if (count <= PER_ADDRESS) return;
    log('connections', `More than ${PER_ADDRESS} connections of one address: its newest are refused.`);
    socket.destroy();
  });
}

/** A third of the files that the process may open: a connection to the backend takes two more. */
function mostConnections(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } };
  const files = Number(userLimits?.open_files?.soft);
  return Number.isFinite(files) ? Math.max(1, Math.min(IN_ALL, Math.floor((files - SPARE_FILES) / 3))) : IN_ALL;
}

/** Addresses or grants whose requests are counted; the least recently active ones are dropped. */
export const COUNTED = 10_000;

/** Counts requests per key; a key's first one opens a window. @param now monotonic milliseconds */
export function createRateLimit(limit: number, now = () => performance.now()) {
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
      const isWithin = window.count < limit;
      if (isWithin) window.count += 1;
      windows.set(key, window);
      return isWithin ? 0 : secondsLeft(window.since);
    },
    /** Returns the same for the next request, without counting it. */
    wait: (key: string): number => {
      const { since, count } = windowOf(key);
      return count >= limit ? secondsLeft(since) : 0;
    },
  };
}

/** An IPv6 address counts as its /64. @param proxies number of trusted reverse proxies */
export const networkOf = (request: IncomingMessage, proxies: number): string =>
  networkOfAddress(addressOf(request, proxies));

export const prefixOf = (request: IncomingMessage, proxies: number): string =>
  prefixOfAddress(addressOf(request, proxies));

function addressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwardedFor = [headers['x-forwarded-for'] ?? ''].flat().join(',');
  return clientAddress({ forwardedFor, socketAddress: socket.remoteAddress, proxies });
}

import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { LimitedLog } from './limited-log';

/** A browser opens six; an agency behind one address has some dozens of them. */
const PER_ADDRESS = 200;
const IN_ALL = 2000;
/** Kept for the disk, the backend and the log. */
const SPARE_FILES = 128;
/** A connection that neither sends nor takes a byte for so long is closed. */
const IDLE_MS = 60_000;

/** How long a request may take to arrive. Times are in milliseconds. */
export const REQUEST_LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 5000,
};

/**
 * Bounds what connections take: their number, the requests of each, and how long one may be idle. A connection beyond a
 * limit is closed without an answer.
 * @param proxies of reverse proxies: behind one, all connections have its address, and only their number is bounded
 */
export function limitConnections(
  server: Server,
  { proxies, log }: { readonly proxies: number; readonly log: LimitedLog },
) {
  server.maxConnections = mostConnections();
  server.maxRequestsPerSocket = 100;
  server.timeout = IDLE_MS;
  server.on('drop', () =>
    log('connections', `More than ${server.maxConnections} connections: the newest are refused.`),
  );
  if (proxies > 0) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const count = (open.get(remoteAddress) ?? 0) + 1;
    open.set(remoteAddress, count);
    socket.once('close', () => {
      const left = (open.get(remoteAddress) ?? 1) - 1;
      if (left > 0) open.set(remoteAddress, left);
      else open.delete(remoteAddress);
    });
    if (count <= PER_ADDRESS) return;
    log('connections', `More than ${PER_ADDRESS} connections of one address: its newest are refused.`);
    socket.destroy();
  });
}

/** Half of the process's open files: a connection may need one more to the backend. */
function mostConnections(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } };
  const files = Number(userLimits?.open_files?.soft);
  return Number.isFinite(files) ? Math.max(1, Math.min(IN_ALL, Math.floor((files - SPARE_FILES) / 2))) : IN_ALL;
}

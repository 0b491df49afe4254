import type { IncomingMessage } from 'node:http';

const MOST_BYTES = 8 * 1024 * 1024;
const LONGEST_MS = 5000;

/**
 * Discards the rest of a request's body, then calls `whenRead`. Closing a connection while the client still writes can
 * lose the answer. A client that does not stop writing is cut off.
 */
export function dropRest(request: IncomingMessage, whenRead: () => void): void {
  if (request.complete || request.destroyed) {
    whenRead();
    return;
  }
  let dropped = 0;
  const timer = setTimeout(() => request.destroy(), LONGEST_MS);
  request.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > MOST_BYTES) request.destroy();
  });
  request.once('end', whenRead);
  request.once('close', () => clearTimeout(timer));
  request.resume();
}

import type { IncomingMessage } from 'node:http';

const MOST_BYTES = 8 * 1024 * 1024;
const LONGEST_MS = 5000;

/**
 * Reads what is left of a request's body and drops it, then calls `whenRead`. A connection that is closed while the other side
 * still writes can lose the answer; one that writes on and on is cut off.
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

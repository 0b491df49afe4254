import type { IncomingMessage, ServerResponse } from 'node:http';

const MOST_DROPPED_BYTES = 8 * 1024 * 1024;

/** Waits for the end of the upload: closing the connection earlier can lose the answer. */
export function endAfterUpload(request: IncomingMessage, response: ServerResponse) {
  let dropped = 0;
  request.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > MOST_DROPPED_BYTES) request.destroy();
  });
  request.once('end', () => response.end());
}

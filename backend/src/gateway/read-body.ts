import type { IncomingMessage } from 'node:http';

/** The whole body, or null as soon as it exceeds `limit` bytes. Rejects when the client disconnects. */
export async function readBody(message: IncomingMessage, limit: number): Promise<Buffer | null> {
  if (Number(message.headers['content-length'] ?? 0) > limit) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  // Destroying the message would close the connection before the answer is sent.
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

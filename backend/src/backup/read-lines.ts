import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

const NEWLINE = 0x0a;

/**
 * Hands on the lines of a compressed file one by one, without their ends; what follows the last end is a line too.
 * Not node:readline: it also ends a line at U+2028, which a visitor's message may hold.
 */
export async function readLines(file: string, take: (line: Buffer) => void | Promise<void>): Promise<void> {
  const source = createReadStream(file);
  const chunks = createGunzip();
  // Not pipeline(): it puts an AbortError in the place of what `take` throws.
  source.on('error', (error) => chunks.destroy(error)).pipe(chunks);
  let parts: Buffer[] = [];
  try {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        await take(Buffer.concat([...parts, chunk.subarray(start, end)]));
        parts = [];
        start = end + 1;
      }
      if (start < chunk.length) parts.push(chunk.subarray(start));
    }
    if (parts.length > 0) await take(Buffer.concat(parts));
  } finally {
    source.destroy();
  }
}

import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

const NEWLINE = 0x0a;

/** Reads a gzip file line by line. node:readline would also split at U+2028, which a visitor's message may contain. */
export async function readLines(file: string, take: (line: Buffer) => void | Promise<void>): Promise<void> {
  const source = createReadStream(file);
  const chunks = createGunzip();
  // pipeline() would replace an error of `take` with an AbortError.
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

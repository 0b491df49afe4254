import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

const NEWLINE = 0x0a;

const MB = 1024 * 1024;
/** Far more than a row, and a million requests, take: two megabytes can hold two gigabytes, which no memory holds. */
const MOST_MB = { line: 16, total: 16 * 1024 };

/**
 * Reads a gzip file line by line. node:readline would also split at U+2028, which a visitor's message may contain.
 * @param most limits of the uncompressed text
 * @throws Error when the file holds more
 */
export async function readLines(
  file: string,
  take: (line: Buffer) => void | Promise<void>,
  most = MOST_MB,
): Promise<void> {
  const source = createReadStream(file);
  const chunks = createGunzip();
  // pipeline() would replace an error of `take` with an AbortError.
  source.on('error', (error) => chunks.destroy(error)).pipe(chunks);
  let parts: Buffer[] = [];
  let [line, total] = [0, 0];
  try {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > most.total * MB) throw new Error(`it holds more than ${most.total} MB`);
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        await take(Buffer.concat([...parts, chunk.subarray(start, end)]));
        [parts, line] = [[], 0];
        start = end + 1;
      }
      if (start < chunk.length) parts.push(chunk.subarray(start));
      line += chunk.length - start;
      if (line > most.line * MB) throw new Error(`a line has more than ${most.line} MB`);
    }
    if (parts.length > 0) await take(Buffer.concat(parts));
  } finally {
    source.destroy();
  }
}

import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.json', '.xml', '.txt', '.webmanifest']);

/** Pages are compressed while a visitor may be waiting for a rollback: the last percent would cost ten times the time. */
const PAGE_QUALITY = 9;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The encoded forms of a file with the endings of their names; none for files that are compressed already. */
export async function compress(file: string, content: Buffer): Promise<[ending: string, bytes: Buffer][]> {
  if (!COMPRESSIBLE.has(extname(file))) return [];
  const quality = extname(file) === '.html' ? PAGE_QUALITY : constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length, [constants.BROTLI_PARAM_QUALITY]: quality };
  const [br, gz] = await Promise.all([brotli(content, { params }), gzipped(content, { level: 9 })]);
  return [
    ['.br', br],
    ['.gz', gz],
  ];
}

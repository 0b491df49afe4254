import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.json', '.xml', '.txt', '.webmanifest']);

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The encoded forms of a file, by the ending that its name is given; none for what is compressed already. */
export async function compress(file: string, content: Buffer): Promise<[ending: string, bytes: Buffer][]> {
  if (!COMPRESSIBLE.has(extname(file))) return [];
  const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
  return [
    ['.br', await brotli(content, options)],
    ['.gz', await gzipped(content, { level: 9 })],
  ];
}

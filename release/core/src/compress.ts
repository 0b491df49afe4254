import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.json', '.xml', '.txt', '.webmanifest']);

/** Pages are compressed while visitors wait for a rollback: the last percent would cost ten times the time. */
const PAGE_QUALITY = 9;

/** A source map of more bytes is not stored: reading one takes twenty times as much memory. */
export const MAP_BYTES = 4 * 1024 * 1024;

/** No file of a release or page has more, and damaged bytes must not decode to more than the memory holds. */
const DECODED_BYTES = 64 * 1024 * 1024;

/** Bytes of a Brotli window that are not available for content (RFC 7932, 9.1). */
const WINDOW_OVERHEAD = 16;

/** A window larger than the content does not help, and takes up to 32 MB of memory for each page. */
const windowFor = ({ length }: Buffer) =>
  Math.min(
    Math.max(Math.ceil(Math.log2(length + WINDOW_OVERHEAD)), constants.BROTLI_MIN_WINDOW_BITS),
    constants.BROTLI_DEFAULT_WINDOW,
  );

const brotliOptions = (content: Buffer, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    [constants.BROTLI_PARAM_LGWIN]: windowFor(content),
    [constants.BROTLI_PARAM_QUALITY]: quality,
  },
});

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const unbrotli = promisify(brotliDecompress);

const decoders = { '.br': unbrotli, '.gz': promisify(gunzip) };

export const ENCODED = ['.br', '.gz'] as const;

export type EncodedEnding = (typeof ENCODED)[number];

export const isCompressible = (file: string) => COMPRESSIBLE.has(extname(file));

export const decompress = (ending: EncodedEnding, bytes: Buffer): Promise<Buffer | null> =>
  decoders[ending](bytes, { maxOutputLength: DECODED_BYTES }).catch(() => null);

/** Only the store reads it, so it is compressed as fast as a page. */
export const compressMap = (content: Buffer): Promise<Buffer> => brotli(content, brotliOptions(content, PAGE_QUALITY));

export const decompressMap = (bytes: Buffer): Promise<Buffer | null> =>
  unbrotli(bytes, { maxOutputLength: MAP_BYTES }).catch(() => null);

export async function compress(file: string, content: Buffer): Promise<[ending: EncodedEnding, bytes: Buffer][]> {
  if (!isCompressible(file)) return [];
  const quality = extname(file) === '.html' ? PAGE_QUALITY : constants.BROTLI_MAX_QUALITY;
  const [br, gz] = await Promise.all([
    brotli(content, brotliOptions(content, quality)),
    gzipped(content, { level: 9 }),
  ]);
  return [
    ['.br', br],
    ['.gz', gz],
  ];
}

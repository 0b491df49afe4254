/// <reference path="./negotiator.d.ts" />
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RELEASE_FILE } from '@site/contract/addresses';
import { decompress, type EncodedEnding } from '@site/release-core/compress';
import { createConcurrencyLimit } from '@site/release-core/concurrency';
import { integrityOf } from '@site/release-core/integrity';
import type { Blobs } from '@site/release-core/store/blobs';
import { CLIENT_FILES, isSafeKey } from '@site/release-core/store/keys';
import { releasesIn } from '@site/release-core/store/store';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import { lookup } from 'mrmime';
import { Negotiator } from 'negotiator';

/** Enough for the files of twenty releases, compressed files included. */
const MEMORY_BYTES = 64 * 1024 * 1024;
const UNKNOWN_TYPE = 'application/octet-stream';

export interface ReleaseFile extends Content {
  /** Whether these are the published bytes. Browsers may cache only those. */
  readonly isIntact: boolean;
}

interface LoadedFile {
  readonly file: ReleaseFile;
  readonly isComplete: boolean;
}

/** @param path relative to the folder of all releases, neither URL-decoded nor resolved */
export type ReadReleaseFile = (path: string) => Promise<ReleaseFile | null>;

/** Caches files, so that a slow visitor holds none open. Damaged files are read again until they are repaired. */
export function releaseFiles(blobs: Blobs): ReadReleaseFile {
  const inTurn = createConcurrencyLimit(1);
  const cache = new LRUCache<string, LoadedFile>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ file }) => Object.values(file.body).reduce((sum, bytes) => sum + bytes.length, 1),
    fetchMethod: (path) => inTurn(() => load(blobs, path)),
  });
  return async (path) => {
    const loaded = isSafeKey(path) ? await cache.fetch(path) : undefined;
    if (loaded && !loaded.isComplete) cache.delete(path);
    return loaded?.file ?? null;
  };
}

const ENDINGS = { identity: '', br: '.br', gzip: '.gz' } as const;

async function load(blobs: Blobs, path: string): Promise<LoadedFile | undefined> {
  const [name = '', id = '', ...rest] = path.split('/');
  const file = rest.join('/');
  const release = await releasesIn(blobs).readIfIntact(name, id);
  const hashes = release?.files ?? {};
  const stored = await blobs.get(CLIENT_FILES + path);
  // The description does not list itself; `readIfIntact` has verified it.
  if (file === RELEASE_FILE && release && stored) return complete(path, { identity: stored });

  const intact: Partial<Record<keyof typeof ENDINGS, Buffer>> = {};
  let isComplete = true;
  for (const [form, ending] of Object.entries(ENDINGS) as [keyof typeof ENDINGS, '' | EncodedEnding][]) {
    const bytes = ending ? await blobs.get(CLIENT_FILES + path + ending) : stored;
    const hash = hashes[file + ending];
    if (bytes && integrityOf(bytes) === hash) intact[form] = bytes;
    else if (hash !== undefined) isComplete = false;
  }
  const identity = intact.identity ?? (await decodeFirst(intact));
  if (identity) return { ...complete(path, { ...intact, identity }), isComplete };
  if (!stored) return undefined;
  const damaged = { contentType: typeOf(path), tag: null, body: { identity: stored }, isIntact: false };
  return { file: damaged, isComplete: false };
}

export const typeOf = (path: string) => lookup(path) ?? UNKNOWN_TYPE;

function complete(path: string, body: Content['body']): LoadedFile {
  return { file: { contentType: typeOf(path), tag: tagOf(body.identity), body, isIntact: true }, isComplete: true };
}

async function decodeFirst({ br, gzip }: { readonly br?: Buffer; readonly gzip?: Buffer }): Promise<Buffer | null> {
  if (br) return decompress('.br', br);
  return gzip ? decompress('.gz', gzip) : null;
}

type Encoding = 'br' | 'gzip';

export interface Content {
  readonly contentType: string;
  /** Entity tag without quotes, the same for all encodings; null for content that is never revalidated. */
  readonly tag: string | null;
  readonly body: Readonly<{ identity: Buffer } & Partial<Record<Encoding, Buffer>>>;
}

export const tagOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** The best first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

/** Answers according to RFC 9110, which allows the whole content as the answer to a request for a range. */
export function sendContent(
  request: IncomingMessage,
  response: ServerResponse,
  { status = 200, content }: { readonly status?: 200 | 404 | 503; readonly content: Content },
): void {
  const encoding = chooseEncoding(request, content.body);
  const bytes = content.body[encoding] ?? content.body.identity;
  const etag = content.tag && `"${content.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  response.setHeader('Content-Type', content.contentType);
  response.setHeader('Vary', 'Accept-Encoding');
  if (etag) response.setHeader('ETag', etag);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  if (etag && status === 200 && fresh(request.headers, { etag })) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(status, { 'Content-Length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function chooseEncoding(request: IncomingMessage, body: Content['body']): Encoding | 'identity' {
  const available = ENCODINGS.filter((one) => body[one]);
  const [best = 'identity'] = new Negotiator(request).encodings(available, { preferred: ENCODINGS });
  return best;
}

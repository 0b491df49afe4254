import { createHash } from 'node:crypto';
import { RELEASE_FILE } from '@site/contract/addresses';
import { LRUCache } from 'lru-cache';
import { lookup } from 'mrmime';
import { decompress, type Encoded } from '../compress';
import { integrityOf } from '../integrity';
import type { Blobs } from '../store/blobs';
import { CLIENT_FILES } from '../store/keys';
import { releasesIn } from '../store/stored-releases';
import type { Content } from './send-content';

/** Enough for the files of twenty releases with their encoded forms. */
const MEMORY_BYTES = 64 * 1024 * 1024;
const UNKNOWN_TYPE = 'application/octet-stream';
/** Segments of letters, digits and a few signs; none of dots alone. */
const PATH = /^(?:(?!\.+(?:\/|$))[\w@.+-]+(?:\/|$))+$/;

export interface ReleaseFile extends Content {
  /** Whether these are the bytes that were published: a browser may keep no others. */
  readonly isIntact: boolean;
}

interface LoadedFile {
  readonly file: ReleaseFile;
  /** Whether all of its forms are intact on the disk. */
  readonly isComplete: boolean;
}

/** @param path below the folder of all releases, neither decoded nor resolved */
export type ReadReleaseFile = (path: string) => Promise<ReleaseFile | null>;

/**
 * Reads files of releases, which never change, and keeps the latest in memory: a visitor who reads slowly holds no open
 * file. Files are read one after the other, each by one request of those that want it. A damaged file is read again each
 * time, so that it is whole as soon as it is mended.
 */
export function releaseFiles(blobs: Blobs): ReadReleaseFile {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(read: () => Promise<Result>): Promise<Result> => {
    const result = last.then(read);
    last = result.catch(() => undefined);
    return result;
  };
  const cache = new LRUCache<string, LoadedFile>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ file }) => Object.values(file.body).reduce((sum, bytes) => sum + bytes.length, 1),
    fetchMethod: (path) => inTurn(() => load(blobs, path)),
  });
  return async (path) => {
    const loaded = PATH.test(path) ? await cache.fetch(path) : undefined;
    if (loaded && !loaded.isComplete) cache.delete(path);
    return loaded?.file ?? null;
  };
}

/** The forms of a file and the endings of their names. */
const ENDINGS = { identity: '', br: '.br', gzip: '.gz' } as const;

async function load(blobs: Blobs, path: string): Promise<LoadedFile | undefined> {
  const [name = '', id = '', ...rest] = path.split('/');
  const file = rest.join('/');
  const release = await releasesIn(blobs).readIfWhole(name, id);
  const hashes = release?.files ?? {};
  const stored = await blobs.get(CLIENT_FILES + path);
  // It lists the others, and was read whole or not at all.
  if (file === RELEASE_FILE && release && stored) return complete(path, { identity: stored });

  const intact: Partial<Record<keyof typeof ENDINGS, Buffer>> = {};
  let isComplete = true;
  for (const [form, ending] of Object.entries(ENDINGS) as [keyof typeof ENDINGS, '' | Encoded][]) {
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
  const tag = createHash('sha256').update(body.identity).digest('base64url').slice(0, 22);
  return { file: { contentType: typeOf(path), tag, body, isIntact: true }, isComplete: true };
}

/** A file that is lost or damaged is read from an encoded form that is intact. */
async function decodeFirst({ br, gzip }: { readonly br?: Buffer; readonly gzip?: Buffer }): Promise<Buffer | null> {
  if (br) return decompress('.br', br);
  return gzip ? decompress('.gz', gzip) : null;
}

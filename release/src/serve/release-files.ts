import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { lookup } from 'mrmime';
import type { Blobs } from '../store/blobs';
import { CLIENT_FILES } from '../store/keys';
import type { Content } from './send-content';

/** Enough for the files of twenty releases with their encoded forms. */
const MEMORY_BYTES = 64 * 1024 * 1024;
const UNKNOWN_TYPE = 'application/octet-stream';
/** Segments of letters, digits and a few signs; none of dots alone. */
const PATH = /^(?:(?!\.+(?:\/|$))[\w@.+-]+(?:\/|$))+$/;

/** @param path below the folder of all releases, neither decoded nor resolved */
export type ReadReleaseFile = (path: string) => Promise<Content | null>;

/**
 * Reads files of releases, which never change, and keeps the latest in memory: a visitor who reads slowly holds no open
 * file. Files are read one after the other, each by one request of those that want it.
 */
export function releaseFiles(blobs: Blobs): ReadReleaseFile {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(read: () => Promise<Result>): Promise<Result> => {
    const result = last.then(read);
    last = result.catch(() => undefined);
    return result;
  };
  const cache = new LRUCache<string, Content>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ body }) => Object.values(body).reduce((sum, bytes) => sum + bytes.length, 1),
    fetchMethod: (path) => inTurn(() => load(blobs, path)),
  });
  return async (path) => (PATH.test(path) && (await cache.fetch(path))) || null;
}

async function load(blobs: Blobs, path: string): Promise<Content | undefined> {
  const key = CLIENT_FILES + path;
  const identity = await blobs.get(key);
  if (!identity) return undefined;
  const br = await blobs.get(`${key}.br`);
  const gzip = await blobs.get(`${key}.gz`);
  return {
    contentType: lookup(path) ?? UNKNOWN_TYPE,
    tag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    body: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  };
}

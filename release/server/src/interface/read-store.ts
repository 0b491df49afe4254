import type { Blobs } from '@site/release-core/store/blobs';
import { isSafeKey } from '@site/release-core/store/keys';
import type { Grant } from '@site/release-core/wire/grants';
import { mapsPrefix, READABLE_PREFIXES } from '@site/release-core/wire/wire';
import type { Call, Reply } from './caller';
import { ProblemError } from './problem-error';

export const storeReader =
  (blobs: Blobs) =>
  async ({ request, grant, words: [key = ''] }: Call): Promise<Reply> => {
    if (!isSafeKey(key) || !readablePrefixes(grant).some((prefix) => key.startsWith(prefix))) throw missing(grant);
    if (key.endsWith('/')) return { status: 200, body: await blobs.list(key) };
    if (request.method === 'HEAD') {
      if (await blobs.has(key)) return { status: 200, body: Buffer.alloc(0) };
      throw missing(grant);
    }
    const body = await blobs.get(key);
    if (!body) throw missing(grant);
    return { status: 200, body };
  };

const readablePrefixes = ({ names }: Grant) => [...READABLE_PREFIXES, ...names.map(mapsPrefix)];

const missing = (grant: Grant) =>
  new ProblemError(
    'not-found',
    `The store has no such key to read: keys begin with ${readablePrefixes(grant).join(' ')}.`,
  );

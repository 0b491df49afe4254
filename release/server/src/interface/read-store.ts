import type { Blobs } from '@site/release-core/store/blobs';
import { isSafeKey } from '@site/release-core/store/keys';
import { READABLE_PREFIXES } from '@site/release-core/wire/wire';
import type { Call, Reply } from './caller';
import { ProblemError } from './problem-error';

export const storeReader =
  (blobs: Blobs) =>
  async ({ request, words: [key = ''] }: Call): Promise<Reply> => {
    if (!isSafeKey(key) || !READABLE_PREFIXES.some((prefix) => key.startsWith(prefix))) throw missing();
    if (key.endsWith('/')) return { status: 200, body: await blobs.list(key) };
    if (request.method === 'HEAD') {
      if (await blobs.has(key)) return { status: 200, body: Buffer.alloc(0) };
      throw missing();
    }
    const body = await blobs.get(key);
    if (!body) throw missing();
    return { status: 200, body };
  };

const missing = () =>
  new ProblemError('not-found', `The store has no such key to read: keys begin with ${READABLE_PREFIXES.join(' ')}.`);

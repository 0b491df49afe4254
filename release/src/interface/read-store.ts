import type { Blobs } from '../store/blobs';
import { isSafeKey } from '../store/keys';
import type { Call, Reply } from './caller';
import { ProblemError } from './problem-error';
import { READABLE_PREFIXES } from './wire';

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

import { randomUUID } from 'node:crypto';
import type { Blobs } from '../blobs';
import { readListing, S3Refusal } from './s3-answers';
import { type CallS3, openS3Calls, type S3Timing } from './s3-calls';
import { describeLocation, type S3Location } from './s3-location';

/** Distinguishes the writes of two commands, even of the same bytes. */
const WRITER = 'x-amz-meta-writer';
/** S3's limit, in bytes. */
const LONGEST_KEY = 1024;

interface S3Options extends S3Timing {
  /** Names per listing, for tests; the store decides without it. */
  readonly page?: number;
}

/** Values are added with a conditional write: it is atomic and fails for a taken key. */
export function s3Blobs(location: S3Location, { page, ...timing }: S3Options = {}): Blobs {
  const call = openS3Calls(location, timing);
  const at = (key: string) => location.prefix + key;

  async function put(key: string, value: string | Buffer, condition: Readonly<Record<string, string>>) {
    if (!isKey(at(key))) throw new Error(`${JSON.stringify(key)} cannot be a key of an object store.`);
    const headers = { 'Content-Type': 'application/octet-stream', ...condition };
    return call({ method: 'PUT', key: at(key), headers, body: Buffer.from(value) });
  }

  async function* listings(prefix: string, query: Readonly<Record<string, string>>) {
    const pages = listPages(call, { prefix: at(prefix), ...query, ...(page && { 'max-keys': String(page) }) });
    for await (const listing of pages) {
      if (!listing)
        throw new S3Refusal(`${describeLocation(location)} lists nothing as an S3 store does: check the endpoint.`);
      yield listing;
    }
  }

  async function sizesBelow(prefix: string) {
    const byKey = new Map<string, number>();
    for await (const { keys, sizes } of listings(prefix, {})) {
      for (const [index, key] of keys.entries()) byKey.set(key.slice(location.prefix.length), sizes[index] ?? 0);
    }
    return byKey;
  }

  return {
    isRemote: true,
    get: async (key) => {
      if (!isKey(at(key))) return null;
      const { status, body } = await call({ method: 'GET', key: at(key) });
      return status === 404 ? null : body;
    },
    has: async (key) => isKey(at(key)) && (await call({ method: 'HEAD', key: at(key) })).status !== 404,
    add: async (key, value) => {
      const writer = randomUUID();
      const { status, mayHaveArrived } = await put(key, value, { 'If-None-Match': '*', [WRITER]: writer });
      if (status !== 412) return true;
      // When the answer to an earlier try was lost, this very write may have taken the key.
      if (!mayHaveArrived) return false;
      const { headers } = await call({ method: 'HEAD', key: at(key) });
      return headers.get(WRITER) === writer;
    },
    replace: async (key, value) => void (await put(key, value, {})),
    // A store answers a write only after it has stored the value.
    sync: async () => undefined,
    list: async (prefix) => {
      const listed: string[] = [];
      for await (const { keys, prefixes } of listings(prefix, { delimiter: '/' })) listed.push(...keys, ...prefixes);
      const names = listed.map((key) => key.slice(at(prefix).length).replace(/\/$/, ''));
      // Consoles create an empty object for a folder.
      return [...new Set(names)].filter((name) => name !== '');
    },
    sizes: sizesBelow,
    remove: async (key) => {
      const keys = key.endsWith('/') ? [...(await sizesBelow(key)).keys()] : [key];
      await Promise.all(keys.map((one) => call({ method: 'DELETE', key: at(one) })));
    },
  };
}

async function* listPages(call: CallS3, query: Readonly<Record<string, string>>) {
  for (let next: string | null = ''; next !== null; ) {
    const { body } = await call({
      method: 'GET',
      key: '',
      query: {
        'list-type': '2',
        // XML cannot contain every character of a key.
        'encoding-type': 'url',
        ...query,
        ...(next && { 'continuation-token': next }),
      },
    });
    const listing = readListing(body);
    // A store that repeats its token would cause an endless loop.
    yield listing?.next === next ? null : listing;
    next = listing?.next ?? null;
  }
}

/** Readers of URLs resolve segments of dots, which would lead out of the prefix. */
const isKey = (key: string) =>
  Buffer.byteLength(key) <= LONGEST_KEY && key.split('/').every((segment) => !/^\.{0,2}$/.test(segment));

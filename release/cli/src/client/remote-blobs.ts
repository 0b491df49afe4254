import { DamageError, unseal } from '@site/release-core/integrity';
import type { Blobs } from '@site/release-core/store/blobs';
import { clientKey, descriptionKey, mapKey, nodeKey, type ReleaseName } from '@site/release-core/store/keys';
import type { Release } from '@site/release-core/store/release';
import { parseRelease } from '@site/release-core/store/schemas';
import * as v from 'valibot';
import type { CallSite } from './call-site';
import type { ContentCache } from './content-cache';
import { parseAnswer } from './parse-answer';
import { SiteProblem } from './site-problem';

/** Entries, checks and the lists of releases grow during a command. Everything else is immutable. */
const GROWING = /^(?:index\/|checks\/|r\/(?:[^/]+\/)?$)/;
const BODY = /^bodies\/([0-9a-f]{64})$/;
const DESCRIPTION = /^r\/([^/]+)\/([^/]+)\/release\.json$/;

interface RemoteStore {
  readonly origin: string;
  readonly call: CallSite;
  readonly cache: ContentCache;
}

/** Read-only. Contents with a known hash are cached on disk. */
export function remoteBlobs({ origin, call, cache }: RemoteStore): Blobs {
  const hashes = new Map<string, string>();
  const read = async (key: string) => {
    const hash = hashes.get(key) ?? BODY.exec(key)?.[1];
    const kept = hash === undefined ? null : await cache.read(hash);
    if (kept) return kept;
    const content = await nullIfMissing(call({ method: 'GET', path: `store/${key}`, isRepeatable: true }));
    if (content && hash !== undefined) await cache.add(hash, content.body);
    if (content) rememberHashes(hashes, key, content.body);
    return content?.body ?? null;
  };
  const list = async (prefix: string) => {
    const names = await nullIfMissing(call({ method: 'GET', path: `store/${prefix}`, isRepeatable: true }));
    return names ? parseAnswer(v.array(v.string()), names, origin) : [];
  };
  const readOnce = once(read);
  const listOnce = once(list);
  const has = async (key: string) => {
    const parent = key.slice(0, key.lastIndexOf('/') + 1);
    return (await listOnce(parent)).includes(key.slice(parent.length));
  };
  return {
    get: readOnce,
    has,
    list: async (prefix, after = '') => (await listOnce(prefix)).filter((name) => name > after),
    add: refuse,
    replace: refuse,
    remove: refuse,
    sync: async () => undefined,
  };
}

/** Concurrent calls for a key share one request, and so do all calls for an immutable key. */
function once<Value>(ask: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const asked = new Map<string, Promise<Value>>();
  return (key) => {
    const pending = asked.get(key);
    if (pending) return pending;
    const answer = ask(key);
    asked.set(key, answer);
    const forget = () => asked.delete(key);
    if (GROWING.test(key)) answer.then(forget, forget);
    return answer;
  };
}

async function nullIfMissing<Value>(asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SiteProblem && error.word === 'not-found') return null;
    throw error;
  }
}

function rememberHashes(hashes: Map<string, string>, key: string, content: Buffer) {
  const [, name, id] = DESCRIPTION.exec(key) ?? [];
  if (!name || !id) return;
  const release: ReleaseName = { name, id };
  const { files, nodeFiles, maps = {} } = readHashes(content);
  for (const [file, hash] of Object.entries(files)) {
    if (clientKey(release, file) !== descriptionKey(release)) hashes.set(clientKey(release, file), hash);
  }
  for (const [file, hash] of Object.entries(nodeFiles)) hashes.set(nodeKey(release, file), hash);
  for (const [script, hash] of Object.entries(maps)) hashes.set(mapKey(release, script), hash);
}

function readHashes(content: Buffer): Pick<Release, 'files' | 'nodeFiles' | 'maps'> {
  try {
    return parseRelease(unseal(content));
  } catch (error) {
    // Reading the description itself reports the damage.
    if (error instanceof DamageError) return { files: {}, nodeFiles: {} };
    throw error;
  }
}

const refuse = () => Promise.reject(new Error('The store of another machine is only read.'));

import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@site/contract/today';
import { DamageError, integrityOf, sha256, unseal } from '@site/release-core/integrity';
import { readSiteOrigin } from '@site/release-core/network';
import type { Blobs } from '@site/release-core/store/blobs';
import { clientKey, descriptionKey, mapKey, nodeKey, type ReleaseName } from '@site/release-core/store/keys';
import type { Release } from '@site/release-core/store/release';
import { parseRelease } from '@site/release-core/store/schemas';
import { openStore, type Store } from '@site/release-core/store/store';
import * as v from 'valibot';
import { parseAnswer, SiteProblem } from './answers';
import { type CallSite, openCalls } from './call-site';
import { findToken } from './tokens';

/** A site on another machine, opened with a token. */
export interface SiteConnection {
  readonly origin: string;
  readonly call: CallSite;
  /** Read-only. */
  readonly store: Store;
}

interface Opening {
  /** The working copy, whose `node_modules` holds the cache. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** The flag or variable that gives the address. */
  readonly name: string;
}

/** @throws UserError when the address or the token cannot be used */
export async function openSite(address: string, { root, env, name }: Opening): Promise<SiteConnection> {
  const origin = readSiteOrigin(name, address);
  const variable = name === '--from' ? 'RELEASE_TOKEN_FROM' : 'RELEASE_TOKEN';
  const token = await findToken({ env, origin, variable });
  const call = openCalls({ origin, token });
  return { origin, call, store: openStore(remoteBlobs({ origin, call, cache: openContentCache(root) })) };
}

const names = v.array(v.string());

/** Undefined for an empty store. */
export async function readSeq({ origin, call }: SiteConnection): Promise<number | undefined> {
  const entries = parseAnswer(names, await call({ method: 'GET', path: 'store/index/', isRepeatable: true }), origin);
  const numbers = entries.map((name) => Number.parseInt(name, 10)).filter(Number.isInteger);
  return numbers.length > 0 ? Math.max(...numbers) : undefined;
}

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
const KEPT_DAYS = 30;

interface ContentCache {
  /** Null when the content is missing or has changed on disk. */
  readonly read: (hash: string) => Promise<Buffer | null>;
  /** Ignores content that does not have this hash. */
  readonly add: (hash: string, content: Buffer) => Promise<void>;
}

/** Keyed by `sha384-…`, or SHA-256 in hex: the same for all sites and never outdated. */
function openContentCache(root: string): ContentCache {
  const folder = join(root, 'node_modules/.cache/release-store');
  const fileOf = (hash: string) => join(folder, Buffer.from(hash).toString('base64url'));
  const isOf = (hash: string, content: Buffer) =>
    (hash.startsWith('sha384-') ? integrityOf(content) : sha256(content)) === hash;
  let ready: Promise<void> | undefined;
  return {
    read: async (hash) => {
      const content = await readFile(fileOf(hash)).catch(() => null);
      return content && isOf(hash, content) ? content : null;
    },
    add: async (hash, content) => {
      if (!isOf(hash, content)) return;
      ready ??= mkdir(folder, { recursive: true }).then(() => removeOld(folder));
      await ready;
      // The rename is atomic: another command may be reading the file.
      await writeFile(`${fileOf(hash)}.${process.pid}`, content);
      await rename(`${fileOf(hash)}.${process.pid}`, fileOf(hash));
    },
  };
}

async function removeOld(folder: string) {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const status = await stat(file).catch(() => null);
    if (status && Date.now() - status.mtimeMs > KEPT_DAYS * DAY_MS) await rm(file, { force: true });
  }
}

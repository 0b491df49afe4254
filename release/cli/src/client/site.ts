import { readSiteOrigin } from '@site/release-core/network';
import type { Blobs } from '@site/release-core/store/blobs';
import { openStore, type Store } from '@site/release-core/store/store';
import * as v from 'valibot';
import { parseAnswer, SiteProblem } from './answers';
import { type CallSite, openCalls } from './calls';
import { findToken } from './tokens';

export interface SiteConnection {
  readonly origin: string;
  readonly call: CallSite;
  readonly store: Store;
}

export async function openSite(address: string, name: string, env = process.env): Promise<SiteConnection> {
  const origin = readSiteOrigin(name, address);
  const variable = name === '--from' ? 'RELEASE_TOKEN_FROM' : 'RELEASE_TOKEN';
  const token = await findToken({ env, origin, variable });
  const call = openCalls({ origin, token });
  return { origin, call, store: openStore(remoteBlobs({ origin, call })) };
}

export async function readSeq({ store }: SiteConnection): Promise<number | undefined> {
  const numbers = (await store.blobs.list('index/')).map((name) => Number.parseInt(name, 10)).filter(Number.isInteger);
  return numbers.length > 0 ? Math.max(...numbers) : undefined;
}

/** Revisions, checks and the lists of releases grow during a command. Everything else is immutable. */
const GROWING = /^(?:index\/|checks\/|r\/(?:[^/]+\/)?$)/;

export function remoteBlobs({ origin, call }: Pick<SiteConnection, 'origin' | 'call'>): Blobs {
  const read = async (key: string) =>
    (await nullIfMissing(call({ method: 'GET', path: `store/${key}`, isRepeatable: true })))?.body ?? null;
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
    list: listOnce,
    add: refuse,
    replace: refuse,
    remove: refuse,
    sync: async () => undefined,
  };
}

/** Concurrent calls for a key share one request, and so do all calls for an immutable key. */
function once<Value>(ask: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const running = new Map<string, Promise<Value>>();
  return (key) => {
    const pending = running.get(key);
    if (pending) return pending;
    const answer = ask(key);
    running.set(key, answer);
    const forget = () => running.delete(key);
    if (GROWING.test(key)) answer.then(forget, forget);
    return answer;
  };
}

async function nullIfMissing<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SiteProblem && error.word === 'not-found') return null;
    throw error;
  }
}

const refuse = () => Promise.reject(new Error('The store of another machine is only read.'));

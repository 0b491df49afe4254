import { readSiteOrigin } from '@site/release-core/site-address';
import { openStore, type Store } from '@site/release-core/store/store';
import * as v from 'valibot';
import { type CallSite, openCalls } from './call-site';
import { openContentCache } from './content-cache';
import { findToken } from './find-token';
import { parseAnswer } from './parse-answer';
import { remoteBlobs } from './remote-blobs';

/** A site on another machine, opened with a token. */
export interface Site {
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
export async function openSite(address: string, { root, env, name }: Opening): Promise<Site> {
  const origin = readSiteOrigin(name, address);
  const variable = name === '--from' ? 'RELEASE_TOKEN_FROM' : 'RELEASE_TOKEN';
  const token = await findToken({ env, origin, variable });
  const call = openCalls({ origin, token });
  return { origin, call, store: openStore(remoteBlobs({ origin, call, cache: openContentCache(root) })) };
}

const names = v.array(v.string());

/** Undefined for an empty store. */
export async function readSeq({ origin, call }: Site): Promise<number | undefined> {
  const entries = parseAnswer(names, await call({ method: 'GET', path: 'store/index/', isRepeatable: true }), origin);
  const numbers = entries.map((name) => Number.parseInt(name, 10)).filter(Number.isInteger);
  return numbers.length > 0 ? Math.max(...numbers) : undefined;
}

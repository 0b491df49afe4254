import * as v from 'valibot';
import { openStore, type Store } from '../store/store';
import { readAs } from './answer-as';
import { type CallSite, openCalls } from './call-site';
import { openContentCache } from './content-cache';
import { findToken } from './find-token';
import { remoteBlobs } from './remote-blobs';
import { readSiteOrigin } from './site-address';

/** A site that runs elsewhere, opened with a token. */
export interface Site {
  readonly origin: string;
  readonly call: CallSite;
  /** Only read. */
  readonly store: Store;
}

interface Opening {
  /** The working copy, which keeps what was read. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** The flag that named the site. */
  readonly flag: 'from' | 'to';
}

/** @throws UserError for an address or a token that cannot be used */
export async function openSite(address: string, { root, env, flag }: Opening): Promise<Site> {
  const origin = readSiteOrigin(flag, address);
  const variable = flag === 'from' ? 'RELEASE_TOKEN_FROM' : 'RELEASE_TOKEN';
  const token = await findToken({ env, origin, variable });
  const call = openCalls({ origin, token });
  return { origin, call, store: openStore(remoteBlobs({ origin, call, cache: openContentCache(root) })) };
}

const names = v.array(v.string());

/** The number of the latest change; undefined in an empty store. */
export async function readSeq({ origin, call }: Site): Promise<number | undefined> {
  const entries = readAs(names, await call({ method: 'GET', path: 'store/index/', isRepeatable: true }), origin);
  const numbers = entries.map((name) => Number.parseInt(name, 10)).filter(Number.isInteger);
  return numbers.length > 0 ? Math.max(...numbers) : undefined;
}

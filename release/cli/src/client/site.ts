import { setTimeout as delay } from 'node:timers/promises';
import { type NetworkFailure, readNetworkFailure, readSiteOrigin } from '@site/release-core/network';
import type { Blobs } from '@site/release-core/store/blobs';
import { openStore, type Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { RELEASE_INTERFACE } from '@site/release-core/wire/protocol';
import * as v from 'valibot';
import { describeRefusal, parseAnswer, remedyFor, type SiteAnswer, SiteProblem } from './answers';
import { findToken, type Token } from './tokens';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: Buffer | object;
  /** The call is idempotent, and is sent again when no answer arrives. */
  readonly isRepeatable: boolean;
}

export type CallSite = (call: Call) => Promise<SiteAnswer>;

export interface Connection {
  readonly origin: string;
  readonly token: Token;
  readonly pause?: (ms: number) => Promise<unknown>;
  readonly deadlineMs?: number;
}

/** Generous, because a change composes pages and a proxy may be slow. */
const DEADLINE_MS = 120_000;
const TRIES = 5;
const FIRST_PAUSE_MS = 250;
const TRANSIENT_STATUSES = [408, 502, 503, 504];

export function openCalls(connection: Connection): CallSite {
  const { pause = delay } = connection;
  return async (call) => {
    for (let tries = 1; ; tries += 1) {
      const outcome = await send(connection, call);
      if ('answer' in outcome) return outcome.answer;
      if (!outcome.mayRepeat || tries === TRIES) throw outcome.failure;
      // Full jitter: callers that failed together do not retry together.
      await pause(Math.random() * FIRST_PAUSE_MS * 2 ** tries);
    }
  };
}

interface Failure {
  readonly failure: UserError;
  readonly mayRepeat: boolean;
}

type Outcome = { readonly answer: SiteAnswer } | Failure;

async function send({ origin, token, deadlineMs = DEADLINE_MS }: Connection, call: Call): Promise<Outcome> {
  const authorization = `Bearer ${await token.read()}`;
  try {
    const response = await fetch(`${origin}${RELEASE_INTERFACE}/${call.path}`, {
      method: call.method,
      ...(call.body && { body: Buffer.isBuffer(call.body) ? new Uint8Array(call.body) : JSON.stringify(call.body) }),
      headers: {
        Authorization: authorization,
        Accept: 'application/json',
        ...(call.body && {
          'Content-Type': Buffer.isBuffer(call.body) ? 'application/octet-stream' : 'application/json',
        }),
      },
      // The token must not be sent to another address.
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    });
    const answer = {
      contentType: response.headers.get('content-type') ?? '',
      body: Buffer.from(await response.arrayBuffer()),
    };
    if (response.ok) return { answer };
    const mayRepeat = call.isRepeatable && TRANSIENT_STATUSES.includes(response.status);
    const failure = describeRefusal(
      { origin, source: token.source, isRepeatable: call.isRepeatable },
      response,
      answer,
    );
    return { failure, mayRepeat };
  } catch (cause) {
    const failure = cause instanceof UserError ? null : readNetworkFailure(cause, deadlineMs);
    if (!failure) throw cause;
    return failedOn(failure, origin, call);
  }
}

function failedOn({ predicate, isUnsent, isTransient }: NetworkFailure, origin: string, call: Call): Failure {
  const isRepeatable = isUnsent || call.isRepeatable;
  return {
    failure: new UserError(`${origin} ${predicate}. ${remedyFor(isRepeatable)}`),
    mayRepeat: isTransient && isRepeatable,
  };
}

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

const names = v.array(v.string());

export async function readSeq({ origin, call }: SiteConnection): Promise<number | undefined> {
  const revisions = parseAnswer(names, await call({ method: 'GET', path: 'store/index/', isRepeatable: true }), origin);
  const numbers = revisions.map((name) => Number.parseInt(name, 10)).filter(Number.isInteger);
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

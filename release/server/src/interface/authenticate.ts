import type { IncomingMessage } from 'node:http';
import type { Backend } from '@site/contract/host';
import { isReservedName } from '@site/contract/log-names';
import { RIGHTS } from '@site/release-core/command-row';
import { sha256 } from '@site/release-core/integrity';
import {
  type Grant,
  grantIdOf,
  grantsIn,
  type Identity,
  isExpired,
  isHashOf,
  isSession,
  type ListedGrant,
  sessionsIn,
} from '@site/release-core/store/grants';
import type { Store } from '@site/release-core/store/store';
import { decodeJwt } from 'jose/jwt/decode';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { createRateLimit, networkOf } from '../http/traffic-limits';
import { LIMITS, type Limits } from './limits';
import { ProblemError } from './problem-error';

const BEARER = /^Bearer ([\x21-\x7e]{1,8192})$/;
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const UNKNOWN = sha256('');

/** `why` completes "This token is not accepted: …". @throws ProblemError when the issuer's keys cannot be read */
export type VerifyIdentity = (token: string, grants: readonly Grant[]) => Promise<CallerOrReason>;

/** `identity` is that of a CI's identity token, which is only exchanged. */
interface Caller {
  readonly grant: Grant;
  readonly identity?: Identity;
}

type CallerOrReason = Caller | { readonly why: string };

interface Authentication {
  readonly store: Store;
  readonly proxies: number;
  readonly verifyIdentity: VerifyIdentity;
  readonly askOwner: AskOwner;
  readonly limits: Limits;
}

export function authenticateWith({ store, proxies, verifyIdentity, askOwner, limits }: Authentication) {
  const grants = grantsIn(store.blobs);
  const sessions = sessionsIn(store.blobs);
  const owners = ownerGrants(askOwner, store.listNames);
  const failures = createRateLimit(limits.failuresPerMinute);

  async function find(token: string, address: string, isExchange: boolean): Promise<CallerOrReason> {
    if (isSession(token)) {
      const granted = await sessions.findGrant(token);
      const grant = granted === null ? null : await grants.read(granted);
      return grant ? checkLive(grant) : ENDED;
    }
    const id = grantIdOf(token);
    if (id) {
      const grant = await grants.read(id);
      // Always compares, so that the response time does not reveal which grants exist.
      const isRight = isHashOf(grant?.token ?? UNKNOWN, token);
      return grant && isRight ? checkLive(grant) : UNKNOWN_TOKEN;
    }
    const recalled = owners.recall(token);
    if (recalled) return { grant: recalled };
    if (!JWT.test(token)) return UNKNOWN_TOKEN;
    // Verifying a signature is expensive, so an address with many failures must wait.
    const retryAfter = failures.wait(address);
    if (retryAfter > 0) throw notExamined(retryAfter);
    if (isOfSignedIn(token)) {
      const grant = await owners.find(token);
      return grant ? { grant } : NO_OWNER;
    }
    if (!isExchange) return NOT_EXCHANGED;
    const live = (await grants.list()).filter((one) => one.oidc && !one.isWithdrawn && !isExpired(one));
    return live.length > 0 ? verifyIdentity(token, live) : UNKNOWN_TOKEN;
  }

  /** Accepts grant tokens and cached owner tokens even when others behind the address have failed too often. */
  return async (request: IncomingMessage, isExchange: boolean): Promise<Caller> => {
    const token = bearerOf(request);
    const address = networkOf(request, proxies);
    const access = token === undefined ? MISSING : await find(token, address, isExchange);
    if ('grant' in access) return access;
    const retryAfter = failures.take(address);
    if (retryAfter === 0) throw new ProblemError('unauthenticated', `This token is not accepted: ${access.why}.`);
    throw new ProblemError('too-many', `Wait ${retryAfter} seconds, and correct the token.`, { retryAfter });
  };
}

export const mayBeOwner = (request: IncomingMessage): boolean => isOfSignedIn(bearerOf(request) ?? '');

const bearerOf = ({ headers }: IncomingMessage) => BEARER.exec(headers.authorization ?? '')?.[1];

const notExamined = (retryAfter: number) =>
  new ProblemError(
    'too-many',
    `Wait ${retryAfter} seconds: this token was not examined, because many from your address were refused.`,
    { retryAfter },
  );

const MISSING = { why: 'there is none in "Authorization: Bearer …"' };
const UNKNOWN_TOKEN = { why: 'it is not known here, ask whoever runs the site for a grant' };

const ENDED = { why: 'it is not known here or has ended, exchange another identity token' };
const NOT_EXCHANGED = { why: 'an identity token is exchanged first, at POST /release/v1/identity' };
const NO_OWNER = { why: 'its session has ended, or its address is no owner here: sign in at /espace' };

function checkLive(grant: ListedGrant): CallerOrReason {
  const ask = 'ask whoever runs the site for another';
  if (grant.isWithdrawn) return { why: `the grant ${grant.id} was withdrawn, ${ask}` };
  return isExpired(grant) ? { why: `the grant ${grant.id} ended on ${grant.until}, ${ask}` } : { grant };
}

const TIMEOUT_MS = 5000;
/** How long a grant is cached and can outlive its session. */
const KEPT_MS = 30_000;

const answer = v.object({ email: v.pipe(v.string(), v.minLength(3)), name: v.nullable(v.string()) });
type Owner = v.InferOutput<typeof answer>;

/** Null unless the token belongs to an owner. @throws ProblemError when the backend does not answer */
export type AskOwner = (token: string) => Promise<Owner | null>;

/** Asks the database: the session must be active, and its email address an owner's. */
export function createOwnerQuery({ url, anonKey }: Backend): AskOwner {
  return async (token) => {
    const response = await fetch(`${url}/rest/v1/rpc/owner_me`, {
      method: 'POST',
      headers: { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
    // A hosted database without these functions answers 404.
    if (response && [401, 403, 404].includes(response.status)) return null;
    const { success, output } = v.safeParse(answer, response?.ok ? await response.json().catch(() => null) : null);
    if (success) return output;
    // The service role has no email address, so it is not an owner.
    if (response?.ok) return null;
    throw new ProblemError('unavailable', 'The backend does not answer who you are: try again in a minute.', {
      retryAfter: 30,
    });
  };
}

/** Whether a bearer token is a user's session token. It is not verified here. */
export function isOfSignedIn(token: string): boolean {
  try {
    return decodeJwt(token).role === 'authenticated';
  } catch {
    return false;
  }
}

/** Owners have all rights for all parts. Their grants are cached by access token. */
function ownerGrants(ask: AskOwner, listNames: () => Promise<readonly string[]>) {
  const ownersByToken = new LRUCache<string, Grant>({ max: LIMITS.counted, ttl: KEPT_MS });
  return {
    recall: (token: string): Grant | undefined => ownersByToken.get(sha256(token)),
    find: async (token: string): Promise<Grant | null> => {
      const owner = await ask(token);
      if (!owner) return null;
      const grant = grantOf(owner, await listNames());
      ownersByToken.set(sha256(token), grant);
      return grant;
    },
  };
}

function grantOf({ email, name }: Owner, names: readonly string[]): Grant {
  // A hosted database takes any name.
  const to = name === null || isReservedName(name) ? email : name;
  return {
    id: `owner-${sha256(email).slice(0, 12)}`,
    to,
    names: [...names],
    may: [...RIGHTS],
    by: to,
    at: new Date().toISOString(),
  };
}

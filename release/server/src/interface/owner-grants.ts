import type { Backend } from '@site/contract/host';
import { isReservedName } from '@site/contract/log-names';
import { sha256 } from '@site/release-core/integrity';
import type { Grant } from '@site/release-core/wire/grants';
import { RIGHTS } from '@site/release-core/wire/wire';
import { decodeJwt } from 'jose/jwt/decode';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { LIMITS } from './limits';
import { ProblemError } from './problem-error';

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
    const asked = await fetch(`${url}/rest/v1/rpc/owner_me`, {
      method: 'POST',
      headers: { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
    // A hosted database without these functions answers 404.
    if (asked && [401, 403, 404].includes(asked.status)) return null;
    const { success, output } = v.safeParse(answer, asked?.ok ? await asked.json().catch(() => null) : null);
    if (success) return output;
    // The service role has no email address, so it is not an owner.
    if (asked?.ok) return null;
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
export function ownerGrants(ask: AskOwner, listNames: () => Promise<readonly string[]>) {
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

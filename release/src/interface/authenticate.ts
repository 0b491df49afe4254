import type { IncomingMessage } from 'node:http';
import { networkOf } from '../serve/network-of';
import type { Blobs } from '../store/blobs';
import { type Grant, grantsIn, isExpired, type ListedGrant } from './grants';
import type { Limits } from './limits';
import { ProblemError } from './problem-error';
import { createRateLimit } from './rate-limit';
import { grantIdOf, hashToken, isHashOf } from './token';

const BEARER = /^Bearer ([\x21-\x7e]{1,8192})$/;
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const UNKNOWN = hashToken('');

/** The grant whose issuer has signed an identity token with its claims; null for any other token. */
export type VerifyIdentity = (token: string, grants: readonly Grant[]) => Promise<Grant | null>;

interface Authentication {
  readonly blobs: Blobs;
  readonly proxies: number;
  readonly verifyIdentity: VerifyIdentity;
  readonly limits: Limits;
}

/** Finds the grant of a request. @throws ProblemError */
export function authenticateWith({ blobs, proxies, verifyIdentity, limits }: Authentication) {
  const grants = grantsIn(blobs);
  const failures = createRateLimit(limits.failuresPerMinute);

  async function find(token: string, address: string): Promise<ListedGrant | Grant | null> {
    const id = grantIdOf(token);
    if (id) {
      const grant = await grants.read(id);
      // Compared in any case, so that the time does not tell which grants exist.
      return isHashOf(grant?.token ?? UNKNOWN, token) ? grant : null;
    }
    // A signature costs more than a hash: an address that fails often waits before the next one is verified.
    if (!JWT.test(token) || failures.wait(address) > 0) return null;
    const live = (await grants.list()).filter((one) => one.oidc && !one.isWithdrawn && !isExpired(one));
    return live.length > 0 ? verifyIdentity(token, live) : null;
  }

  /** A token that is accepted is never made to wait for the failures of others behind the same address. */
  return async (request: IncomingMessage): Promise<Grant> => {
    const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? [];
    const address = networkOf(request, proxies);
    const grant = token === undefined ? null : await find(token, address);
    const refusal = grant ? whyEnded(grant) : missingOrWrong(token);
    if (grant && refusal === null) return grant;
    const retryAfter = failures.take(address);
    if (retryAfter === 0) throw new ProblemError('unauthenticated', refusal ?? '');
    throw new ProblemError('too-many', `Wait ${retryAfter} seconds, and correct the token.`, { retryAfter });
  };
}

const missingOrWrong = (token: string | undefined) =>
  token === undefined
    ? 'Send a token: "Authorization: Bearer site_release_…".'
    : 'This token is not known here: ask whoever runs the site for a grant.';

function whyEnded(grant: Grant & Partial<Pick<ListedGrant, 'isWithdrawn'>>): string | null {
  if (grant.isWithdrawn) return `The grant ${grant.id} was withdrawn: ask whoever runs the site for another.`;
  return isExpired(grant)
    ? `The grant ${grant.id} ended on ${grant.until}: ask whoever runs the site for another.`
    : null;
}

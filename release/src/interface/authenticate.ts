import type { IncomingMessage } from 'node:http';
import { networkOf } from '../serve/network-of';
import type { Store } from '../store/store';
import { type Grant, grantsIn, isExpired, type ListedGrant } from './grants';
import type { Limits } from './limits';
import { type AskOwner, isOfSignedIn, ownerGrants } from './owner-grants';
import { ProblemError } from './problem-error';
import { createRateLimit } from './rate-limit';
import { grantIdOf, hashToken, isHashOf } from './token';

const BEARER = /^Bearer ([\x21-\x7e]{1,8192})$/;
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const UNKNOWN = hashToken('');

/**
 * Finds the grant whose issuer has signed an identity token with its claims, or why there is none, as part of a sentence.
 * @throws ProblemError when the issuer's keys cannot be read
 */
export type VerifyIdentity = (token: string, grants: readonly Grant[]) => Promise<Found>;

type Found = { readonly grant: Grant } | { readonly why: string };

interface Authentication {
  readonly store: Store;
  readonly proxies: number;
  readonly verifyIdentity: VerifyIdentity;
  readonly askOwner: AskOwner;
  readonly limits: Limits;
}

/** Finds the grant of a request. @throws ProblemError */
export function authenticateWith({ store, proxies, verifyIdentity, askOwner, limits }: Authentication) {
  const grants = grantsIn(store.blobs);
  const owners = ownerGrants(askOwner, store.listNames);
  const failures = createRateLimit(limits.failuresPerMinute);

  async function find(token: string, address: string): Promise<Found> {
    const id = grantIdOf(token);
    if (id) {
      const grant = await grants.read(id);
      // Compared in any case, so that the time does not tell which grants exist.
      const isRight = isHashOf(grant?.token ?? UNKNOWN, token);
      return grant && isRight ? checkLive(grant) : UNKNOWN_TOKEN;
    }
    const recalled = owners.recall(token);
    if (recalled) return { grant: recalled };
    // Verifying costs more than a hash: an address that fails often waits before the next token is verified.
    if (!JWT.test(token) || failures.wait(address) > 0) return UNKNOWN_TOKEN;
    if (isOfSignedIn(token)) {
      const grant = await owners.find(token);
      return grant ? { grant } : NO_OWNER;
    }
    const live = (await grants.list()).filter((one) => one.oidc && !one.isWithdrawn && !isExpired(one));
    return live.length > 0 ? verifyIdentity(token, live) : UNKNOWN_TOKEN;
  }

  /** A token that is accepted is never made to wait for the failures of others behind the same address. */
  return async (request: IncomingMessage): Promise<Grant> => {
    const token = bearerOf(request);
    const address = networkOf(request, proxies);
    const found = token === undefined ? MISSING : await find(token, address);
    if ('grant' in found) return found.grant;
    const retryAfter = failures.take(address);
    if (retryAfter === 0) throw new ProblemError('unauthenticated', `This token is not accepted: ${found.why}.`);
    throw new ProblemError('too-many', `Wait ${retryAfter} seconds, and correct the token.`, { retryAfter });
  };
}

/** Whether somebody sends a token who has signed in, which may have ended or be forged. */
export const mayBeOwner = (request: IncomingMessage): boolean => isOfSignedIn(bearerOf(request) ?? '');

const bearerOf = ({ headers }: IncomingMessage) => BEARER.exec(headers.authorization ?? '')?.[1];

const MISSING = { why: 'there is none in "Authorization: Bearer …"' };
const UNKNOWN_TOKEN = { why: 'it is not known here, ask whoever runs the site for a grant' };

const NO_OWNER = { why: 'its session has ended, or its address is no owner here: sign in at /espace' };

function checkLive(grant: ListedGrant): Found {
  const ask = 'ask whoever runs the site for another';
  if (grant.isWithdrawn) return { why: `the grant ${grant.id} was withdrawn, ${ask}` };
  return isExpired(grant) ? { why: `the grant ${grant.id} ended on ${grant.until}, ${ask}` } : { grant };
}

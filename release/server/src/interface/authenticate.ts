import type { IncomingMessage } from 'node:http';
import { sha256 } from '@site/release-core/integrity';
import type { Store } from '@site/release-core/store/store';
import { type Grant, grantsIn, isExpired, type ListedGrant } from '@site/release-core/wire/grants';
import { type Identity, isSession, sessionsIn } from '@site/release-core/wire/sessions';
import { grantIdOf, isHashOf } from '@site/release-core/wire/token';
import { networkOf } from '../serve/network-of';
import { createRateLimit } from '../serve/rate-limit';
import type { Limits } from './limits';
import { type AskOwner, isOfSignedIn, ownerGrants } from './owner-grants';
import { ProblemError } from './problem-error';

const BEARER = /^Bearer ([\x21-\x7e]{1,8192})$/;
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const UNKNOWN = sha256('');

/** `why` completes "This token is not accepted: …". @throws ProblemError when the issuer's keys cannot be read */
export type VerifyIdentity = (token: string, grants: readonly Grant[]) => Promise<Found>;

/** `identity` is that of a CI's identity token, which is only exchanged. */
export interface Authenticated {
  readonly grant: Grant;
  readonly identity?: Identity;
}

type Found = Authenticated | { readonly why: string };

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

  async function find(token: string, address: string, isExchange: boolean): Promise<Found> {
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

  /** Grant tokens and cached owner tokens are accepted even when others behind the same address have failed too often. */
  return async (request: IncomingMessage, isExchange: boolean): Promise<Authenticated> => {
    const token = bearerOf(request);
    const address = networkOf(request, proxies);
    const access = token === undefined ? MISSING : await find(token, address, isExchange);
    if ('grant' in access) return access;
    const retryAfter = failures.take(address);
    if (retryAfter === 0) throw new ProblemError('unauthenticated', `This token is not accepted: ${access.why}.`);
    throw new ProblemError('too-many', `Wait ${retryAfter} seconds, and correct the token.`, { retryAfter });
  };
}

/** Whether the request carries a user's session token, which is not verified here. */
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

function checkLive(grant: ListedGrant): Found {
  const ask = 'ask whoever runs the site for another';
  if (grant.isWithdrawn) return { why: `the grant ${grant.id} was withdrawn, ${ask}` };
  return isExpired(grant) ? { why: `the grant ${grant.id} ended on ${grant.until}, ${ask}` } : { grant };
}

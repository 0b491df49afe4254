import { isSafeAddress } from '@site/release-core/network';
import type { Grant } from '@site/release-core/store/grants';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { VerifyIdentity } from './authenticate';
import { ProblemError } from './problem-error';

/** Asymmetric algorithms only: the issuer's public keys cannot sign. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const CLOCK_SKEW_S = 60;
const OLDEST_S = 3600;
const TIMEOUT_MS = 5000;
const KEYS_MS = 600_000;
/** Pause before an issuer is asked again for missing keys. */
const COOLDOWN_MS = 30_000;
const MAX_ISSUERS = 20;

const discovery = v.object({ issuer: v.string(), jwks_uri: v.pipe(v.string(), v.check(isSafeAddress)) });

/** @param audience the address of the site; an identity token for another audience is refused */
export function createIdentityVerifier(audience: () => Promise<string>): VerifyIdentity {
  const keysByIssuer = new LRUCache<string, Promise<JWTVerifyGetKey>>({ max: MAX_ISSUERS, ttl: KEYS_MS });

  function keysOf(issuer: string): Promise<JWTVerifyGetKey> {
    const cached = keysByIssuer.get(issuer);
    if (cached) return cached;
    const keys = discover(issuer);
    keysByIssuer.set(issuer, keys);
    keys.catch(() => keysByIssuer.set(issuer, keys, { ttl: COOLDOWN_MS }));
    return keys;
  }

  return async (token, grants) => {
    // It is loaded on demand, because only sites with an OIDC grant need it.
    const { decodeJwt, errors, jwtVerify } = await import('jose');
    const issuer = issuerIn(token, decodeJwt);
    const candidates = grants.filter(({ oidc }) => oidc !== undefined && oidc.issuer === issuer);
    if (issuer === undefined || candidates.length === 0) return { why: 'its issuer has no grant here' };
    try {
      const { payload } = await jwtVerify(token, await keysOf(issuer), {
        issuer,
        audience: await audience(),
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_SKEW_S,
        maxTokenAge: OLDEST_S,
        requiredClaims: ['exp', 'iat', 'jti'],
      });
      const grant = mostSpecific(candidates, payload);
      if (!grant) return { why: 'its claims fit no grant ("npx pnpm release grants" lists theirs)' };
      const { jti, exp = 0 } = payload;
      return typeof jti === 'string' ? { grant, identity: { issuer, jti, exp } } : { why: 'its "jti" is no text' };
    } catch (cause) {
      if (cause instanceof errors.JOSEError && !isAway(cause)) return { why: cause.message };
      if (cause instanceof ProblemError) throw cause;
      throw away(issuer);
    }
  };
}

function issuerIn(token: string, decode: (token: string) => JWTPayload): string | undefined {
  try {
    return decode(token).iss;
  } catch {
    return undefined;
  }
}

/** Codes of jose's errors when it cannot load the keys. */
const isAway = ({ code }: { readonly code: string }) => ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT'].includes(code);

function mostSpecific(grants: readonly Grant[], payload: JWTPayload): Grant | undefined {
  const claimsOf = ({ oidc }: Grant) => Object.entries(oidc?.claims ?? {});
  const fitting = grants.filter((grant) =>
    claimsOf(grant).every(([name, value]) => isFitting(name, value, textOf(payload, name))),
  );
  return fitting.sort((a, b) => claimsOf(b).length - claimsOf(a).length)[0];
}

/** Claims of GitHub that end with the branch, as in `team/site/.github/workflows/release.yml@refs/heads/main`. */
const OF_WORKFLOWS = ['job_workflow_ref', 'workflow_ref'];

/** A grant may name a workflow without its branch. The names of files have no slash, so no other workflow fits. */
const isFitting = (name: string, value: string, claimed: string | undefined) =>
  claimed === value ||
  (OF_WORKFLOWS.includes(name) && !value.includes('@') && Boolean(claimed?.startsWith(`${value}@refs/`)));

/** A claim must equal the value: a list that contains the value does not match. */
function textOf(payload: JWTPayload, name: string): string | undefined {
  const value = Object.hasOwn(payload, name) ? payload[name] : undefined;
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet } = await import('jose');
  const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw away(issuer);
  const { output, success } = v.safeParse(discovery, await answer.json());
  // The document must name the same issuer, so that another issuer's keys do not count.
  if (!success || output.issuer !== issuer) throw away(issuer);
  const options = { timeoutDuration: TIMEOUT_MS, cooldownDuration: COOLDOWN_MS, cacheMaxAge: KEYS_MS };
  return createRemoteJWKSet(new URL(output.jwks_uri), options);
}

const away = (issuer: string) =>
  new ProblemError('unavailable', `The keys of ${issuer} cannot be read from here: try again in a minute.`, {
    retryAfter: 30,
  });

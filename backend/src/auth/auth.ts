import { cleanEmail, isEmail } from '@site/contract/email';
import { bearerToken, readAccessToken } from '../access-token';
import type { AuthDatabase, SignedIn } from './auth-database';
import { authErrors } from './auth-error';
import { sessionBody, userBody } from './auth-shapes';
import { isCodeOf, newNonce, readRefreshToken } from './one-time-secrets';

export const AUTH_ROUTES = ['otp', 'verify', 'token', 'logout', 'user'] as const;
export type AuthRoute = (typeof AUTH_ROUTES)[number];

/** A call of /auth/v1 whose origin, key and format have been checked. */
interface AuthCall {
  readonly method: string;
  readonly route: AuthRoute;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly authorization: string | undefined;
  readonly userAgent: string | undefined;
  readonly caller: string;
}

interface AuthAnswer {
  readonly status: 200 | 204;
  readonly body: Readonly<Record<string, unknown>> | null;
}

interface AuthOptions {
  readonly database: AuthDatabase;
  readonly jwtSecret: string;
  readonly issuer: string;
  /** Called when a mail with a code may be waiting in the outbox. */
  readonly onCode: () => void;
}

const SCOPES = ['global', 'local', 'others'];

/** The part of Supabase Auth that signing in with a code needs, for this install's owners. */
export type Auth = (call: AuthCall) => Promise<AuthAnswer>;

/** The returned function throws an AuthError when it refuses a call. */
export function createAuth({ database, onCode, ...signing }: AuthOptions): Auth {
  const { jwtSecret } = signing;

  async function sendCode({ body, caller }: AuthCall): Promise<AuthAnswer> {
    const { blockedBy, wait } = await database.requestCode({ email: emailIn(body), caller }, newNonce());
    if (blockedBy) throw blockedBy === 'caller' ? authErrors.tooMany(wait) : authErrors.tooSoon(wait);
    // Also for an unknown address: neither the answer nor its duration may reveal whether the address is known.
    onCode();
    return { status: 200, body: {} };
  }

  async function verifyCode({ body, caller, userAgent }: AuthCall): Promise<AuthAnswer> {
    if (body.type !== 'email' || typeof body.token !== 'string')
      throw authErrors.invalid('Unsupported verification type');
    const { wait, nonce } = await database.tryCode({ email: emailIn(body), caller });
    if (wait > 0) throw authErrors.tooMany(wait);
    const isRight = nonce !== null && isCodeOf(body.token, nonce, jwtSecret);
    const signedIn = isRight ? await database.createSession(nonce, userAgent) : null;
    if (!signedIn) throw authErrors.wrongCode();
    return { status: 200, body: await sessionBody(signedIn, signing) };
  }

  async function refresh({ body, query }: AuthCall): Promise<AuthAnswer> {
    if (query.get('grant_type') !== 'refresh_token') throw authErrors.unsupportedGrant();
    const given = typeof body.refresh_token === 'string' ? readRefreshToken(body.refresh_token, jwtSecret) : null;
    if (!given) throw authErrors.unknownRefreshToken();
    const { outcome, signedIn } = await database.refresh(given);
    if (outcome === 'reused') throw authErrors.usedRefreshToken();
    if (!signedIn) throw authErrors.unknownRefreshToken();
    return { status: 200, body: await sessionBody(signedIn, signing) };
  }

  /** @throws AuthError unless the call comes from a session that has not ended */
  async function signedInBy({ authorization }: AuthCall): Promise<SignedIn> {
    const token = bearerToken(authorization);
    if (token === undefined) throw authErrors.noToken();
    const { claims, why } = await readAccessToken(token, jwtSecret);
    if (!claims) throw authErrors.badToken(why);
    const { role, session_id: session } = claims;
    if (role !== 'authenticated' || session === undefined) throw authErrors.badToken('missing sub claim');
    const signedIn = await database.find(session);
    if (!signedIn || signedIn.owner !== claims.sub) throw authErrors.noSession();
    return signedIn;
  }

  async function signOut(call: AuthCall): Promise<AuthAnswer> {
    const { session } = await signedInBy(call);
    const scope = call.query.get('scope') || 'global';
    if (!SCOPES.includes(scope)) throw authErrors.invalid(`Unsupported logout scope "${scope.slice(0, 50)}"`);
    await database.end(session, scope);
    return { status: 204, body: null };
  }

  const handlers: Readonly<Record<AuthRoute, { readonly method: string; readonly answer: Auth }>> = {
    otp: { method: 'POST', answer: sendCode },
    verify: { method: 'POST', answer: verifyCode },
    token: { method: 'POST', answer: refresh },
    logout: { method: 'POST', answer: signOut },
    user: { method: 'GET', answer: async (call) => ({ status: 200, body: userBody(await signedInBy(call)) }) },
  };
  return async (call) => {
    const { method, answer } = handlers[call.route];
    if (call.method !== method) throw authErrors.unsupportedMethod();
    return answer(call);
  };
}

function emailIn({ email }: AuthCall['body']): string {
  if (typeof email !== 'string' || email === '') throw authErrors.invalid('One of email or phone must be set');
  const address = cleanEmail(email).toLowerCase();
  if (isEmail(address)) return address;
  throw authErrors.invalid('Unable to validate email address: invalid format');
}

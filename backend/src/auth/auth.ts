import { cleanEmail, isEmail } from '@site/contract/email';
import { bearerToken, readAccessToken, signJwt } from '../data-folder/keys';
import {
  type AuthDatabase,
  isCodeOf,
  newNonce,
  readRefreshToken,
  refreshTokenOf,
  type SignInSession,
} from './auth-database';

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

interface AuthResponse {
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

/** The calls of Supabase Auth that signing in with a code needs, for this install's owners. */
export type Auth = (call: AuthCall) => Promise<AuthResponse>;

/** The returned function throws an AuthError when it refuses a call. */
export function createAuth({ database, onCode, ...signing }: AuthOptions): Auth {
  const { jwtSecret } = signing;

  async function sendCode({ body, caller }: AuthCall): Promise<AuthResponse> {
    const { blockedBy, wait } = await database.requestCode({ email: emailIn(body), caller }, newNonce());
    if (blockedBy) throw blockedBy === 'caller' ? authErrors.tooMany(wait) : authErrors.tooSoon(wait);
    // This runs for an unknown address too: neither the answer nor its duration may reveal whether it is known.
    onCode();
    return { status: 200, body: {} };
  }

  async function verifyCode({ body, caller, userAgent }: AuthCall): Promise<AuthResponse> {
    if (body.type !== 'email' || typeof body.token !== 'string')
      throw authErrors.invalid('Unsupported verification type');
    const { wait, nonce } = await database.tryCode({ email: emailIn(body), caller });
    if (wait > 0) throw authErrors.tooMany(wait);
    const isRight = nonce !== null && isCodeOf(body.token, nonce, jwtSecret);
    const signedIn = isRight ? await database.createSession(nonce, userAgent) : null;
    if (!signedIn) throw authErrors.wrongCode();
    return { status: 200, body: await sessionBody(signedIn, signing) };
  }

  async function refresh({ body, query }: AuthCall): Promise<AuthResponse> {
    if (query.get('grant_type') !== 'refresh_token') throw authErrors.unsupportedGrant();
    const claims = typeof body.refresh_token === 'string' ? readRefreshToken(body.refresh_token, jwtSecret) : null;
    if (!claims) throw authErrors.unknownRefreshToken();
    const { outcome, signedIn } = await database.refresh(claims);
    if (outcome === 'reused') throw authErrors.usedRefreshToken();
    if (!signedIn) throw authErrors.unknownRefreshToken();
    return { status: 200, body: await sessionBody(signedIn, signing) };
  }

  /** @throws AuthError unless the call comes from a session that has not ended */
  async function signedInBy({ authorization }: AuthCall): Promise<SignInSession> {
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

  async function signOut(call: AuthCall): Promise<AuthResponse> {
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

const LIFETIME_S = 3600;
const METADATA = { app_metadata: { provider: 'email', providers: ['email'] }, user_metadata: {} };

interface Issuer {
  readonly jwtSecret: string;
  readonly issuer: string;
}

async function sessionBody(signedIn: SignInSession, { jwtSecret, issuer }: Issuer, now = Date.now()) {
  const { owner, email, session, number, startedAt } = signedIn;
  const issuedAt = Math.floor(now / 1000);
  const expiresAt = issuedAt + LIFETIME_S;
  const claims = {
    iss: issuer,
    sub: owner,
    aud: 'authenticated',
    exp: expiresAt,
    iat: issuedAt,
    email,
    phone: '',
    ...METADATA,
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'otp', timestamp: Math.floor(startedAt.getTime() / 1000) }],
    session_id: session,
    is_anonymous: false,
  };
  return {
    access_token: await signJwt(claims, jwtSecret),
    token_type: 'bearer',
    expires_in: LIFETIME_S,
    expires_at: expiresAt,
    refresh_token: refreshTokenOf({ session, number }, jwtSecret),
    user: userBody(signedIn),
  };
}

function userBody({ owner, email, startedAt, addedAt }: SignInSession) {
  return {
    id: owner,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    email_confirmed_at: addedAt.toISOString(),
    phone: '',
    confirmed_at: addedAt.toISOString(),
    last_sign_in_at: startedAt.toISOString(),
    ...METADATA,
    identities: [],
    created_at: addedAt.toISOString(),
    updated_at: startedAt.toISOString(),
    is_anonymous: false,
  };
}

/** Codes and wording are those of Supabase Auth. */
export class AuthError extends Error {
  override readonly name = 'AuthError';

  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    readonly status: number,
    readonly code: string,
    words: { readonly message: string; readonly retryAfter?: number },
  ) {
    super(words.message);
    this.retryAfter = words.retryAfter;
  }
}

const refusal = (status: number, code: string, message: string) => () => new AuthError(status, code, { message });

const authErrors = {
  invalid: (message: string) => new AuthError(400, 'validation_failed', { message }),
  unsupportedGrant: refusal(400, 'invalid_credentials', 'unsupported_grant_type'),
  unsupportedMethod: refusal(405, 'unknown', 'Method Not Allowed'),
  tooSoon: (retryAfter: number) => {
    const message = `For security purposes, you can only request this after ${retryAfter} seconds.`;
    return new AuthError(429, 'over_email_send_rate_limit', { message, retryAfter });
  },
  /** Supabase Auth does not say the seconds; this install does. */
  tooMany: (retryAfter: number) => {
    const message = `Request rate limit reached, try again after ${retryAfter} seconds.`;
    return new AuthError(429, 'over_request_rate_limit', { message, retryAfter });
  },
  wrongCode: refusal(403, 'otp_expired', 'Token has expired or is invalid'),
  unknownRefreshToken: refusal(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  usedRefreshToken: refusal(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  noToken: refusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  badToken: (why: string) =>
    new AuthError(403, 'bad_jwt', { message: `invalid JWT: unable to parse or verify signature, ${why}` }),
  noSession: refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
};

/** The version of Supabase Auth's errors, which auth-js asks for. Without it, auth-js reads no code of an error. */
const API_VERSION = '2024-01-01';

export const responseOf = ({ status, code, message, retryAfter }: AuthError) => ({
  status,
  body: { code, message },
  headers: {
    'x-sb-error-code': code,
    'x-supabase-api-version': API_VERSION,
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  },
});

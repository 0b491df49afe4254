import { signJwt } from '../access-token';
import type { SignedIn } from './auth-database';
import { refreshTokenOf } from './one-time-secrets';

const LIFETIME_S = 3600;
const METADATA = { app_metadata: { provider: 'email', providers: ['email'] }, user_metadata: {} };

interface Issuer {
  readonly jwtSecret: string;
  /** The URL of /auth/v1. */
  readonly issuer: string;
}

export async function sessionBody(signedIn: SignedIn, { jwtSecret, issuer }: Issuer, now = Date.now()) {
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

export function userBody({ owner, email, startedAt, addedAt }: SignedIn) {
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

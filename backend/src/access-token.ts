import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';

const ALGORITHM = 'HS256';

/** A subset of the claims in Supabase Auth's tokens. */
export interface Claims {
  readonly role: string;
  readonly sub?: string;
  readonly session_id?: string;
  /** Seconds. */
  readonly exp?: number;
}

/** The token of an Authorization header. */
export function bearerToken(authorization = ''): string | undefined {
  return /^Bearer ([\w.-]{1,4096})$/i.exec(authorization)?.[1];
}

/** Makes a JSON Web Token. The same claims and secret make the same token. */
export function signJwt(claims: JWTPayload, secret: string): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' }).sign(keyOf(secret));
}

type Read = { readonly claims: Claims; readonly why?: never } | { readonly claims?: never; readonly why: string };

/** Verifies the signature and expiry of an access token. `why` is the reason for a refusal, in PostgREST's wording. */
export async function readAccessToken(token: string, secret: string): Promise<Read> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), { algorithms: [ALGORITHM] });
    if (hasRole(payload)) return { claims: payload };
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) return { why: 'JWT expired' };
  }
  return { why: 'JWSError JWSInvalidSignature' };
}

const keyOf = (secret: string) => new TextEncoder().encode(secret);

const hasRole = (claims: JWTPayload): claims is JWTPayload & Claims => typeof claims.role === 'string';

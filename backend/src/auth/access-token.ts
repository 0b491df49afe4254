import { timingSafeEqual } from 'node:crypto';
import { signJwt } from '../data-folder/keys';

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

type Read = { readonly claims: Claims; readonly why?: never } | { readonly claims?: never; readonly why: string };

/**
 * Verifies the signature and expiry of an access token. `why` is the reason for a refusal, in PostgREST's wording.
 * The signature covers the one allowed header, so a token cannot choose its algorithm.
 */
export function readAccessToken(token: string, secret: string, now = Date.now()): Read {
  const payload = token.split('.')[1] ?? '';
  const claims = parse(payload);
  if (!claims || !isEqual(token, signJwt(claims, secret))) return { why: 'JWSError JWSInvalidSignature' };
  if (claims.exp !== undefined && claims.exp * 1000 <= now) return { why: 'JWT expired' };
  return { claims };
}

function parse(payload: string): (Claims & Record<string, unknown>) | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return hasRole(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

const hasRole = (value: unknown): value is Claims & Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'role' in value && typeof value.role === 'string';

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

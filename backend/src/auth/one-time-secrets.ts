import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

// No JWT begins with these prefixes, so a signature for one purpose is not valid for another.
const hmac = (secret: string, purpose: 'code' | 'refresh', text: string) =>
  createHmac('sha256', secret).update(`${purpose}:${text}`).digest();

const REFRESH_TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.([\w-]{43})$/;
const DIGITS = 8;

export const newNonce = (): string => randomBytes(16).toString('base64url');

/** The eight-digit code of a nonce. It cannot be computed from the database alone. */
export function codeOf(nonce: string, secret: string): string {
  return String(hmac(secret, 'code', nonce).readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Compares in constant time. */
export const isCodeOf = (given: string, nonce: string, secret: string): boolean =>
  given.length === DIGITS &&
  /^\d+$/.test(given) &&
  timingSafeEqual(Buffer.from(given), Buffer.from(codeOf(nonce, secret)));

export interface RefreshClaims {
  readonly session: string;
  readonly number: number;
}

export function refreshTokenOf({ session, number }: RefreshClaims, secret: string): string {
  return `${session}.${number}.${hmac(secret, 'refresh', `${session}.${number}`).toString('base64url')}`;
}

/** Null for a token that this install did not issue. */
export function readRefreshToken(token: string, secret: string): RefreshClaims | null {
  const [, session = '', digits = '', signature = ''] = REFRESH_TOKEN.exec(token) ?? [];
  const expected = hmac(secret, 'refresh', `${session}.${digits}`);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return { session, number: Number(digits) };
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

// No signed token begins with these words, so that nothing signed for one purpose fits another.
const hmac = (secret: string, purpose: 'code' | 'refresh', text: string) =>
  createHmac('sha256', secret).update(`${purpose}:${text}`).digest();

const REFRESH_TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.([\w-]{43})$/;
const CODES = 1_000_000;

export const newNonce = (): string => randomBytes(16).toString('base64url');

/** The six digits of a nonce. Whoever reads the database alone cannot compute them. */
export function codeOf(nonce: string, secret: string): string {
  return String(hmac(secret, 'code', nonce).readUIntBE(0, 6) % CODES).padStart(6, '0');
}

/** Compares in the same time wherever the two differ. */
export const isCodeOf = (given: string, nonce: string, secret: string): boolean =>
  given.length === 6 && /^\d+$/.test(given) && timingSafeEqual(Buffer.from(given), Buffer.from(codeOf(nonce, secret)));

/** Which session goes on, and how often it has gone on before. */
export interface Refresh {
  readonly session: string;
  readonly number: number;
}

export function refreshTokenOf({ session, number }: Refresh, secret: string): string {
  return `${session}.${number}.${hmac(secret, 'refresh', `${session}.${number}`).toString('base64url')}`;
}

/** Null for a token that this install has not made. */
export function readRefreshToken(token: string, secret: string): Refresh | null {
  const [, session = '', digits = '', signature = ''] = REFRESH_TOKEN.exec(token) ?? [];
  const expected = hmac(secret, 'refresh', `${session}.${digits}`);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return { session, number: Number(digits) };
}

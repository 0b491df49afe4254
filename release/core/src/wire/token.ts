import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../integrity';

/** Secret scanners detect a token by this format, which docs/runbook.md quotes. */
const TOKEN = /^site_release_([a-z0-9]{12})_[\w-]{43}$/;
const ID_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

export interface NewToken {
  readonly id: string;
  readonly token: string;
}

export function createToken(): NewToken {
  // 252 is the largest multiple of 36 that fits in a byte, so that all characters are equally likely.
  const letters = [...randomBytes(64)].filter((byte) => byte < 252).map((byte) => ID_CHARACTERS[byte % 36]);
  const id = letters.slice(0, 12).join('');
  return { id, token: `site_release_${id}_${randomBytes(32).toString('base64url')}` };
}

export const grantIdOf = (token: string): string | null => TOKEN.exec(token)?.[1] ?? null;

/** A token has 256 random bits, so it needs no slow hash. */
export const isHashOf = (hash: string, token: string): boolean =>
  timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(sha256(token), 'hex'));

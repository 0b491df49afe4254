import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@site/terminal/program';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';

export interface Keys {
  /** Signs access tokens; never leaves the machine. */
  readonly jwtSecret: string;
  /** The public key in the site's pages: a token of role anon. */
  readonly anonKey: string;
}

/** Reads DATA_DIR/keys.json (mode 0600), which the first call creates. @throws UserError when the file is damaged */
export async function readKeys(dataDir: string): Promise<Keys> {
  const file = join(dataDir, 'keys.json');
  if (!existsSync(file)) writeKeys(dataDir, await makeKeys());
  try {
    const { jwtSecret, anonKey } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Keys>;
    if (jwtSecret && jwtSecret.length >= 32 && anonKey) return { jwtSecret, anonKey };
  } catch (cause) {
    throw damagedKeys(file, cause);
  }
  throw damagedKeys(file);
}

export function damagedKeys(file: string, cause?: unknown): UserError {
  return new UserError(`${file} is damaged: delete it, and new keys are made at the next start.`, { cause });
}

export function keysFileOf(dataDir: string): string | null {
  const file = join(dataDir, 'keys.json');
  return existsSync(file) ? file : null;
}

/** @param jwtSecret a new one by default; the same secret makes the same keys */
export async function makeKeys(jwtSecret = randomBytes(48).toString('base64url')): Promise<Keys> {
  return { jwtSecret, anonKey: await signJwt({ role: 'anon', iss: 'site' }, jwtSecret) };
}

export function writeKeys(dataDir: string, keys: Keys): void {
  const file = join(dataDir, 'keys.json');
  // A half-written file must never be read as the keys.
  writeFileSync(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

const ALGORITHM = 'HS256';

/** A subset of the claims in Supabase Auth's tokens. */
export interface Claims {
  readonly role: string;
  readonly sub?: string;
  readonly session_id?: string;
  /** Seconds. */
  readonly exp?: number;
}

export function bearerToken(authorization = ''): string | undefined {
  return /^Bearer ([\w.-]{1,4096})$/i.exec(authorization)?.[1];
}

/** Makes a JSON Web Token. The same claims and secret make the same token. */
export function signJwt(claims: JWTPayload, secret: string): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' }).sign(keyOf(secret));
}

type TokenClaims =
  | { readonly claims: Claims; readonly why?: never }
  | { readonly claims?: never; readonly why: string };

/** Verifies the signature and expiry of an access token. `why` is the reason for a refusal, in PostgREST's wording. */
export async function readAccessToken(token: string, secret: string): Promise<TokenClaims> {
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

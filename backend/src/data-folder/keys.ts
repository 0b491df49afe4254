import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../setup-error';

export type Keys = {
  /** Signs the tokens that PostgREST believes; never leaves the machine. */
  jwtSecret: string;
  /** The public key that pages carry: a token of role anon. */
  anonKey: string;
};

/**
 * The keys of this install, made on first use in DATA_DIR/keys.json (mode 0600).
 * @throws SetupError when the file is there but is not ours
 */
export function readKeys(dataDir: string): Keys {
  const file = join(dataDir, 'keys.json');
  if (!existsSync(file)) saveKeys(file);
  try {
    const { jwtSecret, anonKey } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Keys>;
    if (jwtSecret && jwtSecret.length >= 32 && anonKey) return { jwtSecret, anonKey };
  } catch (cause) {
    throw damaged(file, cause);
  }
  throw damaged(file);
}

function damaged(file: string, cause?: unknown): SetupError {
  return new SetupError(`${file} cannot be read: delete it, and new keys are made at the next start.`, { cause });
}

function saveKeys(file: string): void {
  const jwtSecret = randomBytes(48).toString('base64url');
  const keys: Keys = { jwtSecret, anonKey: signJwt({ role: 'anon', iss: 'site' }, jwtSecret) };
  // A half-written file must never be read as the keys.
  writeFileSync(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** A JSON Web Token, HS256. */
export function signJwt(payload: Record<string, unknown>, secret: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`;
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}

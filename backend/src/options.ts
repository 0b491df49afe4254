import { resolve } from 'node:path';
import { UserError } from '@site/terminal/user-error';
import { requireTlsChoice } from './database-url';

/** In bytes, the length of an HS256 signature. */
const SHORTEST_SECRET = 32;

export interface BackendOptions {
  /** Absolute folder that holds the database, the keys and the lock. */
  readonly dataDir: string;
  /** A PostgreSQL to use in place of the one in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Signs tokens on every server of `databaseUrl`; undefined uses the secret in the database. */
  readonly jwtSecret: string | undefined;
  /** How many proxies are trusted to report the visitor's address. */
  readonly trustedProxies: number;
  /** 0 takes any free port. */
  readonly port: number;
  /** Submissions per address and window for this run only; undefined keeps the stored setting. */
  readonly perAddress: number | undefined;
  /** The public address of the site, if known. */
  readonly siteOrigin: string | undefined;
  /** Settings that `site.json` lacks although the site is public, in French. */
  readonly siteGaps: readonly string[];
}

/** Reads the environment variables of docs/environment.md. @throws UserError naming the variable that cannot be used */
export function readOptions(env: NodeJS.ProcessEnv): BackendOptions {
  const databaseUrl = readDatabaseUrl(env.DATABASE_URL);
  return {
    dataDir: resolve(env.DATA_DIR || '.data'),
    databaseUrl,
    // The database in DATA_DIR always has its own keys, also when a release is only tried out.
    jwtSecret: databaseUrl && readSecret(env.SITE_JWT_SECRET),
    trustedProxies: readTrustedProxies(env.TRUST_PROXY),
    port: readWhole('BACKEND_PORT', env.BACKEND_PORT, 65_535) ?? 0,
    perAddress: readWhole('SUBMISSIONS_PER_ADDRESS', env.SUBMISSIONS_PER_ADDRESS, 1_000_000),
    siteOrigin: env.SITE_ORIGIN || undefined,
    // One per line, as a fact may contain a comma.
    siteGaps: env.SITE_GAPS ? env.SITE_GAPS.split('\n') : [],
  };
}

function readDatabaseUrl(given: string | undefined): string | undefined {
  if (!given) return undefined;
  if (!/^postgres(ql)?:\/\//.test(given) || !URL.canParse(given)) {
    throw new UserError('DATABASE_URL must look like postgresql://user:password@host:5432/database.');
  }
  requireTlsChoice(given);
  return given;
}

function readSecret(given: string | undefined): string | undefined {
  if (!given) return undefined;
  if (given.length >= SHORTEST_SECRET) return given;
  throw new UserError(
    `SITE_JWT_SECRET must have at least ${SHORTEST_SECRET} random characters: 'openssl rand -base64 48' makes one.`,
  );
}

/** Reads TRUST_PROXY: a number, `true` for 1, `false` or nothing for 0. @throws UserError */
export function readTrustedProxies(given: string | undefined): number {
  if (given === 'true') return 1;
  if (given === 'false') return 0;
  return readWhole('TRUST_PROXY', given, 10) ?? 0;
}

function readWhole(name: string, given: string | undefined, largest: number): number | undefined {
  if (!given) return undefined;
  const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (value <= largest) return value;
  throw new UserError(`${name} must be a whole number from 0 to ${largest}, not '${given}'.`);
}

import { resolve } from 'node:path';
import { UserError } from '@site/terminal/program';
import ipaddr from 'ipaddr.js';

/** An HS256 signature has as many bytes. */
const SHORTEST_SECRET = 32;

export interface BackendOptions {
  /** Absolute folder that holds the database, the keys and the lock. */
  readonly dataDir: string;
  /** A PostgreSQL to use in place of the one in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Signs tokens on every server of `databaseUrl`; undefined uses the secret in the database. */
  readonly jwtSecret: string | undefined;
  /** Counts the proxies that are trusted to report the visitor's address. */
  readonly trustedProxies: number;
  /** 0 takes any free port. */
  readonly port: number;
  /** Submissions per address and window for this run only; undefined keeps the stored setting. */
  readonly perNetwork: number | undefined;
  readonly siteOrigin: string | undefined;
  /** Settings that `site.json` lacks although the site is public, in French. */
  readonly siteGaps: readonly string[];
}

/** Where the database is, and the secret that its keys are made with. */
export type DatabaseOptions = Pick<BackendOptions, 'dataDir' | 'databaseUrl' | 'jwtSecret'>;

/**
 * Reads the environment variables of docs/hosting/environment.md.
 * @throws UserError naming the variable that cannot be used
 */
export function readOptions(env: NodeJS.ProcessEnv): BackendOptions {
  const databaseUrl = readDatabaseUrl(env.DATABASE_URL);
  return {
    dataDir: resolve(env.DATA_DIR || '.data'),
    databaseUrl,
    // The database in DATA_DIR always has its own keys, also when a release is only tried out.
    jwtSecret: databaseUrl && readSecret(env.SITE_JWT_SECRET),
    trustedProxies: readTrustedProxies(env.TRUST_PROXY),
    port: readWhole('BACKEND_PORT', env.BACKEND_PORT, 65_535) ?? 0,
    perNetwork: readWhole('SUBMISSIONS_PER_ADDRESS', env.SUBMISSIONS_PER_ADDRESS, 1_000_000),
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

/** The PostgreSQL of DATA_DIR. */
export interface LocalConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password: string;
}

export type Connection = { readonly connectionString: string } | LocalConnection;

// libpq's `allow` prefers plain text, and the driver has no meaning for it.
const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** @throws UserError when the URL leaves open whether the database is spoken to in plain text over a network */
function requireTlsChoice(databaseUrl: string): void {
  const url = new URL(databaseUrl);
  const mode = last(url, 'sslmode');
  if (mode !== undefined && !MODES.includes(mode)) {
    throw new UserError(`The sslmode of DATABASE_URL must be ${MODES.join(', ')}, not '${mode}'.`);
  }
  const parameters = ['host', 'hostaddr'].flatMap((name) => url.searchParams.getAll(name));
  const hosts = [url.hostname || process.env.PGHOST || '', ...parameters].flatMap((list) => list.split(','));
  const remote = hosts.find((host) => !isLocal(host));
  if (mode !== undefined || remote === undefined) return;
  throw new UserError(
    `DATABASE_URL needs an sslmode because ${remote} is not this machine: add ?sslmode=verify-full (with &sslrootcert=<file> for a certificate authority of your own), or ?sslmode=disable on a private network.`,
  );
}

/** Makes the `pg` driver read the TLS options as libpq does. */
export function driverUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (usesPublicRoots(url)) {
    url.searchParams.delete('sslrootcert');
    url.searchParams.set('sslmode', 'verify-full');
  }
  if (url.searchParams.has('sslmode')) url.searchParams.set('uselibpqcompat', 'true');
  return url.href;
}

function usesPublicRoots(url: URL): boolean {
  const roots = last(url, 'sslrootcert');
  return roots === 'system' || (!roots && last(url, 'sslmode') === 'verify-full');
}

function isLocal(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (name === '' || name === 'localhost' || /^(\/|%2f)/.test(name)) return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback';
}

/** The value that counts for the driver and for libpq. */
const last = (url: URL, name: string) => url.searchParams.getAll(name).at(-1);

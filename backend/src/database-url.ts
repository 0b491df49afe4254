import { BlockList, isIPv6 } from 'node:net';
import { UserError } from '@site/terminal/user-error';

// libpq's `allow` prefers plain text, and the driver has no meaning for it.
const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** @throws UserError when the URL leaves open whether the database is spoken to in plain text over a network */
export function requireTlsChoice(databaseUrl: string): void {
  const url = new URL(databaseUrl);
  const mode = last(url, 'sslmode');
  if (mode !== undefined && !MODES.includes(mode)) {
    throw new UserError(`The sslmode of DATABASE_URL must be ${MODES.join(', ')}, not '${mode}'.`);
  }
  const named = ['host', 'hostaddr'].flatMap((name) => url.searchParams.getAll(name));
  const hosts = [url.hostname || process.env.PGHOST || '', ...named].flatMap((list) => list.split(','));
  const remote = hosts.find((host) => !isLocal(host));
  if (mode !== undefined || remote === undefined) return;
  throw new UserError(
    `DATABASE_URL needs an sslmode because ${remote} is not this machine: add ?sslmode=verify-full (with &sslrootcert=<file> for a certificate authority of your own), or ?sslmode=disable on a private network.`,
  );
}

/** For the `pg` driver, which then reads the TLS options as libpq does. */
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
  return loopback.check(name, isIPv6(name) ? 'ipv6' : 'ipv4');
}

/** The value that counts for the driver and for libpq. */
const last = (url: URL, name: string) => url.searchParams.getAll(name).at(-1);

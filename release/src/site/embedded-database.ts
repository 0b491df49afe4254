import { isIP } from 'node:net';

const LIMITS =
  'The embedded database is made for trying the site and for a small one: it does not wait for the disk and has one session for all. For PostgreSQL, back up and restore with DATABASE_URL set: docs/host-one-machine.md.';

/**
 * A warning for the owner of a public site on the embedded database; null with PostgreSQL, or for a local address.
 * @param origin of `site.json`, empty when not set
 */
export function embeddedDatabaseNotice(origin: string, databaseUrl: string | undefined): string | null {
  return databaseUrl || !isPublic(origin) ? null : LIMITS;
}

function isPublic(origin: string): boolean {
  const host = URL.canParse(origin) ? new URL(origin).hostname.replace(/^\[|\]$/g, '') : '';
  if (isIP(host)) return !/^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:)/i.test(host);
  // Names reserved for local use (RFC 6761, RFC 6762, RFC 8375).
  return host.includes('.') && !/\.(localhost|local|internal|test|home\.arpa)$/.test(host);
}

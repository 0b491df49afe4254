import { isPublicOrigin } from './public-origin';

const LIMITS =
  'The embedded database is made for trying the site and for a small one: it does not wait for the disk and has one session for all. For PostgreSQL, back up and restore with DATABASE_URL set: docs/host-one-machine.md.';

/**
 * A warning for the owner of a public site on the embedded database; null with PostgreSQL, or for a local address.
 * @param origin of `site.json`, empty when not set
 */
export function embeddedDatabaseNotice(origin: string, databaseUrl: string | undefined): string | null {
  return databaseUrl || !isPublicOrigin(origin) ? null : LIMITS;
}

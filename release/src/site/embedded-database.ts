import { isPublicOrigin } from './public-origin';

const LIMITS =
  'The embedded database is made for trying the site and for a small one: it does not wait for the disk and has one session for all. For PostgreSQL, back up and restore with DATABASE_URL set: docs/host-one-machine.md.';

/** A warning for a public site on the embedded database. @param origin of `site.json`, which may be empty */
export function embeddedDatabaseNotice(origin: string, databaseUrl: string | undefined): string | null {
  return databaseUrl || !isPublicOrigin(origin) ? null : LIMITS;
}

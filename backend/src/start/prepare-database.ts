import type { BackendDescription } from '@site/contract/backend-calls';
import type { Connection } from '../connection';
import type { Keys } from '../data-folder/keys';
import type { Database } from '../database/database';
import { describeBackend } from '../database/describe-backend';
import { migrate } from '../database/migrate';
import { connect, reachSupported } from '../database/postgres';
import { requireKnownMigrations } from '../database/require-known-migrations';
import { loadKeys } from '../database/shared-keys';
import type { BackendOptions } from '../options';

interface Prepared {
  readonly keys: Keys;
  /** What the migrated database accepts. */
  readonly accepts: BackendDescription;
  /** A warning for the user if another site used the database last. */
  readonly notice: string | null;
}

/** Migrates the database and finds the keys. @throws UserError */
export async function prepareDatabase(connection: Connection, options: BackendOptions): Promise<Prepared> {
  const { databaseUrl, siteOrigin } = options;
  const database = databaseUrl ? await reachSupported(databaseUrl) : await connect(connection);
  try {
    await migrate(database);
    // Servers that share a database are updated one after the other.
    if (!databaseUrl) await requireKnownMigrations(database);
    return {
      keys: await loadKeys(options, database),
      accepts: await describeBackend(database),
      notice: siteOrigin ? await noticeOtherSite(database, siteOrigin) : null,
    };
  } finally {
    await database.close();
  }
}

/** Records which site uses the database. @returns a sentence if it was another one before */
async function noticeOtherSite(database: Database, origin: string): Promise<string | null> {
  const [row] = await database.query<{ before: string | null }>(
    `with previous as (select site_origin from private.settings)
     update private.settings set site_origin = $1 from previous where previous.site_origin is distinct from $1
       returning previous.site_origin as before`,
    [origin],
  );
  if (!row?.before) return null;
  return `This database was last used by the site ${row.before}, and this is ${origin}: two sites in one database would mix their requests and mails, so give each a DATABASE_URL of its own. If the site has moved, this line comes once.`;
}

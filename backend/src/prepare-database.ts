import { type Keys, readKeys } from './data-folder/keys';
import type { Database, DatabaseServer } from './database/database';
import { usePostgres } from './database/postgres';
import { loadKeys } from './database/shared-keys';
import type { BackendOptions } from './options';

interface Prepared {
  readonly keys: Keys;
  /** The PostgreSQL of DATABASE_URL; null for the embedded database. */
  readonly server: DatabaseServer | null;
  /** A warning for the user if another site used the database last. */
  readonly notice: string | null;
}

/** Migrates the PostgreSQL of DATABASE_URL, if there is one, and finds the keys. @throws UserError */
export async function prepareDatabase(options: BackendOptions): Promise<Prepared> {
  const { dataDir, databaseUrl, siteOrigin } = options;
  if (!databaseUrl) return { keys: await readKeys(dataDir), server: null, notice: null };
  const { server, prepared } = await usePostgres({ dataDir, databaseUrl }, async (database) => ({
    keys: await loadKeys(options, database),
    notice: siteOrigin ? await noticeOtherSite(database, siteOrigin) : null,
  }));
  return { server, ...prepared };
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

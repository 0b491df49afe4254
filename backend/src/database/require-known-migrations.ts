import { UserError } from '@site/terminal/user-error';
import type { Database } from './database';
import { readMigrations } from './migrate';

/** Refuses to go back to a version that does not know the database. @throws UserError */
export async function requireKnownMigrations(database: Database, known = readMigrations()): Promise<void> {
  const [row] = await database.query<{ newest: string | null }>(
    'select max(version) as newest from supabase_migrations.schema_migrations',
  );
  const last = known.at(-1)?.version ?? '';
  if ((row?.newest ?? '') <= last) return;
  throw new UserError(
    `The database has migration ${row?.newest}, and this version ends with ${last}: start the newer version again, or restore a backup from before the update into a new DATA_DIR.`,
  );
}

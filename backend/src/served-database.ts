import type { Connection, DatabaseServer } from './database/database';
import { usePostgres } from './database/postgres';
import type { Postgrest } from './rest/postgrest';

/** A migrated database with its PostgREST. */
export interface ServedDatabase {
  readonly connection: Connection;
  /** PostgREST's port on 127.0.0.1; null during a restart. */
  restPort(): number | null;
  stop(): Promise<void>;
}

export type StartRest = (database: DatabaseServer) => Promise<Postgrest>;

/** Serves the PostgreSQL of DATABASE_URL, whose health is not watched here. */
export async function servePostgres(databaseUrl: string, startRest: StartRest): Promise<ServedDatabase> {
  const database = await usePostgres(databaseUrl);
  const rest = await startRest(database);
  return { connection: database.connection, restPort: () => rest.port, stop: rest.stop };
}

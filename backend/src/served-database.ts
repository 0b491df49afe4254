import type { Connection, DatabaseServer } from './database/database';
import type { Postgrest } from './rest/postgrest';

export interface ServedDatabase {
  readonly connection: Connection;
  /** PostgREST's port on 127.0.0.1; null during a restart. */
  restPort(): number | null;
  stop(): Promise<void>;
}

export type StartRest = (database: DatabaseServer) => Promise<Postgrest>;

/** Serves an external PostgreSQL, whose health is not watched. */
export async function servePostgres(database: DatabaseServer, startRest: StartRest): Promise<ServedDatabase> {
  const rest = await startRest(database);
  return { connection: database.connection, restPort: () => rest.port, stop: rest.stop };
}

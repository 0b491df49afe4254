import type { Connection, DatabaseServer } from './database/database';
import { usePostgres } from './database/postgres';
import type { Postgrest } from './rest/postgrest';

/** A database that is up to date, and PostgREST before it. */
export type ServedDatabase = {
  connection: Connection;
  /** PostgREST's port on 127.0.0.1, null while the two are started again. */
  restPort(): number | null;
  stop(): Promise<void>;
};

export type StartRest = (database: DatabaseServer) => Promise<Postgrest>;

/** Serves the PostgreSQL of DATABASE_URL; that it answers is somebody else's concern. */
export async function servePostgres(databaseUrl: string, startRest: StartRest): Promise<ServedDatabase> {
  const database = await usePostgres(databaseUrl);
  const rest = await startRest(database);
  return { connection: database.connection, restPort: () => rest.port, stop: rest.stop };
}

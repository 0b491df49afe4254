import { reasonOf, UserError } from '@site/terminal/user-error';
import { Client } from 'pg';
import type { Connection } from '../connection';
import { driverUrl } from '../database-url';
import type { Database } from './database';

const CONNECT_MS = 5000;
const OLDEST_VERSION = 150_000;
/** A database may be set to write days and times in another way. */
export const DATES = "set datestyle to 'ISO, YMD'; set timezone to 'UTC'";

/** Opens one connection with the `pg` client. Rejects with the driver's error. */
export async function connect(connection: Connection): Promise<Database> {
  const client = new Client({ ...clientConfig(connection), connectionTimeoutMillis: CONNECT_MS });
  // A lost idle connection fails at its next use. Without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(DATES);
  return {
    query: async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[],
    script: async (text) => {
      await client.query(text);
    },
    close: () => client.end(),
  };
}

export function clientConfig(connection: Connection) {
  if (!('connectionString' in connection)) return { ...connection, ssl: false };
  return { connectionString: driverUrl(connection.connectionString) };
}

/** @throws UserError when it cannot be reached or is too old */
export async function reachSupported(databaseUrl: string): Promise<Database> {
  const database = await reach({ connectionString: databaseUrl });
  const [server] = await database.query<{ version: number }>(
    "select current_setting('server_version_num')::integer as version",
  );
  if (server && server.version >= OLDEST_VERSION) return database;
  await database.close();
  throw new UserError('DATABASE_URL points to a PostgreSQL older than 15: use PostgreSQL 15 or newer.');
}

/** @throws UserError naming the host, without the password */
export async function reach(connection: { connectionString: string }): Promise<Database> {
  try {
    return await connect(connection);
  } catch (cause) {
    const { host } = new URL(connection.connectionString);
    throw new UserError(
      `DATABASE_URL cannot be used (${host || 'local socket'}: ${reasonOf(cause)}): check the address, the user and that the server is running.`,
      { cause },
    );
  }
}

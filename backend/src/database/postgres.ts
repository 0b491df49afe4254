import type { Queryable } from '@site/supabase/functions/_shared/drain';
import { reasonOf, UserError } from '@site/terminal/program';
import { Client } from 'pg';
import { type Connection, driverUrl } from '../process/options';

/** One connection to one database. Statements run in the order of their calls. */
export interface Database {
  /** Runs one statement. `Row` is not checked against what it selects. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs several statements, without values. */
  script(text: string): Promise<void>;
  close(): Promise<void>;
}

const CONNECT_MS = 5000;
const OLDEST_VERSION = 150_000;
/** Databases can be configured to write days and times in another format. */
export const SET_DATE_FORMAT = "set datestyle to 'ISO, YMD'; set timezone to 'UTC'";

/** Opens one connection with the `pg` client. Rejects with the driver's error. */
export async function connect(connection: Connection): Promise<Database> {
  const client = new Client({ ...clientConfig(connection), connectionTimeoutMillis: CONNECT_MS });
  // A lost idle connection fails at its next use. Without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(SET_DATE_FORMAT);
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
export async function connectSupported(databaseUrl: string): Promise<Database> {
  const database = await connectByUrl({ connectionString: databaseUrl });
  const [server] = await database.query<{ version: number }>(
    "select current_setting('server_version_num')::integer as version",
  );
  if (server && server.version >= OLDEST_VERSION) return database;
  await database.close();
  throw new UserError('DATABASE_URL points to a PostgreSQL older than 15: use PostgreSQL 15 or newer.');
}

/** @throws UserError naming the host, without the password */
export async function connectByUrl(connection: { connectionString: string }): Promise<Database> {
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

export async function transaction<Result>(
  database: Database,
  work: () => Promise<Result>,
  begin = 'begin',
): Promise<Result> {
  await database.script(begin);
  try {
    const result = await work();
    await database.script('commit');
    return result;
  } catch (error) {
    // The server rolls a lost connection back. The first error is the one to report.
    await database.script('rollback').catch(() => undefined);
    throw error;
  }
}

/** Tables with texts of visitors. */
const TABLES = ['public.contacts', 'public.reservations', 'private.outbox'];

/**
 * Lets PostgreSQL overwrite rows that were deleted. Until then their text remains in the files, not in the tables; in
 * the write-ahead log it remains until a checkpoint after the segment's end removes the segment.
 */
export async function vacuum(database: Queryable): Promise<void> {
  await database.query(`vacuum ${TABLES.join(', ')}`);
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { Client } from 'pg';
import type { BackendOptions } from '../options';
import { reasonOf, UserError } from '../user-error';
import type { Connection, Database, DatabaseServer } from './database';
import { driverUrl, postgrestUrl } from './database-url';
import { migrate } from './migrate';

const CONNECT_MS = 5000;
const OLDEST_VERSION = 150_000;
const POOL_SIZE = 10;

/** Opens one connection with the `pg` client. Rejects with the driver's error. */
export async function connect(connection: Connection): Promise<Database> {
  const client = new Client({ ...clientConfig(connection), connectionTimeoutMillis: CONNECT_MS });
  // A lost idle connection fails at its next use. Without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return {
    // Only DATABASE_URL is a connection string.
    isEmbedded: !('connectionString' in connection),
    query: async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[],
    script: async (text) => {
      await client.query(text);
    },
    close: () => client.end(),
  };
}

function clientConfig(connection: Connection) {
  if (!('connectionString' in connection)) return { ...connection, ssl: false };
  return { connectionString: driverUrl(connection.connectionString) };
}

/**
 * Migrates the PostgreSQL of DATABASE_URL, whose server is not started or stopped here.
 * @param prepare runs after the migrations, on the same connection
 * @throws UserError when it cannot be reached or is too old
 */
export async function usePostgres<Prepared>(
  { dataDir, databaseUrl }: Pick<BackendOptions, 'dataDir'> & { readonly databaseUrl: string },
  prepare: (database: Database) => Promise<Prepared>,
): Promise<{ readonly server: DatabaseServer; readonly prepared: Prepared }> {
  const database = await reachSupported(databaseUrl);
  try {
    await migrate(database);
    const prepared = await prepare(database);
    const server = {
      connection: { connectionString: databaseUrl },
      postgrestUri: postgrestUrl(databaseUrl, () => writeRoots(dataDir)),
      poolSize: POOL_SIZE,
      stop: async () => undefined,
    };
    return { server, prepared };
  } finally {
    await database.close();
  }
}

/** Those that the driver uses, also on a machine that has no such file. */
function writeRoots(dataDir: string): string {
  const file = join(dataDir, 'database-roots.pem');
  // Node ignores one that is missing.
  const extra = process.env.NODE_EXTRA_CA_CERTS;
  const roots = [...rootCertificates, ...(extra && existsSync(extra) ? [readFileSync(extra, 'utf8')] : [])];
  writeFileSync(file, roots.join('\n'), { mode: 0o600 });
  return file;
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

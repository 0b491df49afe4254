import { setTimeout as delay } from 'node:timers/promises';
import { freePort, UserError } from '@site/terminal/program';
import { readEngineFile } from '../data-folder/data-folder';
import { LockedError, takeLock } from '../data-folder/lock';
import { connect, connectByUrl, type Database } from '../database/postgres';
import { hasDatabase } from '../local-postgres/cluster';
import { startServer } from '../local-postgres/server';
import type { DatabaseOptions } from '../process/options';

const UNDEFINED_TABLE = '42P01';
// Undefined column or function: a later migration adds it.
const OUTDATED = ['42703', '42883'];
const RETRY_MS = 100;
const START_MS = 15_000;

/** Thrown when the database has none of the site's tables. */
export class NoDatabaseError extends UserError {
  constructor({ dataDir, databaseUrl }: DatabaseOptions) {
    const where = databaseUrl ? 'the PostgreSQL of DATABASE_URL' : dataDir;
    super(`There is no database yet in ${where}: start the site once with 'npx pnpm start'.`);
  }
}

/**
 * Runs `work` on the site's database, whether the site runs or not.
 * @throws NoDatabaseError, UserError when the database cannot be reached or opened
 */
export async function withDatabase<Result>(
  options: DatabaseOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(options);
  try {
    return await work(database);
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === UNDEFINED_TABLE) throw new NoDatabaseError(options);
    if (!OUTDATED.includes(code)) throw error;
    throw new UserError('The database is older than this code: restart the site once, which brings it up to date.', {
      cause: error,
    });
  } finally {
    await database.close();
  }
}

async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { dataDir, databaseUrl } = options;
  if (databaseUrl) return connectByUrl({ connectionString: databaseUrl });
  const giveUpAt = Date.now() + START_MS;
  for (;;) {
    const running = await joinRunning(dataDir);
    if (running) return running;
    if (!hasDatabase(dataDir)) throw new NoDatabaseError(options);
    try {
      return await openAlone(dataDir);
    } catch (error) {
      // Locked but not listening: the site is starting or stopping.
      if (!(error instanceof LockedError) || Date.now() > giveUpAt) throw error;
    }
    await delay(RETRY_MS);
  }
}

async function joinRunning(dataDir: string): Promise<Database | null> {
  const engine = readEngineFile(dataDir);
  if (!engine) return null;
  try {
    return await connect(engine.connection);
  } catch {
    return null;
  }
}

async function openAlone(dataDir: string): Promise<Database> {
  const unlock = await takeLock(dataDir, 'reader');
  return openLocal(dataDir).then(
    (database) => ({ ...database, close: () => database.close().finally(unlock) }),
    (error: unknown) => {
      unlock();
      throw error;
    },
  );
}

/** Starts the PostgreSQL of a data folder for one connection. The caller must hold its lock. @throws UserError */
export async function openLocal(dataDir: string): Promise<Database> {
  const server = await startServer(dataDir, await freePort());
  try {
    const database = await connect(server.connection);
    return { ...database, close: () => database.close().finally(server.stop) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { readEngineFile } from '../engine-file';
import type { BackendOptions } from '../options';
import { SetupError } from '../setup-error';
import type { Database } from './database';
import { LockedError, takeLock } from './lock';
import { hasDatabase, inProcess, openPglite } from './pglite';
import { connect, reach } from './postgres';

const UNDEFINED_TABLE = '42P01';
const RETRY_MS = 100;
const START_MS = 15_000;

type Place = Pick<BackendOptions, 'dataDir' | 'databaseUrl'>;

/** Thrown when the site was never started here, or not since it keeps what is asked for. */
export class NoDatabaseError extends SetupError {
  constructor({ dataDir, databaseUrl }: Place) {
    const where = databaseUrl ? 'the PostgreSQL of DATABASE_URL' : dataDir;
    super(`There is no database yet in ${where}: start the site once with 'npx pnpm start'.`);
  }
}

/**
 * What `read` finds in the site's database, whether the site runs or not.
 * @throws NoDatabaseError, SetupError when the database cannot be reached or opened
 */
export async function readDatabase<Result>(
  place: Place,
  read: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(place);
  try {
    return await read(database);
  } catch (error) {
    if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
    throw new NoDatabaseError(place);
  } finally {
    await database.close();
  }
}

async function openDatabase(place: Place): Promise<Database> {
  const { dataDir, databaseUrl } = place;
  if (databaseUrl) return reach({ connectionString: databaseUrl });
  const giveUpAt = Date.now() + START_MS;
  for (;;) {
    const running = await joinRunning(dataDir);
    if (running) return running;
    if (!hasDatabase(dataDir)) throw new NoDatabaseError(place);
    try {
      return await openAlone(dataDir);
    } catch (error) {
      // Locked and yet not listening: the site is just starting or stopping.
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
  const release = await takeLock(dataDir, 'reader');
  try {
    const database = inProcess(await openPglite(dataDir));
    return { ...database, close: () => database.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

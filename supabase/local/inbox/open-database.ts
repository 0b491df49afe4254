import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database/database';
import { LockedError, takeLock } from '../database/lock';
import { hasDatabase, inProcess, openPglite } from '../database/pglite';
import { connect, reach } from '../database/postgres';
import { readEngineFile } from '../engine-file';
import type { BackendOptions } from '../options';
import { SetupError } from '../setup-error';

const RETRY_MS = 100;
const START_MS = 15_000;

/**
 * The database of the site, whether the site runs or not.
 * @throws SetupError when there is none yet
 */
export async function openDatabase({ dataDir, databaseUrl }: BackendOptions): Promise<Database> {
  if (databaseUrl) return reach({ connectionString: databaseUrl });
  const giveUpAt = Date.now() + START_MS;
  for (;;) {
    const running = await joinRunning(dataDir);
    if (running) return running;
    if (!hasDatabase(dataDir)) throw noDatabaseYet(`in ${dataDir}`);
    try {
      return await openAlone(dataDir);
    } catch (error) {
      // Locked and yet not listening: the site is just starting or stopping.
      if (!(error instanceof LockedError) || Date.now() > giveUpAt) throw error;
    }
    await delay(RETRY_MS);
  }
}

export function noDatabaseYet(where: string): SetupError {
  return new SetupError(`There is no database yet ${where}: start the site once with 'npx pnpm start'.`);
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
  const release = await takeLock(dataDir, 'inbox');
  try {
    const database = inProcess(await openPglite(dataDir));
    return { ...database, close: () => database.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

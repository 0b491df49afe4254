import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf, SetupError } from '../setup-error';
import type { Database } from './database';
import { WholeTurnsPglite } from './whole-turns';

/** The PostgreSQL version of the pinned engine: a folder of another one does not open in it. */
const FORMAT = '18';

/** Whether the data folder holds an embedded database. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'database', 'PG_VERSION'));
}

/**
 * Opens the embedded database in DATA_DIR/database, making it first if there is none. The caller holds the lock.
 * @throws SetupError when the folder is of another version or cannot be opened
 */
export async function openPglite(dataDir: string): Promise<WholeTurnsPglite> {
  const folder = join(dataDir, 'database');
  if (!hasDatabase(dataDir)) await initialise(folder);
  const format = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (format !== FORMAT) {
    throw new SetupError(
      `${folder} was made by another version of the embedded database (${format}, this one reads ${FORMAT}): take a backup with 'npx pnpm backup' of the release that made it, and restore it with this one.`,
    );
  }
  return open(folder);
}

async function initialise(folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new SetupError(`${folder} is not a database: move it away, and a new one is made at the next start.`);
  }
  // Made beside and renamed when whole: a start that was killed leaves no half database behind.
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  await (await open(draft)).close();
  renameSync(draft, folder);
}

async function open(folder: string): Promise<WholeTurnsPglite> {
  try {
    const db = new WholeTurnsPglite(folder);
    await db.waitReady;
    return db;
  } catch (cause) {
    throw new SetupError(
      `The embedded database in ${folder} does not open (${reasonOf(cause)}): check the disk's free space and the folder's rights, or move the folder away.`,
      { cause },
    );
  }
}

/** In-process access, for the time before the socket is up: afterwards it would run inside a client's transaction. */
export function inProcess(db: WholeTurnsPglite): Database {
  return {
    query: async <Row>(text: string, values?: unknown[]) => (await db.query<Row>(text, values)).rows,
    script: async (text) => {
      await db.exec(text);
    },
    close: () => db.close(),
  };
}

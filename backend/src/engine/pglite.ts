import { constants, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { closeToOthers } from '../data-folder/private-folder';
import type { Database } from '../database/database';
import { reasonOf, UserError } from '../user-error';
import { readEngineFiles } from './engine-files';
import { hasDatabase } from './has-database';
import { takeEngineLock } from './lock';
import { SerializedPglite } from './serialized-pglite';

/** PostgreSQL version of the pinned engine, which opens no folder of another version. */
const FORMAT = '18';

// A recycled log segment would keep the text of deleted rows.
const START_PARAMETERS = [...PGlite.defaultStartParams, '-c', 'wal_recycle=off'];

/**
 * Opens the embedded database in DATA_DIR/database, which it creates if missing. The caller must hold the lock.
 * @throws UserError when the folder has another version or cannot be opened
 */
export async function openPglite(dataDir: string): Promise<SerializedPglite> {
  const release = await takeEngineLock(dataDir);
  try {
    const db = await openFolder(dataDir);
    // The engine ignores the umask: a new database's files have mode 0666.
    closeToOthers(join(dataDir, 'database'));
    db.onClosed = release;
    return db;
  } catch (error) {
    release();
    throw error;
  }
}

async function openFolder(dataDir: string): Promise<SerializedPglite> {
  const folder = join(dataDir, 'database');
  if (!hasDatabase(dataDir)) await initialise(folder);
  const format = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (format !== FORMAT) {
    throw new UserError(
      `${folder} was made by another version of the embedded database (${format}, this one reads ${FORMAT}): take a backup with 'npx pnpm backup' of the release that made it, and restore it with this one.`,
    );
  }
  return open(folder);
}

async function initialise(folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new UserError(`${folder} is not a database: move it away, and a new one is made at the next start.`);
  }
  // Created under another name and renamed: a killed start leaves no partial database.
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  // Set by tests, as the engine takes seconds to create a database.
  const { DATABASE_TEMPLATE } = process.env;
  if (DATABASE_TEMPLATE) cpSync(DATABASE_TEMPLATE, draft, { recursive: true, mode: constants.COPYFILE_FICLONE });
  else await (await open(draft)).close();
  renameSync(draft, folder);
}

async function open(folder: string): Promise<SerializedPglite> {
  try {
    const db = new SerializedPglite(folder, { startParams: START_PARAMETERS, ...(await readEngineFiles()) });
    await db.waitReady;
    return db;
  } catch (cause) {
    throw new UserError(
      `The embedded database in ${folder} does not open (${reasonOf(cause)}): check the disk's free space and the folder's rights, or move the folder away.`,
      { cause },
    );
  }
}

/** In-process access. Use it only until the socket is open: later it would run inside a client's transaction. */
export function inProcess(db: SerializedPglite): Database {
  return {
    isEmbedded: true,
    query: async <Row>(text: string, values?: unknown[]) => (await db.query<Row>(text, values)).rows,
    script: async (text) => {
      await db.exec(text);
    },
    close: () => db.close(),
  };
}

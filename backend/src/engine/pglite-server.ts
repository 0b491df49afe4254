import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import type { Connection, DatabaseServer } from '../database/database';
import { migrate } from '../database/migrate';
import { freePort } from '../free-port';
import { UserError } from '../user-error';
import { finishDeletion } from './compact';
import { inProcess, openPglite } from './pglite';
import type { SerializedPglite } from './serialized-pglite';

// libpq derives the socket's name from its folder and a port number.
const PORT = 5432;
const SOCKET = `.s.PGSQL.${PORT}`;
const LONGEST_SOCKET_PATH = 100;
/** For the gateway, the mail worker, the watchdog and the owner's commands. */
const CLIENTS = 20;

interface EngineEvents {
  /** Called once if the engine fails later; it is unusable then. */
  readonly onFailure: (error: unknown) => void;
  readonly onAnswer: () => void;
}

/**
 * Opens and migrates the embedded database, then accepts clients. The caller must hold the lock.
 * @param at where to listen; null chooses a place
 */
export async function startPglite(
  dataDir: string,
  at: Connection | null,
  { onFailure, onAnswer }: EngineEvents,
): Promise<DatabaseServer> {
  const db = await openPglite(dataDir);
  try {
    await migrate(inProcess(db));
    await finishOrReport(db, dataDir);
    const listener = await (at && 'host' in at ? listenAt(db, at) : listen(db, dataDir));
    db.onFailure = onFailure;
    db.onAnswer = onAnswer;
    return {
      ...listener,
      stop: async () => {
        await listener.stop();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** On a full disk the site still starts, and the log reports that deleted text remains. */
async function finishOrReport(db: SerializedPglite, dataDir: string): Promise<void> {
  await finishDeletion(inProcess(db), dataDir).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    console.error(`Backend: a deletion is not finished: ${error.message}`);
  });
}

function listenAt(db: SerializedPglite, { host, port }: { host: string; port: number }): Promise<DatabaseServer> {
  if (process.platform === 'win32') return listenOnPort(db, port);
  mkdirSync(host, { recursive: true, mode: 0o700 });
  return listenIn(db, host);
}

// The engine has no password. A socket file in a private folder keeps other users of the machine out. Some shared and
// mounted folders do not support sockets, and libpq does not support them on Windows.
async function listen(db: SerializedPglite, dataDir: string): Promise<DatabaseServer> {
  if (process.platform === 'win32') return listenOnPort(db, await freePort());
  const folder = join(dataDir, 'run');
  if (join(folder, SOCKET).length <= LONGEST_SOCKET_PATH) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    try {
      return await listenIn(db, folder);
    } catch {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return listenIn(db, mkdtempSync(join(tmpdir(), 'site-database-')));
}

async function listenIn(db: SerializedPglite, folder: string): Promise<DatabaseServer> {
  const path = join(folder, SOCKET);
  rmSync(path, { force: true });
  const server = new PGLiteSocketServer({ db, path, maxConnections: CLIENTS });
  await server.start();
  const connection = { host: folder, port: PORT, user: 'postgres', database: 'postgres' };
  return {
    connection,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listenOnPort(db: SerializedPglite, port: number): Promise<DatabaseServer> {
  const host = '127.0.0.1';
  const server = new PGLiteSocketServer({ db, host, port, maxConnections: CLIENTS });
  await server.start();
  return {
    connection: { host, port, user: 'postgres', database: 'postgres' },
    stop: () => server.stop(),
  };
}

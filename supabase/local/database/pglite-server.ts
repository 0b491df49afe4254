import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { freePort } from '../free-port';
import type { DatabaseServer } from './database';
import { migrate } from './migrate';
import { inProcess, openPglite } from './pglite';
import type { WholeTurnsPglite } from './whole-turns';

// libpq finds a socket by its folder and a port number in its name.
const PORT = 5432;
const SOCKET = `.s.PGSQL.${PORT}`;
const LONGEST_SOCKET_PATH = 100;
const CLIENTS = 10;
/** The engine has one session: a second connection of PostgREST could only wait for the first. */
const POOL_SIZE = 1;

/**
 * Opens the embedded database, brings it up to date and lets clients in. The caller holds the lock.
 * @param onFailure called once if the engine fails later on; nothing works after that
 */
export async function startPglite(dataDir: string, onFailure: (error: unknown) => void): Promise<DatabaseServer> {
  const db = await openPglite(dataDir);
  try {
    await migrate(inProcess(db));
    const door = await listen(db, dataDir);
    db.onFailure = onFailure;
    return {
      ...door,
      stop: async () => {
        await door.stop();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

// No password guards the door, so no other user of the machine may reach it: a socket file in a
// private folder. Some shared and mounted folders refuse sockets; Windows has none that libpq finds.
async function listen(db: WholeTurnsPglite, dataDir: string): Promise<DatabaseServer> {
  if (process.platform === 'win32') return listenOnPort(db);
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

async function listenIn(db: WholeTurnsPglite, folder: string): Promise<DatabaseServer> {
  const path = join(folder, SOCKET);
  rmSync(path, { force: true });
  const server = new PGLiteSocketServer({ db, path, maxConnections: CLIENTS });
  await server.start();
  const connection = { host: folder, port: PORT, user: 'postgres', database: 'postgres' };
  return {
    connection,
    postgrestUri: `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}&port=${PORT}`,
    poolSize: POOL_SIZE,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listenOnPort(db: WholeTurnsPglite): Promise<DatabaseServer> {
  const host = '127.0.0.1';
  const port = await freePort();
  const server = new PGLiteSocketServer({ db, host, port, maxConnections: CLIENTS });
  await server.start();
  return {
    connection: { host, port, user: 'postgres', database: 'postgres' },
    postgrestUri: `postgresql://postgres@${host}:${port}/postgres?sslmode=disable`,
    poolSize: POOL_SIZE,
    stop: () => server.stop(),
  };
}

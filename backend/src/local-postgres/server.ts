import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '@site/terminal/user-error';
import type { LocalConnection } from '../connection';
import { findBinaries } from './binaries';
import { openCluster } from './cluster';
import { createSiteDatabase } from './create-site-database';
import { endOrphan } from './end-orphan';
import { chooseUser } from './system-user';
import { watchProcess } from './watch-process';

const HOST = '127.0.0.1';

/** For a small machine and up to a hundred visitors at once. */
const SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  max_connections: '40',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  // A recycled segment of the log would keep the text of deleted rows.
  wal_recycle: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  jit: 'off',
  idle_in_transaction_session_timeout: '60s',
  // Statements and details would put visitors' names in the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_destination: 'stderr',
  logging_collector: 'off',
  lc_messages: 'C',
};
/** Of PostgreSQL 18: reads files itself, in place of three more processes. */
const SETTINGS_OF_18 = { io_method: 'sync' };

/** A server of which others may still be ending is tried again. */
const STILL_ENDING = /pre-existing shared memory block|lock file "postmaster.pid" already exists/;
const START_MS = 20_000;
const RETRY_MS = 100;

export interface LocalServer {
  readonly connection: LocalConnection;
  /** Resolves with the reason when its process has ended. */
  readonly ended: Promise<string>;
  /** Ends every connection, and resolves when everything is on the disk. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of DATA_DIR, with a role and a database `site`, both created if missing. The caller must hold
 * the lock of the data folder.
 * @throws UserError
 */
export async function startServer(dataDir: string, port: number): Promise<LocalServer> {
  const user = chooseUser(join(dataDir, 'database'));
  const binaries = findBinaries(user);
  const { files, name, password } = await openCluster(dataDir, binaries, user);
  await endOrphan(files);
  const settings = Object.entries({ ...SETTINGS, ...(binaries.major >= 18 && SETTINGS_OF_18), port });
  const run = () => {
    const server = spawn(
      join(binaries.folder, 'postgres'),
      ['-D', name, ...settings.flatMap(([setting, value]) => ['-c', `${setting}=${value}`])],
      { ...user, cwd: files, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const watched = watchProcess(server);
    const end = () => server.kill('SIGINT');
    process.once('exit', end);
    void watched.ended.then(() => process.removeListener('exit', end));
    return { end, ...watched };
  };
  const giveUpAt = Date.now() + START_MS;
  for (;;) {
    const { end, ended, said } = run();
    const failure = await Promise.race([said('ready to accept connections'), ended]);
    if (!failure) {
      const connection = { host: HOST, port, user: 'site', database: 'site', password };
      const stop = async () => {
        end();
        await ended;
      };
      await createSiteDatabase(connection).catch((error: unknown) => stop().then(() => Promise.reject(error)));
      return { connection, ended: ended.then(({ lastLines }) => lastLines), stop };
    }
    if (!STILL_ENDING.test(failure.lastLines) || Date.now() > giveUpAt) {
      throw new UserError(
        `The database in ${join(dataDir, 'database')} does not start (${failure.lastLines}): check the disk's free space and the folder's rights, or move the folder away.`,
      );
    }
    await delay(RETRY_MS);
  }
}

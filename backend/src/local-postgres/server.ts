import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '@site/terminal/program';
import { diskSpaceOf } from '../data-folder/disks';
import { processIdentity } from '../data-folder/lock';
import { connect } from '../database/postgres';
import type { LocalConnection } from '../process/options';
import { chooseUser, findBinaries } from './binaries';
import { openCluster, watchProcess } from './cluster';

const HOST = '127.0.0.1';

/** Settings for a small machine and up to a hundred visitors at once. */
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
/** PostgreSQL 18 then reads files itself, in place of three more processes. */
const SETTINGS_OF_18 = { io_method: 'sync' };

/** Errors of a start right after an end, when processes of the earlier server are still ending: it is tried again. */
const STILL_ENDING = /pre-existing shared memory block|lock file "postmaster.pid" already exists/;
const START_MS = 20_000;
const RETRY_MS = 100;

interface LocalServer {
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

/** The site's role is no superuser, as on every other PostgreSQL. */
async function createSiteDatabase({ user, database, ...server }: LocalConnection): Promise<void> {
  const admin = await connect({ ...server, user: 'postgres', database: 'postgres' });
  try {
    const [{ hasRole, hasDatabase } = {}] = await admin.query<{ hasRole?: boolean; hasDatabase?: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as "hasRole",
              exists (select from pg_database where datname = $2) as "hasDatabase"`,
      [user, database],
    );
    if (!hasRole) await admin.script(`create role ${user} login createrole password '${server.password}'`);
    if (!hasDatabase) await admin.script(`create database ${database} owner ${user}`);
  } finally {
    await admin.close();
  }
}

const ORPHAN_RETRY_MS = 20;

/** Ends the server that a killed backend has left running on these files: PostgreSQL would not start twice. */
async function endOrphan(files: string): Promise<void> {
  const pid = readServerId(files);
  if (!pid || !isServerOf(files, pid)) return;
  const identity = processIdentity(pid);
  process.kill(pid, 'SIGINT');
  while (identity !== null && processIdentity(pid) === identity) await delay(ORPHAN_RETRY_MS);
}

function readServerId(files: string): number | null {
  try {
    return Number(readFileSync(join(files, 'postmaster.pid'), 'utf8').split('\n')[0]) || null;
  } catch {
    return null;
  }
}

/** Whether the process serves these files: after a boot, their number may be that of another process. */
function isServerOf(files: string, pid: number): boolean {
  try {
    // PostgreSQL works in its folder.
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(files);
    if (process.platform === 'win32') return false;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(files);
  } catch {
    return false;
  }
}

/** The write-ahead log has four segments of that size. */
const ROOM_BYTES = 64 * 1024 * 1024;

/** Without room for its log PostgreSQL ends and cannot start. Writing stops before that. */
export async function hasRoom(dataDir: string): Promise<boolean> {
  return (await diskSpaceOf(dataDir)).freeBytes >= ROOM_BYTES;
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../src/database/database';
import { connect } from '../../src/database/postgres';
import { freePort } from '../../src/free-port';
import { systemUser } from './postgres-server';

const START_MS = 30_000;
const RETRY_MS = 50;

/** A PostgreSQL of its own as it is by default: it waits for the disk. It can die and come back on its port. */
export interface PostgresCluster {
  /** What it logs. */
  readonly logFile: string;
  postmaster(): number;
  /** A new database and the address of its owner, who is a superuser only where that is asked for. */
  createDatabase(name: string, owner?: 'superuser'): Promise<string>;
  /** A connection as administrator, to be closed by the caller. */
  admin(database?: string): Promise<Database>;
  /** Starts it again after `stop` or `kill`; resolves when it lets clients in. */
  start(): Promise<void>;
  /** Ends it in order, its clients at once. */
  stop(): Promise<void>;
  /** kill -9 of the postmaster: no checkpoint, no goodbye. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Makes and starts a cluster.
 * @param folder where it is to live, empty; one of the temporary folders by default
 * @param settings beyond the defaults, as `name=value`
 */
export async function startCluster(
  bin: string,
  folder: string = mkdtempSync(join(tmpdir(), 'site-cluster-')),
  settings: readonly string[] = [],
): Promise<PostgresCluster> {
  const user = process.getuid?.() === 0 ? systemUser() : null;
  if (user) chownSync(folder, user.uid, user.gid);
  const [data, logFile, port] = [join(folder, 'data'), join(folder, 'log'), await freePort()];
  const options = { ...user, cwd: folder };
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'admin', '-A', 'trust', '-E', 'UTF8'], {
    ...options,
    stdio: 'ignore',
  });

  const given = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, `port=${port}`, ...settings];
  const command = ['-D', data, ...given.flatMap((setting) => ['-c', setting])];
  const log = openSync(logFile, 'a');
  const admin = (database = 'postgres') => connect({ host: '127.0.0.1', port, user: 'admin', database });
  const run = () => spawn(join(bin, 'postgres'), command, { ...options, stdio: ['ignore', log, log] });
  let server: ChildProcess | undefined;

  const start = async () => {
    const giveUpAt = Date.now() + START_MS;
    for (;;) {
      // After kill -9 it refuses to start until the last of its orphans has gone.
      if (!server || server.exitCode !== null || server.signalCode !== null) server = run();
      const open = await admin().catch((error: unknown) => {
        if (Date.now() > giveUpAt) throw error;
      });
      if (open) return open.close();
      await delay(RETRY_MS);
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  };

  await start();
  return {
    logFile,
    postmaster: () => server?.pid ?? 0,
    admin,
    start,
    createDatabase: async (name, owner) => {
      const cluster = await admin();
      await cluster.script(`create role ${name}_owner login ${owner ?? 'createrole'}`);
      await cluster.script(`create database ${name} owner ${name}_owner`);
      await cluster.close();
      return `postgresql://${name}_owner@127.0.0.1:${port}/${name}`;
    },
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
    remove: async () => {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

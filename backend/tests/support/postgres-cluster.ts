import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../src/database/database';
import { connect } from '../../src/database/postgres';
import { freePort } from '../../src/free-port';
import { adminOf, postgresUser } from './postgres-server';

const START_MS = 30_000;
const RETRY_MS = 50;

/** A PostgreSQL with default settings, so it waits for the disk. It can be killed and restarted on its port. */
export interface PostgresCluster {
  readonly logFile: string;
  postmaster(): number;
  /** Creates a database. @returns its address for its owner, who is a superuser only on request */
  createDatabase(name: string, owner?: 'superuser'): Promise<string>;
  /** A connection as administrator; the caller closes it. */
  admin(database?: string): Promise<Database>;
  /** Starts it again after `stop` or `kill`. Resolves when it accepts clients. */
  start(): Promise<void>;
  /** Shuts it down in order and disconnects its clients at once. */
  stop(): Promise<void>;
  /** Kills the postmaster with SIGKILL, so without a checkpoint. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Creates and starts a cluster.
 * @param folder an empty folder for its files; a temporary one by default
 * @param settings beyond the defaults, as `name=value`
 */
export async function startCluster(
  bin: string,
  folder: string = mkdtempSync(join(tmpdir(), 'site-cluster-')),
  settings: readonly string[] = [],
): Promise<PostgresCluster> {
  const user = postgresUser();
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
  const admin = (database = 'postgres') => connect(adminOf(port, database));
  const run = () => spawn(join(bin, 'postgres'), command, { ...options, stdio: ['ignore', log, log] });
  let server: ChildProcess | undefined;

  const start = async () => {
    const giveUpAt = Date.now() + START_MS;
    for (;;) {
      // After SIGKILL it refuses to start until the last of its child processes has ended.
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

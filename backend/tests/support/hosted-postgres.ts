import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/database/database';
import { connect } from '../../src/database/postgres';
import { startCluster } from './postgres-cluster';

const FIXTURES = join(import.meta.dirname, '../fixtures/hosted');
/** Debian's PostgreSQL: it has packages of pg_cron, and that of npm has not. */
const LIBRARIES = '/usr/lib/postgresql';
const fixture = (name: string) => readFileSync(join(FIXTURES, `${name}.sql`), 'utf8');

/** What must be installed, and is not; null when nothing is missing. */
export function missingForHosted(): string | null {
  const version = newestVersion();
  if (!version) return "Debian's PostgreSQL is not installed: apt-get install postgresql-15 postgresql-15-cron";
  if (existsSync(join(sharedFiles(version), 'extension/pg_cron.control'))) return null;
  return `pg_cron is not installed: apt-get install postgresql-${version}-cron`;
}

export interface HostedPostgres {
  /** The address for `postgres`, who is not a superuser. */
  readonly address: string;
  /** A connection as a role that may log in; the caller closes it. */
  connectAs(role: 'postgres' | 'authenticator' | 'supabase_admin'): Promise<Database>;
  remove(): Promise<void>;
}

/** Starts a PostgreSQL with the roles, defaults and extensions that hosted Supabase has before the first migration. */
export async function startHostedPostgres(): Promise<HostedPostgres> {
  const programs = mkdtempSync(join(tmpdir(), 'site-hosted-'));
  const settings = ['shared_preload_libraries=pg_cron', 'cron.use_background_workers=on', 'fsync=off'];
  const cluster = await startCluster({ bin: copyPrograms(programs), settings });
  const admin = await cluster.admin();
  for (const name of ['auth', 'roles', 'pg_cron']) await admin.script(fixture(name));
  await admin.close();
  const addressFor = (role: string) => `postgresql://${role}@127.0.0.1:${cluster.port}/postgres`;
  return {
    address: addressFor('postgres'),
    connectAs: (role) => connect({ connectionString: addressFor(role) }),
    remove: async () => {
      await cluster.remove();
      rmSync(programs, { recursive: true });
    },
  };
}

function newestVersion(): string {
  const versions = existsSync(LIBRARIES) ? readdirSync(LIBRARIES) : [];
  return versions.sort((one, other) => Number(one) - Number(other)).at(-1) ?? '';
}

const sharedFiles = (version: string) => `/usr/share/postgresql/${version}`;

/**
 * Copies the programs into a folder with more extensions, since PostgreSQL finds its files relative to itself. Hosted
 * Supabase lets `postgres` create these extensions through supautils; `trusted` does the same here.
 * @returns the folder of the copied programs
 */
function copyPrograms(folder: string): string {
  const version = newestVersion();
  const bin = join(LIBRARIES, version, 'bin');
  const [shared, copied] = [sharedFiles(version), join(folder, 'share/postgresql', version)];
  const library = join(folder, 'lib/postgresql', version);
  mkdirSync(join(library, 'bin'), { recursive: true });
  for (const name of ['initdb', 'postgres']) copyFileSync(join(bin, name), join(library, 'bin', name));
  symlinkSync(join(bin, '../lib'), join(library, 'lib'));
  link(shared, copied, 'extension');
  link(join(shared, 'extension'), join(copied, 'extension'), 'pg_cron.control');
  const control = (name: string, text: string) =>
    writeFileSync(join(copied, 'extension', `${name}.control`), `${text}\ntrusted = true\n`);
  control('pg_cron', readFileSync(join(shared, 'extension/pg_cron.control'), 'utf8'));
  for (const [name, own] of [
    ['pg_net', ''],
    ['supabase_vault', 'schema = vault'],
  ] as const) {
    control(name, `default_version = '1'\nrelocatable = false\n${own}`);
    writeFileSync(join(copied, 'extension', `${name}--1.sql`), fixture(name));
  }
  // For the user that PostgreSQL runs as.
  execFileSync('chmod', ['-R', 'go+rX', folder]);
  return join(library, 'bin');
}

function link(from: string, to: string, except: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (name !== except) symlinkSync(join(from, name), join(to, name));
}

import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
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
import { promisify } from 'node:util';
import { installTool } from '@site/tooling/install-tool';
import { connect, type Database } from '../../src/database/postgres';
import { startCluster } from './postgres-cluster';
import { anyAddress } from './visitor';

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
  // The user that PostgreSQL runs as must read it.
  execFileSync('chmod', ['-R', 'go+rX', folder]);
  return join(library, 'bin');
}

function link(from: string, to: string, except: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (name !== except) symlinkSync(join(from, name), join(to, name));
}

export interface Caller {
  readonly role: 'anon' | 'authenticated';
  readonly claims?: object;
}

/** Runs one statement as the data API of hosted Supabase does: in a transaction, as the caller's role. */
export async function asCaller<Row>(
  authenticator: Database,
  { role, claims = {} }: Caller,
  [statement, ...values]: readonly [string, ...unknown[]],
): Promise<Row[]> {
  const headers = { 'cf-connecting-ip': anyAddress(), 'x-client-info': `site-web/1.0.0 attempt=${randomUUID()}` };
  await authenticator.script('begin');
  try {
    await authenticator.query(
      `select set_config('role', $1, true), set_config('request.headers', $2, true),
         set_config('request.jwt.claims', $3, true)`,
      [role, JSON.stringify(headers), JSON.stringify({ role, ...claims })],
    );
    // The data API applies the settings of the caller's role; setting the role alone does not.
    await authenticator.query(
      `select set_config(split_part(setting, '=', 1), split_part(setting, '=', 2), true)
         from pg_roles, unnest(rolconfig) as setting where rolname = $1`,
      [role],
    );
    const rows = await authenticator.query<Row>(statement, [...values]);
    await authenticator.script('commit');
    return rows;
  } catch (cause) {
    await authenticator.script('rollback');
    throw cause;
  }
}

const REPOSITORY = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

export type SupabaseCli = (...words: readonly string[]) => Promise<string>;

/**
 * Installs the Supabase CLI, whose binary for this platform is an npm package.
 * @returns a function that runs it on a copy of supabase/, where it keeps files, and returns all that it printed. It
 * rejects when the CLI fails
 */
export function installSupabaseCli(): SupabaseCli {
  const folder = installTool('supabase-cli');
  for (const name of ['config.toml', 'migrations', 'functions']) {
    rmSync(join(folder, 'supabase', name), { recursive: true, force: true });
    cpSync(join(REPOSITORY, 'supabase', name), join(folder, 'supabase', name), { recursive: true });
  }
  const env = {
    ...process.env,
    SUPABASE_HOME: join(folder, 'home'),
    SUPABASE_TELEMETRY_DISABLED: '1',
    PGSSLMODE: 'disable',
  };
  return async (...words) => {
    const { stdout, stderr } = await run(join(folder, 'node_modules/.bin/supabase'), words, { cwd: folder, env });
    return stdout + stderr;
  };
}

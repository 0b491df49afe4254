import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKeys } from '../../src/data-folder/keys';
import type { Connection, Database } from '../../src/database/database';
import { connect } from '../../src/database/postgres';
import { findKeys } from '../../src/database/shared-keys';
import { isLongTier } from './long-tier';
import { startCluster } from './postgres-cluster';
import { findPostgres, startPostgresServer } from './postgres-server';
import { raiseLimits } from './raise-limits';
import { type MainProcess, runMain } from './run-main';
import { copyTemplate } from './template';
import { describeWhere } from './where-possible';

/** A running backend, with a connection to its database as the owner. */
export interface TestBackend {
  readonly url: string;
  readonly anonKey: string;
  readonly dataDir: string;
  readonly jwtSecret: string;
  readonly env: Readonly<Record<string, string>>;
  readonly owner: Database;
  readonly main: MainProcess;
  stop(): Promise<void>;
}

export interface TestEngine {
  readonly name: string;
  readonly start: ((env?: Record<string, string>) => Promise<TestBackend>) | null;
}

const postgres = findPostgres();

/** The engines that every suite runs against; one that is not installed has no `start`. */
export const engines: TestEngine[] = [
  // A chosen PostgreSQL is tested by itself.
  ...(process.env.POSTGRES_BIN ? [] : [{ name: 'PGlite', start: startOnPglite }]),
  { name: 'PostgreSQL', start: postgres === null ? null : (env) => startOnPostgres(postgres, env) },
  // Some sites connect as a superuser, so no rule may depend on the database's privileges alone.
  ...(isLongTier
    ? [{ name: 'PostgreSQL as superuser', start: postgres === null ? null : startAsSuperuser(postgres) }]
    : []),
];

/** For suites about code outside the database. The database's own rules are tested on each engine in each run. */
export const enginesOfTier = isLongTier ? engines : engines.slice(0, 1);

/** Defines the same tests for each engine, on a backend of their own. */
export function onEachEngine(
  define: (backend: () => TestBackend) => void,
  env: Readonly<Record<string, string>> = {},
  tried: readonly TestEngine[] = engines,
): void {
  for (const { name, start } of tried) {
    describeWhere(start !== null, `${name} is not installed`)(`on ${name}`, () => {
      let running: TestBackend;
      beforeAll(async () => {
        if (start) running = await start(env);
      });
      afterAll(() => running?.stop());
      define(() => running);
    });
  }
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'site-data-'));
}

function startOnPglite(env: Record<string, string> = {}): Promise<TestBackend> {
  return startBackend(env);
}

async function startOnPostgres(bin: string, env: Record<string, string> = {}): Promise<TestBackend> {
  const server = await startPostgresServer(bin);
  const backend = await startBackend({ ...env, DATABASE_URL: await server.createDatabase('site') });
  return { ...backend, stop: () => backend.stop().then(server.stop) };
}

function startAsSuperuser(bin: string) {
  return async (env: Record<string, string> = {}): Promise<TestBackend> => {
    const cluster = await startCluster(bin);
    const backend = await startBackend({ ...env, DATABASE_URL: await cluster.createDatabase('site', 'superuser') });
    return { ...backend, stop: () => backend.stop().then(cluster.remove) };
  };
}

/** Starts a backend in a new folder, and connects to its database as the owner. */
export async function startBackend(extra: Record<string, string>): Promise<TestBackend> {
  const dataDir = extra.DATA_DIR ?? temporaryFolder();
  // Each test acts as a different visitor, with its own address.
  const env = { DATA_DIR: dataDir, TRUST_PROXY: '1', ...extra };
  if (!extra.DATABASE_URL) await copyTemplate(dataDir);
  const main = runMain(env);
  const { url, anonKey } = await main.ready;
  const engine: { connection: Connection } = JSON.parse(readFileSync(join(dataDir, 'engine.json'), 'utf8'));
  const owner = await connect(engine.connection);
  await raiseLimits(owner);
  const { jwtSecret } = (await findKeys(owner)) ?? (await readKeys(dataDir));
  return {
    url,
    anonKey,
    dataDir,
    jwtSecret,
    env,
    owner,
    main,
    stop: async () => {
      await owner.close();
      main.child.kill('SIGTERM');
      await main.exit;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '@site/backend/tests/support/postgres-cluster';
import { findPostgres } from '@site/backend/tests/support/postgres-server';
import { runQuery } from '@site/e2e/support/database';
import { family, nameOf } from './processes';

const MAIN = join(import.meta.dirname, '../../backend/bin/main.ts');

export type Engine = 'pglite' | 'postgres';

export interface BackendUnderLoad {
  readonly url: string;
  readonly anonKey: string;
  /** Process ids of the gateway, PGlite and PostgreSQL. */
  readonly parts: () => Record<string, number[]>;
  readonly query: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  readonly stop: () => Promise<void>;
}

interface LoadOptions {
  /** PostgreSQL settings, each as `name=value`. */
  readonly settings?: readonly string[];
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the real backend in a temporary folder. PostgreSQL is a separate cluster with its default durability. */
export async function startBackendUnderLoad(
  engine: Engine,
  { settings = [], flags = [], env = {} }: LoadOptions = {},
): Promise<BackendUnderLoad> {
  const cluster = engine === 'postgres' ? await startOwnCluster(settings) : undefined;
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const main = fork(MAIN, {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      TRUST_PROXY: '1',
      ...env,
      DATABASE_URL: cluster ? await cluster.createDatabase('bench') : '',
    },
    execArgv: ['--import', 'tsx', ...flags],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(main, 'exit');
  const ready = once(main, 'message').then(([message]) => message as { url: string; anonKey: string });
  const started = await Promise.race([ready, exited.then(() => undefined)]);
  if (!started) throw new Error('The backend did not start; see above.');
  const mainPid = main.pid ?? 0;
  return {
    ...started,
    parts: () => ({
      gateway: [mainPid],
      ...(engine === 'pglite'
        ? { PGlite: family(mainPid).filter((pid) => pid !== mainPid && nameOf(pid) === 'node') }
        : {}),
      ...(cluster ? { PostgreSQL: family(cluster.postmaster()) } : {}),
    }),
    query: (text, values) => runQuery(text, values, dataDir),
    stop: async () => {
      main.kill('SIGTERM');
      await exited;
      await cluster?.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function startOwnCluster(settings: readonly string[]) {
  const bin = findPostgres();
  if (!bin) throw new Error('No PostgreSQL is installed here: run the bench with --engine pglite.');
  return startCluster(bin, undefined, settings);
}

import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { collectStderrTail, kill, spawnBoundToParent } from '../bound-process';
import { freePort } from '../free-port';
import { findPostgrest } from './postgrest-binary';

const START_MS = 20_000;
const POLL_MS = 20;
const PORT_TRIES = 3;

interface PostgrestOptions {
  readonly databaseUri: string;
  readonly poolSize: number;
  readonly jwtSecret: string;
  readonly perAddress: number | undefined;
  /** Called when the process ends by itself, with the end of its standard error. */
  readonly onExit: (error: Error) => void;
}

export interface Postgrest {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts PostgREST on a free port of 127.0.0.1. Resolves when it is ready. */
export async function startPostgrest(options: PostgrestOptions): Promise<Postgrest> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      // Another program may take the free port before PostgREST does.
      const isPortTaken = error instanceof Error && /address already in use|resource busy/i.test(error.message);
      if (!isPortTaken || attempt === PORT_TRIES) throw error;
    }
  }
}

async function startOnce(options: PostgrestOptions): Promise<Postgrest> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const child = spawnBoundToParent({ file: findPostgrest(), env: postgrestEnv(options, port, adminPort) });
  const stderrTail = collectStderrTail(child);
  let hasEnded = false;
  let isServing = false;
  child.once('exit', () => {
    hasEnded = true;
    if (isServing) options.onExit(new Error(`PostgREST ended by itself: ${stderrTail()}`));
  });
  const stop = () => {
    isServing = false;
    return kill(child);
  };

  const giveUpAt = Date.now() + START_MS;
  while (!(await isReady(adminPort))) {
    if (hasEnded) throw new Error(`PostgREST did not start: ${stderrTail()}`);
    if (Date.now() > giveUpAt) {
      await stop();
      throw new Error(`PostgREST was not ready after ${START_MS / 1000} s: ${stderrTail()}`);
    }
    await delay(POLL_MS);
  }
  isServing = true;
  return { port, stop };
}

// Leaves out the caller's PGRST_* and PG* variables, which would change the tested configuration.
function postgrestEnv(options: PostgrestOptions, port: number, adminPort: number): NodeJS.ProcessEnv {
  const { PATH, HOME, SystemRoot } = process.env;
  return {
    PATH,
    HOME,
    SystemRoot,
    PGRST_DB_URI: options.databaseUri,
    PGRST_DB_SCHEMAS: 'public',
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_DB_CONFIG: 'false',
    PGRST_DB_POOL: String(options.poolSize),
    PGRST_DB_CHANNEL_ENABLED: 'false',
    PGRST_DB_PREPARED_STATEMENTS: 'false',
    PGRST_JWT_SECRET: options.jwtSecret,
    PGRST_OPENAPI_MODE: 'disabled',
    PGRST_LOG_LEVEL: 'error',
    PGRST_SERVER_HOST: '127.0.0.1',
    PGRST_SERVER_PORT: String(port),
    PGRST_ADMIN_SERVER_PORT: String(adminPort),
    ...(options.perAddress === undefined ? {} : { PGRST_APP_SETTINGS_PER_ADDRESS: String(options.perAddress) }),
  };
}

// Not fetch(): its first call in a process costs a quarter of a second of the start.
function isReady(adminPort: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port: adminPort, path: '/ready', agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    }).once('error', () => resolve(false));
  });
}

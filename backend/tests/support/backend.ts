import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@site/terminal/program';
import { readEngineFile } from '../../src/data-folder/data-folder';
import { readKeys } from '../../src/data-folder/keys';
import { connect, type Database } from '../../src/database/postgres';
import { findKeys } from '../../src/database/shared-keys';
import { isLongTier } from './cases';
import { answerDirectly, type Direct } from './direct-calls';
import { type Exit, type MainProcess, runMain } from './programs';
import { copyTemplate, createTestDatabase } from './test-database';

/** A running backend for tests that post much; `stop` removes its data. */
export interface TestBackend extends Omit<RunningSite, 'stop' | 'mails'> {
  readonly dataDir: string;
  readonly jwtSecret: string;
  readonly env: Readonly<Record<string, string>>;
  /** Answers calls in place of its process. */
  readonly direct?: Direct | undefined;
  stop(): Promise<void>;
}

/**
 * Defines tests on a backend of their own. Their calls need no HTTP. The long tier repeats them on a backend whose
 * role is a superuser.
 */
export function withBackend(
  define: (backend: () => TestBackend) => void,
  env: Readonly<Record<string, string>> = {},
): void {
  // Some sites connect as a superuser, so no rule may depend on the database's privileges alone.
  for (const isSuperuser of isLongTier ? [false, true] : [false]) {
    describe(isSuperuser ? 'as superuser' : 'as owner', () => {
      let running: TestBackend;
      beforeAll(async () => {
        const started = await startOn({ isSuperuser }, env);
        running = { ...started, direct: answerDirectly(started, started.env.DATABASE_URL ?? '') };
      });
      afterAll(async () => {
        await running?.direct?.close();
        await running?.stop();
      });
      define(() => running);
    });
  }
}

function newDataFolder(): string {
  return mkdtempSync(join(tmpdir(), 'site-data-'));
}

/** Starts a backend in a new folder, on a database of its own unless DATABASE_URL names one. */
export function startBackend(env: Record<string, string> = {}): Promise<TestBackend> {
  return env.DATABASE_URL === undefined ? startOn({}, env) : start(env);
}

async function startOn(wanted: Parameters<typeof createTestDatabase>[0], env: Record<string, string>) {
  const { url, remove } = await createTestDatabase(wanted);
  const backend = await start({ ...env, DATABASE_URL: url });
  return { ...backend, stop: () => backend.stop().then(remove) };
}

async function start(extra: Record<string, string>): Promise<TestBackend> {
  const dataDir = extra.DATA_DIR ?? newDataFolder();
  // Each test acts as a different visitor, with its own address.
  const env = { DATA_DIR: dataDir, TRUST_PROXY: '1', ...extra };
  const site = await startSite(env);
  await raiseLimits(site.owner);
  const { jwtSecret } = (await findKeys(site.owner)) ?? (await readKeys(dataDir));
  return {
    ...site,
    dataDir,
    jwtSecret,
    env,
    stop: async () => {
      await site.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A running backend with its data in a given place, and a connection to its database as the owner. */
export interface RunningSite {
  readonly url: string;
  readonly anonKey: string;
  /** The start prints it about mails. */
  readonly mails: string;
  readonly owner: Database;
  readonly main: MainProcess;
  /** Ends the process in order, and leaves its data. */
  stop(): Promise<Exit & { readonly ms: number }>;
}

export async function startSite(env: {
  readonly DATA_DIR: string;
  readonly [name: string]: string;
}): Promise<RunningSite> {
  if (!env.DATABASE_URL) await copyTemplate(env.DATA_DIR);
  const main = runMain({ TRUST_PROXY: '1', ...env });
  const ready = await main.ready;
  const owner = await openAsOwner(env.DATA_DIR);
  const stop = async () => {
    await owner.close();
    const since = Date.now();
    main.child.kill('SIGTERM');
    return { ...(await main.exit), ms: Date.now() - since };
  };
  return { ...ready, owner, main, stop };
}

/** A connection as the owner to the database of a running site; the caller closes it. */
export function openAsOwner(dataDir: string): Promise<Database> {
  const engine = readEngineFile(dataDir);
  if (!engine) throw new Error('The site says nothing of its database.');
  return connect(engine.connection);
}

/** A backend on a fixed address and data folder that can be killed and restarted, as a supervisor would. */
export interface RestartableBackend {
  readonly url: string;
  readonly anonKey: string;
  readonly dataDir: string;
  main(): MainProcess;
  killAndRestart(): Promise<void>;
  restart(): Promise<void>;
  /** A connection as the owner; the caller closes it. */
  owner(): Promise<Database>;
  remove(): Promise<void>;
}

/** @param dataDir a new folder by default */
export async function startRestartableBackend(
  env: Record<string, string>,
  dataDir: string = newDataFolder(),
): Promise<RestartableBackend> {
  const port = await freePort();
  const all = { DATABASE_URL: '', TRUST_PROXY: '1', ...env, DATA_DIR: dataDir, BACKEND_PORT: String(port) };
  const { owner: first, ...site } = await startSite(all);
  await raiseLimits(first);
  await first.close();
  let { main } = site;
  const restart = async () => {
    await main.exit;
    main = runMain(all);
    await main.ready;
  };
  return {
    url: site.url,
    anonKey: site.anonKey,
    dataDir,
    main: () => main,
    restart,
    killAndRestart: () => {
      main.child.kill('SIGKILL');
      return restart();
    },
    owner: () => openAsOwner(dataDir),
    remove: async () => {
      main.child.kill('SIGTERM');
      await main.exit;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Raises the limits, because a test run exceeds them. Tests of a limit set it themselves. */
export async function raiseLimits(owner: Database): Promise<void> {
  await owner.query('update private.settings set total_per_hour = 100000, mails_per_hour = 100000');
}

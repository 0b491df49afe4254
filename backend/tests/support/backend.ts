import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKeys } from '../../src/data-folder/keys';
import { findKeys } from '../../src/database/shared-keys';
import { inLongTier } from './long-tier';
import { raiseLimits } from './raise-limits';
import { type RunningSite, startSite } from './running-site';
import { createTestDatabase } from './test-database';

/** A running backend for tests that post much; `stop` removes its data. */
export interface TestBackend extends Omit<RunningSite, 'stop' | 'mails'> {
  readonly dataDir: string;
  readonly jwtSecret: string;
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Defines tests on a backend of their own; in the long tier also on one whose role is a superuser. */
export function withBackend(
  define: (backend: () => TestBackend) => void,
  env: Readonly<Record<string, string>> = {},
): void {
  // Some sites connect as a superuser, so no rule may depend on the database's privileges alone.
  for (const isSuperuser of [false, ...inLongTier(true)]) {
    describe(isSuperuser ? 'as superuser' : 'as owner', () => {
      let running: TestBackend;
      beforeAll(async () => {
        running = await startOn({ isSuperuser }, env);
      });
      afterAll(() => running?.stop());
      define(() => running);
    });
  }
}

export function newDataFolder(): string {
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

import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { holdEngine } from '../src/engine/lock';
import { processIdentity } from '../src/engine/process-identity';
import { expected, readSubmissions } from './support/audit';
import { hangEngine } from './support/hang-engine';
import { submitAll } from './support/persistent-clients';
import { enginePid } from './support/process-tree';
import { type RestartableBackend, startRestartableBackend } from './support/restartable-backend';
import { runTool } from './support/run-tool';
import { seedContacts } from './support/seed';
import { until } from './support/until';
import { testWhere } from './support/where-possible';

jest.setTimeout(900_000);

const ROWS = 40_000;
const SUBMISSIONS = 800;
const BUSY_PROCESSES = 8;
const BUSY_S = 600;
/** Longer than the watchdog's patience. */
const HANG_MS = 16_000;

const testOnLinux = testWhere(process.platform === 'linux', 'only Linux lists the processes below another');

let backend: RestartableBackend;
let busy: ChildProcess[] = [];
let first: number;

const isAlive = () => processIdentity(first) !== null;
const env = () => ({ DATA_DIR: backend.dataDir, DATABASE_URL: '' });

beforeAll(async () => {
  backend = await startRestartableBackend({});
  first = enginePid(backend.main().child.pid ?? 0);
  const spin = `const until = Date.now() + ${BUSY_S * 1000}; while (Date.now() < until);`;
  busy = Array.from({ length: BUSY_PROCESSES }, () => spawn(process.execPath, ['-e', spin], { stdio: 'ignore' }));
});
afterAll(async () => {
  for (const child of busy) child.kill('SIGKILL');
  await backend?.remove();
});

testOnLinux('visitors on a machine with eight busy processes cause no restart', async () => {
  const promised = await submitAll(backend, SUBMISSIONS, {});
  const owner = await backend.owner();
  expect(await readSubmissions(owner, 'contacts')).toEqual(expected(promised, 'contacts'));
  await owner.close();
  expect(isAlive()).toBe(true);
});

testOnLinux('a backup of 40,000 rows and an erasure among them cause no restart on a busy machine', async () => {
  const owner = await backend.owner();
  await seedContacts(owner, ROWS);
  await owner.close();
  const folder = join(backend.dataDir, '..', `watchdog-backup-${process.pid}`);
  expect(await runTool('backup', env(), folder)).toMatchObject({ code: 0, stderr: '' });
  rmSync(folder, { recursive: true });
  expect(await runTool('inbox', env(), 'erase', 'camille7@exemple.fr', '--yes')).toMatchObject({ code: 0, stderr: '' });
  expect(isAlive()).toBe(true);
  expect(backend.main().stderr()).not.toContain('started again');
});

testOnLinux('a hung engine is not restarted while a command holds it, and is restarted afterwards', async () => {
  const release = await holdEngine(backend.dataDir);
  await hangEngine(backend.dataDir);
  await delay(HANG_MS);
  expect(isAlive()).toBe(true);
  release();
  await until(() => backend.main().stderr().includes('started again'));
  expect(isAlive()).toBe(false);
});

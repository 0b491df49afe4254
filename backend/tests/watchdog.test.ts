import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from '../src/engine/process-identity';
import { watch } from '../src/engine/watchdog';
import { expected, inconsistencies, readSubmissions } from './support/audit';
import { hangEngine } from './support/hang-engine';
import { isLongTier } from './support/long-tier';
import { submitAll } from './support/persistent-clients';
import { descendants, enginePid } from './support/process-tree';
import { type RestartableBackend, startRestartableBackend } from './support/restartable-backend';
import { contact } from './support/rows';
import { until } from './support/until';
import { visitor } from './support/visitor';
import { testWhere } from './support/where-possible';

// For busy machines.
jest.setTimeout(120_000);

const SUBMISSIONS = 120;
const HUNG_AFTER = 40;

const testOnLinux = testWhere(process.platform === 'linux', 'only Linux lists the processes below another');

let backend: RestartableBackend;
const engineOf = () => enginePid(backend.main().child.pid ?? 0);
const post = () => visitor(backend).post('contacts', contact);
const gone = (pid: number) => until(() => processIdentity(pid) === null);

describe('an engine that hangs', () => {
  afterEach(() => backend?.remove());

  const hangs = [
    { how: 'is stopped', hang: async () => void process.kill(engineOf(), 'SIGSTOP') },
    // Only in the long tier: the watchdog sees the same silence, but a spinning engine takes a core from the other
    // tests.
    ...(isLongTier ? [{ how: 'spins', hang: () => hangEngine(backend.dataDir) }] : []),
  ];

  for (const { how, hang } of hangs) {
    testOnLinux(`is restarted when it ${how}, and every request answered with success is stored once`, async () => {
      backend = await startRestartableBackend({});
      const { child, stderr } = backend.main();
      const first = engineOf();
      const meanwhile: { status: number; retryAfter: string | null }[] = [];
      const promised = await submitAll(backend, SUBMISSIONS, {
        [HUNG_AFTER]: async () => {
          await hang();
          await gone(first);
          const { status, headers } = await post();
          meanwhile.push({ status, retryAfter: headers.get('retry-after') });
        },
      });
      expect(meanwhile).toEqual([{ status: 503, retryAfter: expect.stringMatching(/^\d+$/) }]);
      expect(child.exitCode).toBeNull();
      const restarts = stderr()
        .split('\n')
        .filter((line) => line.includes('started again'));
      expect(restarts).toEqual([expect.stringMatching(/the embedded database did not answer for 1\d s: it was/)]);

      const owner = await backend.owner();
      for (const table of ['contacts', 'reservations'] as const) {
        expect(await readSubmissions(owner, table)).toEqual(expected(promised, table));
      }
      expect(await inconsistencies(owner)).toEqual({ orphans: 0, silent: 0 });
      await owner.close();
    });
  }

  testOnLinux('does not outlive a backend that is killed', async () => {
    backend = await startRestartableBackend({});
    const below = descendants(backend.main().child.pid ?? 0);
    await hangEngine(backend.dataDir);
    await backend.killAndRestart();
    await Promise.all(below.map(gone));
    expect(await post()).toMatchObject({ status: 201 });
  });
});

describe('an engine that ends by itself', () => {
  beforeEach(async () => {
    backend = await startRestartableBackend({});
  });
  afterEach(() => backend.remove());

  testOnLinux('is restarted at once, then once a minute at most, and visitors get 503 with Retry-After', async () => {
    process.kill(engineOf(), 'SIGKILL');
    await until(() => backend.main().stderr().includes('ended by itself'));
    expect(await post()).toMatchObject({ status: 201 });

    const second = engineOf();
    process.kill(second, 'SIGKILL');
    await gone(second);
    const since = performance.now();
    const refused = await until(async () => {
      const answer = await post().catch(() => null);
      return answer?.status === 503 && answer;
    });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(performance.now() - since).toBeLessThan(5000);
    backend.main().child.kill('SIGTERM');
    expect(await backend.main().exit).toMatchObject({ code: 0 });
  });

  testOnLinux('ends the backend with one sentence when it cannot be restarted', async () => {
    writeFileSync(join(backend.dataDir, 'database', 'PG_VERSION'), '16\n');
    process.kill(engineOf(), 'SIGKILL');
    expect(await backend.main().exit).toMatchObject({ code: 1 });
    expect(backend.main().stderr()).toMatch(/made by another version of the embedded database \(16, .*\n$/);
  });
});

describe('the watchdog', () => {
  const limits = { askMs: 20, patienceMs: 200 };
  const long = 3 * limits.patienceMs;
  const never = () => new Promise<never>(() => undefined);
  const quiet = { ask: never, answered: () => 0, isHeld: () => false };
  let count = 0;
  const verdicts: Record<string, Partial<typeof quiet>> = {
    'while the engine answers its query': { ask: async () => undefined as never },
    'while the engine answers a client': { answered: () => (count += 1) },
    'while a command holds the engine': { isHeld: () => true },
  };

  async function isHung(watched: Partial<typeof quiet>): Promise<boolean> {
    let hungs = 0;
    const end = watch({ ...quiet, ...watched, onHung: () => (hungs += 1) }, limits);
    await delay(long);
    end();
    expect(hungs).toBeLessThan(2);
    return hungs === 1;
  }

  test.each(Object.entries(verdicts))('reports no hang %s', async (_, watched) => {
    expect(await isHung(watched)).toBe(false);
  });

  test('reports an engine that answers nobody as hung, once', async () => {
    expect(await isHung({})).toBe(true);
    expect(await isHung({ ask: () => Promise.reject(new Error('no connection')) })).toBe(true);
  });

  test('does not count the time during which this process was suspended', async () => {
    let isAsked = false;
    const ask = async () => {
      if (!isAsked) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, long);
      isAsked = true;
    };
    expect(await isHung({ ask: ask as () => Promise<never> })).toBe(false);
  });
});

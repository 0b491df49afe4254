import { expected, inconsistencies, readSubmissions } from './support/audit';
import { owner, shortenLeases, untilAllMailed } from './support/mails';
import { submitAll } from './support/persistent-clients';
import { type PostgresCluster, startCluster } from './support/postgres-cluster';
import { findPostgres } from './support/postgres-server';
import { type RestartableBackend, startRestartableBackend } from './support/restartable-backend';
import { testWhere } from './support/where-possible';

jest.setTimeout(240_000);

const SUBMISSIONS = 500;
/** Numbers of answers after which the victim is killed, while eight clients continue. */
const DEATHS = [100, 250, 400];

const bin = findPostgres();
const isLinux = process.platform === 'linux';

interface Scene {
  readonly backend: RestartableBackend;
  readonly cluster: PostgresCluster | null;
}
interface Death {
  readonly victim: string;
  readonly strike: (scene: Scene) => Promise<unknown>;
}

const backendDies: Death = { victim: 'the backend', strike: ({ backend }) => backend.killAndRestart() };
const postmasterDies: Death = {
  victim: 'the postmaster',
  strike: async ({ cluster }) => {
    await cluster?.kill();
    await cluster?.start();
  },
};
/** PostgreSQL treats the death of a session as possible damage to all: it ends every client and recovers. */
const sessionDies: Death = {
  victim: 'a session of PostgreSQL',
  strike: async ({ cluster }) => {
    const admin = await cluster?.admin();
    const [busy] =
      (await admin?.query<{ pid: number }>("select pid from pg_stat_activity where datname = 'site' limit 1")) ?? [];
    await admin?.close();
    if (!busy) throw new Error('The backend has no session');
    process.kill(busy.pid, 'SIGKILL');
  },
};

const onPglite = [backendDies].map((death) => ({ ...death, engine: 'PGlite' }));
const onPostgres = [backendDies, postmasterDies, sessionDies].map((death) => ({
  ...death,
  engine: 'PostgreSQL',
}));

describe.each([...onPglite, ...onPostgres])('kill -9 of $victim on $engine', ({ engine, strike }) => {
  const canRun = isLinux && (engine === 'PGlite' || bin !== null);
  const testHere = testWhere(canRun, 'this is not Linux, or PostgreSQL is not installed');
  let scene: Scene;

  beforeAll(async () => {
    if (!canRun) return;
    const cluster = engine === 'PostgreSQL' && bin ? await startCluster(bin) : null;
    const env = cluster ? { ...owner, DATABASE_URL: await cluster.createDatabase('site') } : owner;
    scene = { cluster, backend: await startRestartableBackend(env) };
    const database = await scene.backend.owner();
    await shortenLeases(database);
    await database.close();
  });
  afterAll(async () => {
    await scene?.backend.remove();
    await scene?.cluster?.remove();
  });

  testHere('every request answered with success is stored once, and mailed once', async () => {
    const { backend } = scene;
    const events = Object.fromEntries(DEATHS.map((count) => [count, async () => void (await strike(scene))]));
    const promised = await submitAll(backend, SUBMISSIONS, events);

    const database = await backend.owner();
    try {
      for (const table of ['contacts', 'reservations'] as const) {
        expect(await readSubmissions(database, table)).toEqual(expected(promised, table));
      }
      expect(await inconsistencies(database)).toEqual({ orphans: 0, silent: 0 });
      expect(await untilAllMailed(database, backend.dataDir)).toBe(SUBMISSIONS);
    } finally {
      await database.close();
    }
  });
});

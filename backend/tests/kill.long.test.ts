import { expectStoredOnce } from './support/audit';
import { owner, shortenLeases, untilAllMailed } from './support/mails';
import { submitAll } from './support/persistent-clients';
import { type PostgresCluster, startCluster } from './support/postgres-cluster';
import { postmasterOf } from './support/process-tree';
import { type RestartableBackend, startRestartableBackend } from './support/restartable-backend';

jest.setTimeout(240_000);

const SUBMISSIONS = 500;
/** Numbers of answers after which the victim is killed, while eight clients continue. */
const DEATHS = [100, 250, 400];

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
  strike: async ({ backend, cluster }) => {
    if (!cluster) process.kill(postmasterOf(backend.dataDir), 'SIGKILL');
    await cluster?.kill();
    await cluster?.start();
  },
};
/** PostgreSQL treats the death of a session as possible damage to all: it ends every client and recovers. */
const sessionDies: Death = {
  victim: 'a session of PostgreSQL',
  strike: async ({ backend }) => {
    const database = await backend.owner();
    const [session] = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(session?.pid ?? 0, 'SIGKILL');
    await database.close().catch(() => undefined);
  },
};

const deaths = [backendDies, postmasterDies, sessionDies];
const cases = deaths.flatMap((death) => [
  { ...death, where: 'DATA_DIR' },
  { ...death, where: 'DATABASE_URL' },
]);

describe.each(cases)('kill -9 of $victim with the database of $where', ({ where, strike }) => {
  let scene: Scene;

  beforeAll(async () => {
    const cluster = where === 'DATABASE_URL' ? await startCluster() : null;
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

  test('every request answered with success is stored once, and mailed once', async () => {
    const { backend } = scene;
    const events = Object.fromEntries(DEATHS.map((count) => [count, async () => void (await strike(scene))]));
    const promised = await submitAll(backend, SUBMISSIONS, events);

    const database = await backend.owner();
    try {
      await expectStoredOnce(database, promised);
      expect(await untilAllMailed(database, backend.dataDir)).toBe(SUBMISSIONS);
    } finally {
      await database.close();
    }
  });
});

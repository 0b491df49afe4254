import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type RestartableBackend, startRestartableBackend } from './support/backend';
import { testWhere, until } from './support/cases';
import { inconsistencies, readSubmissions } from './support/persistent-clients';
import { type PostgresCluster, startCluster } from './support/postgres-cluster';
import { postmasterOf } from './support/programs';
import { contact } from './support/rows';
import { mountSmallDisk, type SmallDisk } from './support/small-disk';
import { attemptHeader, visitor } from './support/visitor';

const DISK_MEGABYTES = 256;
/** The form's time-out. */
const ANSWER_MS = 15_000;
const FAILURES_IN_A_ROW = 20;
const TOO_MANY = 20_000;

const LOG_FILE_MEGABYTES = 16;

const SHORTAGES = [
  { where: 'DATA_DIR', megabytes: 70, codes: ['DISK_FULL'] },
  // What fails is the next file of the write-ahead log. PostgreSQL says why to one visitor at most, and ends.
  { where: 'DATABASE_URL', megabytes: 12, codes: ['DISK_FULL', 'BACKEND_UNAVAILABLE'] },
];

interface Submission {
  readonly attempt: string;
  readonly status: number;
  readonly code: string;
  readonly ms: number;
}
interface Scene {
  readonly disk: SmallDisk;
  readonly backend: RestartableBackend;
  readonly cluster: PostgresCluster | null;
}

describe.each(SHORTAGES)('without room for the database of $where', ({ where, megabytes, codes }) => {
  const disk = mountSmallDisk(DISK_MEGABYTES);
  const testHere = testWhere(typeof disk !== 'string', `${disk}`);
  let scene: Scene;

  beforeAll(async () => {
    if (typeof disk === 'string') return;
    const folder = join(disk.folder, 'files');
    mkdirSync(folder);
    const cluster = where === 'DATABASE_URL' ? await startCluster({ folder }) : null;
    const backend = cluster
      ? await startRestartableBackend({ DATABASE_URL: await cluster.createDatabase('site') })
      : await startRestartableBackend({}, folder);
    scene = { disk, backend, cluster };
  });
  afterAll(async () => {
    await scene?.backend.remove();
    await scene?.cluster?.remove();
    if (typeof disk !== 'string') disk.remove();
  });

  testHere('errors are clear, nothing is half written, and requests are intact once there is room again', async () => {
    if (scene.cluster) await fillLog(scene.cluster);
    scene.disk.leave(megabytes);
    const sent = await sendUntilFull(scene.backend);
    const stored = sent.filter(({ status }) => status === 201);
    const refused = sent.filter(({ status }) => status !== 201);
    expect(stored.length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThanOrEqual(FAILURES_IN_A_ROW);
    expect(refused.filter(({ status, ms }) => status !== 503 || ms >= ANSWER_MS)).toEqual([]);
    expect(codes).toEqual(expect.arrayContaining(refused.map(({ code }) => code)));
    expect(refused.at(-1)?.code).toBe(codes.at(-1));

    if (!scene.cluster) await startOnFullDisk(scene);
    scene.disk.makeRoom();
    await scene.cluster?.stop();
    await scene.cluster?.start();
    // Nobody restarts it by hand.
    await until(async () => (await visitor(scene.backend).post('contacts', contact)).status === 201);
    await scene.backend.killAndRestart();
    const owner = await scene.backend.owner();
    const rows = await readSubmissions(owner, 'contacts');
    expect(await inconsistencies(owner)).toEqual({ orphans: 0, silent: 0 });
    await owner.close();
    const isFound = new Set(rows.map(({ attempt }) => attempt));
    expect(stored.filter(({ attempt }) => !isFound.has(attempt))).toEqual([]);
    expect(rows.filter(({ mails }) => mails !== 1)).toEqual([]);
    expect(await visitor(scene.backend).post('contacts', contact)).toMatchObject({ status: 201 });
  });
});

/** Leaves a megabyte in the file of the write-ahead log, whatever the migrations have written. */
async function fillLog(cluster: PostgresCluster) {
  const admin = await cluster.admin();
  await admin.query('select pg_switch_wal()');
  const filling = `repeat('x', ${LOG_FILE_MEGABYTES - 1} * 1024 * 1024)`;
  // A transactional message is on the disk at its commit, and stores nothing in a table.
  await admin.query(`select pg_logical_emit_message(true, 'test', ${filling})`);
  await admin.close();
}

/** Another program takes the room that the gateway has left, and the database ends on the full disk. */
async function startOnFullDisk({ disk, backend }: Scene) {
  disk.makeRoom();
  disk.leave(0);
  process.kill(postmasterOf(backend.dataDir), 'SIGKILL');
  await until(() => /PostgreSQL (does not start|runs again)/.test(backend.main().stderr()));
}

async function sendUntilFull(backend: RestartableBackend): Promise<Submission[]> {
  const sent: Submission[] = [];
  let failures = 0;
  while (failures < FAILURES_IN_A_ROW && sent.length < TOO_MANY) {
    const attempt = randomUUID();
    // Incompressible, to fill the disk sooner.
    const message = randomBytes(3000).toString('base64');
    const since = performance.now();
    const answer = await visitor(backend)
      .post('contacts', { ...contact, message }, attemptHeader(attempt))
      .catch((error: Error) => ({ status: 0, body: { code: String(error.cause) } }));
    const code = String((answer.body as { code?: string } | null)?.code ?? '');
    sent.push({ attempt, status: answer.status, code, ms: performance.now() - since });
    failures = answer.status === 201 ? 0 : failures + 1;
  }
  return sent;
}
